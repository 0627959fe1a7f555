/** Posts to the browser host from pages without a session: it holds none of their bodies. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeToken, startBrowserHost } from '#tests/e2e/support/browser-process.ts';

const AT_ONCE = 50;
const piece = Buffer.alloc(65_536, 'x');
const PIECES = 16;

export interface Posted {
  readonly grownMebibytes: number;
  readonly wrong: readonly string[];
}

/** @param posts how many */
export async function postUnknown(posts: number): Promise<Posted> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-posts-'));
  const host = await startBrowserHost(['--no-open', '--data-dir', folder, '--workspace', 'default'], {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  try {
    const headers = await exchangeToken(host.address);
    const ask = async () =>
      (
        await fetch(`${host.origin}/api/call`, {
          method: 'POST',
          headers,
          body: '{"method":"workspace.state","input":{}}',
        })
      ).text();
    // As many requests as people make in a day: memory that stays in use after them is not growth.
    await inTurns(posts, async () => void (await ask()));
    const before = peakOf(host.process.pid ?? 0);
    const statuses = new Set<string>();
    await inTurns(posts, async (turn) => {
      statuses.add(await postOnce(host.origin, turn % 2 === 0 ? '/api/call' : '/api/session', turn % 4 < 2));
    });
    const answered = await ask();
    const grownMebibytes = peakOf(host.process.pid ?? 0) - before;
    const wrong = [...statuses]
      .filter((status) => !REFUSED.has(status))
      .map((status) => `a post of an unknown page was answered ${status}`);
    if (!answered.includes('"ok":true')) wrong.push('the page that was let in is not answered any more');
    return { grownMebibytes, wrong };
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTurns(times: number, work: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (turn < times) await work((turn += 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Refused before the body was read, or the connection closed because of it. */
const REFUSED = new Set(['401', '413', 'closed']);

function postOnce(origin: string, path: string, saysLength: boolean): Promise<string> {
  const length = saysLength ? { 'content-length': piece.length * PIECES } : {};
  return new Promise((resolve) => {
    const asked = request(
      origin + path,
      { method: 'POST', agent: false, headers: { origin, 'content-type': 'application/json', ...length } },
      (response) => {
        response.resume();
        response.on('error', () => undefined);
        resolve(String(response.statusCode));
      },
    );
    asked.on('error', () => resolve('closed'));
    for (let at = 0; at < PIECES; at += 1) asked.write(piece);
    asked.end();
  });
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
