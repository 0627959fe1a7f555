/** What is older than the setting wants to know is removed, and everything since stays as it was. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';

const START = Date.parse('2026-01-05T08:00:00Z');
const DAY = 86_400_000;
const MONTHS = 6;

let folder: string;
let service: NearService;
let prepared: PreparedFolder;
let app: App | undefined;
const secrets = memorySecrets();
let file = '';
let skew = 0;

beforeAll(async () => {
  service = await startProvingService({ records: 100, seed: 9, startAt: START, frozen: true, asOf: '2026-01-01' });
  prepared = await prepareFolder(service, remember);
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(async () => {
  folder = prepared.copy();
  file = join(folder, 'saved.timelog');
  app = await open('home');
});
afterEach(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function remember(made: string): Promise<void> {
  folder = made;
  app = await open('home');
  await ask('workspace.connect', { baseUrl: service.url, key: service.key });
  await ask('sync.run', {});
  const stays = { name: 'Review', client: 'Westgate' };
  await ask('names.keep', {
    owners: {},
    objects: { 'deal:7': { name: 'Audit', client: 'Northgate' }, 'deal:8': stays },
  });
  await ask('settings.set', { ownName: 'Dana' });
  for (let month = 1; month < MONTHS; month += 1) {
    await service.control.advance(31 * DAY);
    await service.control.move({ kind: 'mix', count: 10 });
    await ask('sync.run', {});
  }
  await app.close();
}

const open = (name: string) =>
  createApp({
    host: quietHost({
      secrets,
      chooseDestination: async () => ({ path: file }),
      chooseSource: async () => ({ path: file }),
    }),
    version: 'test',
    dataDirectory: join(folder, name),
    workspace: 'default',
    rate: 0,
    now: () => service.now() + skew,
  });

async function call<M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Result<Output<M>>> {
  if (!app) throw new Error('The app is open');
  return (await app.call(method, input, undefined, undefined, asKnown)) as Result<Output<M>>;
}

async function ask<M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Output<M>> {
  const result = await call(method, input, asKnown);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const report = { measures: ['logged_hours', 'billable_value', 'records'], groupBy: ['platform_owner_id'] };
const listRefreshes = async () =>
  (await ask('memory.merges', {})).merges.filter(({ kind }) => kind === 'refresh').toReversed();

async function tell(numbers: readonly number[]) {
  const told = [];
  for (const number of numbers) {
    const { rows, totals } = await ask('report.run', report, `#${number}`);
    const { objects } = await ask('names.list', {}, `#${number}`);
    const { ownName } = await ask('settings.get', {}, `#${number}`);
    told.push({ number, rows, totals, objects, ownName });
  }
  return told;
}

it(
  'keeps every moment until a setting says otherwise, and then those since, on any computer',
  { timeout: 240_000, ...secondTier },
  async () => {
    const all = await listRefreshes();
    expect(all).toHaveLength(MONTHS - 1);
    expect(await ask('memory.merges', {})).toMatchObject({ begins: null });
    // In the first tier the first that stays, and the last: of those between the same holds.
    const kept = all.slice(-4).flatMap(({ number }, at) => (at % chooseSize(3, 1) === 0 ? [number] : []));
    await ask('names.keep', { owners: {}, objects: { 'deal:7': { name: 'Audit', client: 'Southgate' } } });
    const told = await tell(kept);
    expect(told[0]).toMatchObject({ objects: { 'deal:7': { client: 'Northgate' } }, ownName: 'Dana' });
    await ask('settings.set', { historyMonths: 3 });
    // Nothing happens before the next refresh or opening; the base, which is older, is written anew by a refresh.
    expect(await tell(all.map(({ number }) => number))).toHaveLength(MONTHS - 1);
    await service.control.move({ kind: 'mix', count: 3 });
    await service.control.advance(DAY);
    await ask('sync.run', {});
    await expectKept(all, told);
    await expectSteps();

    await app?.close();
    app = await open('home');
    await expectKept(all, told);
    // A store that is lost is still compared with what is remembered.
    await ask('data.rebuild', {});
    await ask('sync.run', {});
    expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).not.toContain('unknown');
    await expectKept(all, told);

    await ask('workspace.save', {});
    await app.close();
    app = await open('office');
    await ask('workspace.load', { name: 'default' });
    // For how long changes are remembered here is decided here.
    expect(await ask('settings.get', {})).toMatchObject({ historyMonths: null });
    await expectKept(all, told);
    await expectSteps();
    // The same file brings nothing new, and is recognised by the chain.
    await refuse('remembers all that the file does');
  },
);

/** The file is not loaded. */
async function refuse(sentence: string) {
  expect(await call('workspace.load', { name: 'default' })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining(sentence) },
  });
}

async function refresh() {
  await service.control.move({ kind: 'mix', count: 3 });
  await service.control.advance(DAY);
  await ask('sync.run', {});
}

it('removes nothing because the clock is wrong for some days', { timeout: 120_000, ...secondTier }, async () => {
  await ask('settings.set', { historyMonths: 3 });
  const { merges } = await ask('memory.merges', {});
  skew = 3_650 * DAY;
  await refresh();
  await refresh();
  expect(await ask('memory.merges', {})).toMatchObject({ begins: null, total: merges.length + 2 });
  skew = 0;
  await refresh();
  const begins = async () => (await ask('memory.merges', {})).begins;
  const refreshes = await listRefreshes();
  expect(await begins()).toBe(refreshes.at(-7)?.seenAt);
  // What is old by the next opening is removed after it.
  await app?.close();
  await service.control.advance(31 * DAY);
  app = await open('home');
  await expect.poll(begins).toBe(refreshes.at(-6)?.seenAt);
});

it(
  'says of two workspaces that what they have in common was removed',
  { timeout: 240_000, ...secondTier },
  async () => {
    const saved = file;
    await ask('workspace.save', {});
    const first = (await listRefreshes())[0]?.number;
    await ask('settings.set', { historyMonths: 3 });
    await refresh();
    expect((await ask('memory.merges', {})).begins).not.toBeNull();
    // The file has more of the past.
    await refuse('was removed here');
    file = join(folder, 'cut.timelog');
    await ask('workspace.save', {});
    const cut = file;
    file = saved;
    expect(await call('report.run', report, `#${first}`)).toMatchObject({
      error: { code: 'usage', detail: expect.stringContaining('was removed') },
    });
    for (let month = 0; month < 5; month += 1) {
      await service.control.advance(31 * DAY);
      await refresh();
    }
    await refuse('in common');
    file = join(folder, 'later.timelog');
    await ask('workspace.save', {});
    const later = file;
    file = saved;
    await app?.close();
    app = await open('office');
    await ask('workspace.load', { name: 'default' });
    file = later;
    await refuse('in common');
    // This one has what the file goes on from, and more before.
    file = cut;
    await refuse('remembers more of the past');
  },
);

async function expectKept(all: Awaited<ReturnType<typeof listRefreshes>>, told: Awaited<ReturnType<typeof tell>>) {
  const begins = all.at(-4)?.seenAt ?? '';
  expect(await ask('memory.merges', {})).toMatchObject({ begins });
  expect(await tell(told.map(({ number }) => number))).toEqual(told);
  const before = new Date(Date.parse(begins) - 1000).toISOString();
  const refused = await call('report.run', report, before);
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('was removed') },
  });
}

async function expectSteps() {
  const { steps } = await ask('memory.figure', { measure: 'records' });
  expect(steps.length).toBeGreaterThan(0);
}
