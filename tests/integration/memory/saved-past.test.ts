import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import type { Destination } from '#electron/host/host.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';
import { chooseCases, chooseSize, secondTier } from '#tests/support/tier.ts';
import { rewriteWorkspaceFile } from '#tests/support/stores/workspace-files.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const DAY = 86_400_000;

let folder: string;
let service: NearService;
let prepared: PreparedFolder;
const officeSecrets = memorySecrets();
/** Two computers of one firm. */
let office: App;
let home: App;
let destination: Destination | undefined;
let source = '';

beforeAll(async () => {
  service = await startProvingService({
    records: 100,
    sampleMonths: 6,
    seed: 9,
    startAt: START,
    frozen: true,
    asOf: '2026-11-01',
  });
  prepared = await prepareFolder(service, async (made) => {
    folder = made;
    office = await open('office');
    await ask(office, 'workspace.connect', { baseUrl: service.url, key: service.key });
    await ask(office, 'sync.run', {});
    // The test of the first tier needs one day.
    for (const day of chooseCases(1, ['first', 'second'])) await spendDay(day);
    await office.close();
  });
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(async () => {
  folder = prepared.copy();
  [office, home] = [await open('office'), await open('home')];
});
afterEach(async () => {
  await office.close();
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(computer: 'office' | 'home'): Promise<App> {
  return createApp({
    host: quietHost({
      secrets: computer === 'office' ? officeSecrets : memorySecrets(),
      chooseDestination: async () => destination,
      chooseSource: async () => ({ path: source }),
    }),
    version: 'test',
    dataDirectory: join(folder, computer),
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
}

async function call<M extends Method>(app: App, method: M, input: unknown, asKnown?: string) {
  return (await app.call(method, input, undefined, undefined, asKnown)) as Result<Output<M>>;
}

async function ask<M extends Method>(app: App, method: M, input: unknown, asKnown?: string): Promise<Output<M>> {
  const result = await call(app, method, input, asKnown);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Records, a name and a setting change, and a file leaves that bills. */
async function spendDay(name: string, app = office): Promise<void> {
  await service.control.move({ kind: 'mix', count: 12 });
  await service.control.advance(DAY);
  await ask(app, 'sync.run', {});
  const { ids } = await ask(app, 'names.recorded', {});
  const person = ids.find(({ kind }) => kind === 'person');
  await ask(app, 'names.keep', {
    owners: { [person?.id ?? '']: { name, team: null, weeklyHours: '40' } },
    objects: {},
  });
  await ask(app, 'settings.set', { hoursPerDay: name === 'first' ? '7.5' : '8', quotaLimit: 900 });
  destination = { path: join(folder, `${name}.csv`) };
  await ask(app, 'export.run', {
    period: '2026-10',
    columns: ['title', 'total_hours'],
    format: 'csv',
    bills: true,
    again: name,
  });
}

async function save(app: App, name: string): Promise<string> {
  const path = join(folder, `${name}.timelog`);
  destination = { path };
  await ask(app, 'workspace.save', {});
  return path;
}

async function load(path: string) {
  source = path;
  return call(home, 'workspace.load', { name: 'default' });
}

const report = { measures: ['total_hours', 'billable_amount', 'records'], groupBy: ['platform_owner_id'] };

/** All that is remembered: of every moment, of every file, of one record. */
async function recall(app: App) {
  const { merges } = await ask(app, 'memory.merges', { limit: 100 });
  const moments = [];
  for (const { number } of merges
    .filter(({ kind }) => kind === 'first' || kind === 'refresh')
    .slice(-chooseSize(1, 2))) {
    const { asKnown: _, ...answer } = await ask(app, 'report.run', report, `#${number}`);
    moments.push({ number, answer, names: await ask(app, 'names.list', {}, `#${number}`) });
  }
  const { files } = await ask(app, 'sent.list', {});
  const changes = [];
  for (const { number } of files) {
    const { changes: records } = await ask(app, 'memory.changed', { file: number, limit: 500 });
    changes.push({ ...(await ask(app, 'memory.changes', { file: number })), records });
  }
  const [touched] = changes.flatMap((change) => change.records);
  return {
    merges,
    moments,
    files,
    changes,
    history: touched && (await ask(app, 'memory.record', { id: touched.id })),
    billed: await ask(app, 'sent.billed', { period: '2026-10' }),
  };
}

it(
  'is the same on another computer, and goes on there with the file’s next version',
  { timeout: 120_000, ...secondTier },
  async () => {
    const early = await save(office, 'early');
    const then = await recall(office);
    expect(then.files).toHaveLength(2);
    expect(then.history?.changes).not.toEqual([]);
    expect(await load(early)).toMatchObject({ ok: true });
    expect(await recall(home)).toEqual(then);

    await ask(home, 'reports.save', {
      file: reportFileSchema.parse({ format: 'timelog-report', version: 1, name: 'Mine', report }),
    });
    await spendDay('third');
    const late = await save(office, 'late');
    expect(await load(late)).toMatchObject({ ok: true });
    expect(await recall(home)).toEqual(await recall(office));
    expect(await ask(home, 'names.list', {})).toEqual(await ask(office, 'names.list', {}));

    expect((await ask(home, 'reports.list', {})).reports.map(({ file }) => file.name)).toEqual(['Mine']);

    // The earlier file holds nothing that is not here.
    expect(await load(early)).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('nothing was loaded') },
    });
  },
);

it(
  'takes the register of one and the log of the other, and refuses what forked',
  { timeout: 120_000, ...secondTier },
  async () => {
    expect(await load(await save(office, 'early'))).toMatchObject({ ok: true });
    destination = { path: join(folder, 'home.csv') };
    await ask(home, 'export.run', { period: '2026-10', columns: ['title'], format: 'csv' });
    await ask(home, 'sent.settle', { number: 1, state: 'withdrawn' });
    await service.control.move({ kind: 'mix', count: 12 });
    await service.control.advance(DAY);
    await ask(office, 'sync.run', {});
    expect(await load(await save(office, 'refreshed'))).toMatchObject({ ok: true });
    const { files } = await ask(home, 'sent.list', {});
    expect(files.map(({ number, state }) => [number, state])).toEqual([
      [3, 'saved'],
      [2, 'saved'],
      [1, 'withdrawn'],
    ]);
    expect((await ask(home, 'memory.merges', {})).total).toBe((await ask(office, 'memory.merges', {})).total);

    await spendDay('apart');
    const apart = await save(office, 'apart');
    const past = async () => [await ask(home, 'memory.merges', {}), await ask(home, 'sent.list', {})];
    const before = await past();
    expect(await load(apart)).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('different pasts') },
    });
    expect(await past()).toEqual(before);
  },
);

const close = (app: App, period: string) =>
  ask(app, 'closings.create', {
    period,
    accept: ['undated', 'unreadable', 'unassigned', 'billed'],
    reason: 'As agreed',
  });

it(
  'carries the closings, which go on there, and are refused where both closed something',
  { timeout: 120_000, ...secondTier },
  async () => {
    const closed = async (app: App) => [
      await ask(app, 'closings.log', {}),
      (await ask(app, 'closings.drift', { period: '2026-10' })).lines,
      await ask(app, 'closings.states', { period: '2026-10' }),
    ];
    await close(office, '2026-10');
    await service.control.move({ kind: 'shift', count: 30, to: '2026-10' });
    await service.control.advance(DAY);
    await ask(office, 'sync.run', {});
    const first = await save(office, 'first');
    expect(await load(first)).toMatchObject({ ok: true });
    expect((await ask(home, 'closings.drift', { period: '2026-10' })).total).toBeGreaterThan(0);
    expect(await closed(home)).toEqual(await closed(office));
    await close(office, '2026-09');
    expect(await load(await save(office, 'second'))).toMatchObject({ ok: true });
    expect(await closed(home)).toEqual(await closed(office));
    expect(await load(first)).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('nothing was loaded') },
    });
    await close(home, '2026-08');
    await close(office, '2026-07');
    expect(await load(await save(office, 'apart'))).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining('different pasts') },
    });
    expect((await ask(home, 'closings.list', {})).closings).toHaveLength(3);
  },
);

