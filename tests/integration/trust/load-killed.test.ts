/** A program that is killed while it loads a saved workspace leaves what was there or what was loaded, whole, and nothing beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { secondTier } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'key';
const RECORDS = 900;
const SEED = Number(process.env['SEED'] ?? 7);
const KILLS = Number(process.env['KILLS'] ?? 8);
const report = { measures: ['records', 'total_minutes', 'billable_amount'] };

let folder: string;
let saved: string;
let truth: unknown;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function saveFirm(): Promise<void> {
  saved = join(folder, 'firm.timelog');
  const service = await openService({
    records: RECORDS,
    seed: 3,
    asOf: '2026-11-20',
    sampleMonths: 4,
    now: () => NOW,
    key: KEY,
  });
  const host = quietHost({ chooseDestination: async () => ({ path: saved }) });
  const given = { host, version: 'test', dataDirectory: join(folder, 'one'), workspace: 'default', rate: 0 };
  const app = await createApp({ ...given, key: KEY, baseUrl: service.url });
  await createAppClient(app).call('sync.run', {});
  truth = await createAppClient(app).call('report.run', report);
  await createAppClient(app).call('workspace.save', {});
  await app.close();
  await service.close();
}

const child = (data: string) =>
  spawn(process.execPath, [join(import.meta.dirname, '../../faults/hostile/load-child.ts'), data, saved], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** @returns what the next start finds: `old` or `new`, exactly. */
async function foundIn(data: string): Promise<string> {
  const app = await createApp({ host: quietHost(), version: 'test', dataDirectory: data, workspace: 'default' });
  try {
    const { kind } = await createAppClient(app).call('workspace.state', {});
    expect(readdirSync(data).filter((name) => name.startsWith('loading'))).toEqual([]);
    expect(readdirSync(join(data, 'workspaces'))).toEqual(['default']);
    if (kind === 'new') {
      expect(await createAppClient(app).call('data.status', {})).toMatchObject({ records: 0, complete: false });
      return 'old';
    }
    expect(await createAppClient(app).call('data.status', {})).toMatchObject({
      records: RECORDS,
      complete: true,
      quota: { used: 0 },
    });
    const { fromFile, ...figures } = await createAppClient(app).call('report.run', report);
    expect(figures).toEqual(truth);
    expect(fromFile).toBeDefined();
    return 'new';
  } finally {
    await app.close();
  }
}

test(`${KILLS} kills from seed ${SEED}: the old or the new, and nothing between`, secondTier, async () => {
  await saveFirm();
  const random = seeded(SEED);
  const places = mkdirSync(join(folder, 'two'), { recursive: true })!;
  const whole = child(join(places, 'whole'));
  await readFirstOutput(whole);
  const begun = performance.now();
  await readFirstOutput(whole);
  const takesMs = performance.now() - begun;
  await once(whole, 'close');
  expect(await foundIn(join(places, 'whole'))).toBe('new');

  for (let kill = 0; kill < KILLS; kill += 1) {
    const data = join(places, String(kill));
    const loading = child(data);
    const ended = once(loading, 'close');
    await readFirstOutput(loading);
    // Spread over the whole loading, and a little beyond: what is hit does not matter, only what is left.
    await sleep((random.next() + kill) * (takesMs / KILLS) * 1.1);
    loading.kill('SIGKILL');
    await ended;
    expect(['old', 'new']).toContain(await foundIn(data));
    rmSync(data, { recursive: true });
  }
});

test('killed between the two moves: the empty one is put back', async () => {
  const data = join(folder, 'named');
  const app = await createApp({ host: quietHost(), version: 'test', dataDirectory: data, workspace: 'default' });
  await app.close();
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'close');
  const workspaces = join(data, 'workspaces');
  renameSync(join(workspaces, 'default'), join(workspaces, `default.replaced-${gone.pid}`));
  mkdirSync(join(data, `loading-${gone.pid}-aB3dE6`));
  expect(await foundIn(data)).toBe('old');
});
