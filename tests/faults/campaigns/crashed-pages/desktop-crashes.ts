/** The desktop host over its stand-in: its renderer is killed in the middle of the sync it asked for, and a second instance started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesktopHost } from '#tests/e2e/support/desktop-app.ts';
import { root } from '#tests/e2e/support/places.ts';
import { callFromWindow } from '#tests/e2e/support/test.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { findWrongStore, moveOn, requestsSince, startMovingService } from './moving-service.ts';

const standIn = join(root, 'tests/support/electron-stand-in/electron');
const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
/** The fewest requests of a full download of the records. */
const WHOLE = 6;

/** @returns what is wrong, a line each. */
export async function crashWindow(seed: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crashed-window-'));
  const data = join(folder, 'data');
  const random = seeded(seed);
  const service = await startMovingService(seed);
  const wrong: string[] = [];
  try {
    await moveOn(service, random);
    const args = ['--data-dir', data, '--workspace', 'default'];
    const { electron, page } = await startDesktopHost(args, env);
    const host = electron.process();
    const ended = once(host, 'exit');
    try {
      const connected = await callFromWindow(page, 'workspace.connect', {
        name: 'default',
        baseUrl: service.url,
        key: service.key,
      });
      if (!connected.ok) wrong.push(`was not connected: ${connected.error.code}`);
      const { requests } = await service.control.tally();
      void callFromWindow(page, 'sync.run', { full: true }).catch(() => undefined);
      await requestsSince(service, requests, random.between(1, 3));
      for (const pid of renderersOf(host.pid ?? 0)) process.kill(pid, 'SIGKILL');
      // A second one hands over to the first and ends.
      const second = spawn(standIn, [root, ...args], { env: { ...process.env, ...env }, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      if (code !== 0) wrong.push(`a second instance ended with ${String(code)}`);
      await requestsSince(service, requests, WHOLE);
      await untilQuiet(service);
    } finally {
      host.kill('SIGTERM');
      await ended;
    }
    wrong.push(...(await findWrongStore(service, data)));
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
  return wrong;
}

/** No request has come for a while: the sync is over, and its last page is stored. */
async function untilQuiet({ control }: Awaited<ReturnType<typeof startMovingService>>): Promise<void> {
  for (let last = -1, quiet = 0; quiet < 15;) {
    const { requests } = await control.tally();
    quiet = requests === last ? quiet + 1 : 0;
    last = requests;
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
}

/** Below the started program, however deep. */
function renderersOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(
    all.map((each) => [each, Number(/^PPid:\s+(\d+)$/m.exec(readText(`/proc/${each}/status`))?.[1] ?? 0)]),
  );
  const isBelow = (each: number): boolean => {
    const parent = parents.get(each) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return all.filter((each) => isBelow(each) && readText(`/proc/${each}/cmdline`).includes('--type=renderer'));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