it('is named where it is not as it was written', { timeout: 120_000 }, async () => {
  await close(office, '2026-10');
  const whole = await save(office, 'whole');
  const forged = join(folder, 'forged.timelog');
  const forge = (part: string, change: (text: string) => string) => {
    copyFileSync(whole, forged);
    rewriteWorkspaceFile(forged, ({ texts }) => {
      const text = texts.get(part) ?? '';
      texts.set(part, change(text));
    });
    return load(forged);
  };
  const [changes, sent, closings] = ['changes', 'sent', 'closings'].map((kind) => `${kind}-00001.ndjson.gz`) as [
    string,
    string,
    string,
  ];
  // The first piece is what the step says, the next one a column.
  const swap = (text: string) => text.replace(/("kind":"piece","body":")(?!eyJ)./, '$1x');
  const say = (text: string) =>
    text.replace(/(?<="kind":"piece","body":")[^"]*/, (body) =>
      Buffer.from(Buffer.from(body, 'base64').toString().replace('2026-10-31', '2026-10-30')).toString('base64'),
    );
  const forgeries = [
    [changes, (text) => text.replace(/"seenAt":"2026-11-0\d/, '"seenAt":"2025-11-01'), 'before refresh #'],
    [sent, (text) => text.replace('first.csv', 'other.csv'), 'sent file 1 was changed'],
    [closings, say, 'closings was changed in step 1'],
    [changes, (text) => text.replace(/\{"kind":"piece"[^\n]*\n/, ''), 'the past'],
    [sent, (text) => text.replace(/\{"kind":"piece"[^\n]*\n/, ''), 'sent file 1 was changed'],
    [closings, swap, 'closings was changed in step 1'],
    [closings, (text) => text.replace(/\{"kind":"piece"[^\n]*\n$/, ''), 'closings was changed in step 1'],
  ] as const satisfies readonly (readonly [string, (text: string) => string, string])[];
  for (const [part, change, reason] of chooseCases(1, forgeries))
    expect(await forge(part, change)).toMatchObject({
      ok: false,
      error: { code: 'usage', detail: expect.stringContaining(reason) },
    });
  expect((await ask(home, 'memory.merges', {})).merges).toEqual([]);
  expect(await load(whole)).toMatchObject({ ok: true });
  // What came with the file is missed as what was closed here.
  await home.close();
  const database = new DatabaseSync(join(folder, 'home/workspaces/default/closings.sqlite'));
  database.exec('DELETE FROM step');
  database.close();
  home = await open('home');
  expect(await call(home, 'closings.log', {})).toMatchObject({
    error: { detail: expect.stringContaining('set aside as closings.damaged-') },
  });
});
