import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { toUnits } from '#domain/decimal.ts';
import { Random } from '#service/random.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-10-05T08:00:00Z');
const MOMENTS = Number(process.env['MOMENTS'] ?? 100);
const STEPS = MOMENTS > 100 ? 60 : 20;
const REBUILDS = Number(process.env['REBUILDS'] ?? chooseSize(1, 10));
const TIMEOUT = chooseSize(600_000, 3_600_000);
/** Of each moment. */
const ASKED = 2;

let folder: string;
let service: NearService;
let prepared: PreparedFolder;
let app: App;
const secrets = memorySecrets();

beforeAll(async () => {
  service = await startProvingService({
    records: 160,
    sampleMonths: 6,
    seed: 11,
    startAt: START,
    frozen: true,
    asOf: '2026-10-05',
  });
  prepared = await prepareFolder(service, async (made) => {
    folder = made;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    await ask('sync.run', {});
    await app.close();
  });
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(async () => {
  folder = prepared.copy();
  await open();
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  app = await createApp({
    host: quietHost({ secrets }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
}

async function ask<M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Output<M>> {
  const result = await app.call(method, input, undefined, undefined, asKnown);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value as Output<M>;
}

const reports = [
  { measures: ['total_hours', 'billable_amount', 'records'], groupBy: [] },
  { measures: ['billable_value', 'logged_hours', 'owners'], groupBy: ['client'], period: '2026-09' },
  { measures: ['logged_hours', 'expected_hours'], groupBy: ['platform_owner_id'], period: 'last-month' },
  { measures: ['total_hours'], groupBy: ['team', 'month'] },
  { measures: ['total_hours', 'cost_amount'], groupBy: ['service_name'], query: 'a' },
];

type Question = (asKnown?: string) => Promise<unknown>;

async function withoutMoment(answer: Promise<{ readonly asKnown?: unknown }>): Promise<unknown> {
  const { asKnown: _, ...rest } = await answer;
  return rest;
}

/** All that a person could have seen at one moment. */
const questions: readonly Question[] = [
  ...reports.map((report) => (asKnown?: string) => withoutMoment(ask('report.run', report, asKnown))),
  async (asKnown) => {
    const columns = ['title', 'total_hours', 'client'];
    const { rows, total } = await ask('records.page', { columns, offset: 0, limit: 500 }, asKnown);
    return { rows, total };
  },
  (asKnown) => withoutMoment(ask('checks.run', {}, asKnown)),
  (asKnown) => ask('names.list', {}, asKnown),
];

async function askAll(asked: readonly Question[], asKnown?: string): Promise<unknown[]> {
  const answers = [];
  for (const question of asked) answers.push(await question(asKnown));
  return answers;
}

/** The world changes as a firm's does, and some of it without a new time of modification. */
async function changeWorld(random: Random): Promise<void> {
  const { control, world } = service;
  await control.move({ kind: 'mix', count: random.between(5, 40) });
  if (random.chance(0.3)) {
    const slot = random.between(0, world.slots - 1);
    if (world.isLive(slot)) {
      const record = world.at(slot);
      world.replace({
        ...record,
        properties: { ...record.properties, a552213_title: `Silent ${random.between(0, 99)}` },
      });
    }
  }
  if (random.chance(0.4)) {
    const { ids } = await ask('names.recorded', {});
    const chosen = ids[random.between(0, ids.length - 1)];
    const person = chosen?.kind === 'person';
    const name = `Name ${random.between(0, 5)}`;
    if (chosen && person)
      await ask('names.keep', {
        owners: {
          [chosen.id]: random.chance(0.2)
            ? null
            : { name, team: random.pick(['North', 'South', null]), weeklyHours: random.pick(['40', '20', null]) },
        },
        objects: {},
      });
    else if (chosen)
      await ask('names.keep', {
        owners: {},
        objects: {
          [`${chosen.kind}:${chosen.id}`]: {
            name,
            client: random.pick(['Acme', 'Ölwerk', null]),
            currency: random.pick(['EUR', 'USD', null]),
          },
        },
      });
  }
  if (random.chance(0.2))
    await ask('settings.set', {
      amounts: random.pick(['recorded', 'auto', 'recorded-else-auto']),
      hoursPerDay: random.pick(['8', '7.5']),
    });
}

it('answers any moment as it was answered then, to the last digit', { timeout: TIMEOUT, ...secondTier }, async () => {
  const random = new Random(7, 'moments');
  const seen: { readonly merge: number; readonly answers: readonly unknown[] }[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await changeWorld(random);
    await service.control.advance(random.between(1, 3) * DAY);
    await ask('sync.run', random.chance(0.3) ? { full: true } : {});
    const { merges } = await ask('memory.merges', { limit: 1 });
    const truth = await service.control.truth(undefined, ['a552213_total_hours']);
    expect((await ask('report.run', reports[0])).totals['a552213_total_hours'] ?? null).toBe(
      truth.totals['a552213_total_hours'] ?? null,
    );
    seen.push({ merge: merges[0]?.number ?? 0, answers: await askAll(questions) });
  }
  // The world did change.
  expect(new Set(seen.map(({ answers }) => JSON.stringify(answers.slice(0, reports.length)))).size).toBe(seen.length);
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const chosen = seen[random.between(0, seen.length - 1)];
    if (!chosen) continue;
    const places = Array.from({ length: ASKED }, () => random.between(0, questions.length - 1));
    const asked = places.flatMap((place) => questions[place] ?? []);
    const [merge, then] = [chosen.merge, places.map((place) => chosen.answers[place])];
    expect({ merge, places, answers: await askAll(asked, `#${merge}`) }).toEqual({ merge, places, answers: then });
  }
});

it(
  'tells what is another at one moment than at an earlier one, and the sums foot',
  { timeout: 120_000, ...secondTier },
  async () => {
    const ids = (await service.control.liveRecords()).map(({ id }) => id);
    const [edited = '', removed = '', back = ''] = ids;
    const day = async (full = false) => {
      await service.control.advance(DAY);
      await ask('sync.run', { full });
    };
    await service.control.move({ kind: 'edit', ids: [edited] });
    await service.control.move({ kind: 'archive', ids: [back] });
    await day();
    await service.control.move({ kind: 'edit', ids: [edited] });
    await service.control.move({ kind: 'remove', ids: [removed] });
    await service.control.move({ kind: 'restore', ids: [back], untouched: true });
    const [inserted = ''] = await service.control.move({ kind: 'insert', count: 1 });
    await day(true);
    const { merges } = await ask('memory.merges', {});
    const first = merges.findLast(({ kind }) => kind === 'first');
    const question = { since: `#${first?.number}` };
    const { counts, before, after, parts } = await ask('memory.changes', question);
    expect(counts).toMatchObject({ appeared: 1, changed: 1, vanished: 1, relabelled: 0 });
    const { changes } = await ask('memory.changed', question);
    expect(Object.fromEntries(changes.map(({ id, kind }) => [id, kind]))).toEqual({
      [edited]: 'changed',
      [removed]: 'vanished',
      [inserted]: 'appeared',
    });
    const moved = Object.values(parts).reduce((sum, { logged }) => sum + toUnits(logged), 0n);
    expect(toUnits(before.logged) + moved).toBe(toUnits(after.logged));
    const of = changes.find(({ id }) => id === edited);
    expect(toUnits(parts.changed?.logged ?? '0')).toBe(
      toUnits(of?.is?.logged ?? '0') - toUnits(of?.was?.logged ?? '0'),
    );
  },
);

it('shows which findings were reviewed then', secondTier, async () => {
  const [{ id } = { id: '' }] = await service.control.liveRecords();
  const record = service.world.at(service.world.findSlot(Number(id)) ?? 0);
  const properties = { ...record.properties, a552213_total_minutes: '-60' };
  service.world.replace({ ...record, updatedAt: service.now(), properties });
  await service.control.advance(DAY);
  await ask('sync.run', {});
  const checks = questions.slice(reports.length + 1);
  const seen: { readonly merge: number; readonly answers: readonly unknown[] }[] = [];
  for (const reviewed of [undefined, true, false, true]) {
    if (reviewed !== undefined) await ask('checks.review', { check: 'negative', ids: [id], reviewed });
    const { merges } = await ask('memory.merges', { limit: 1 });
    seen.push({ merge: merges[0]?.number ?? 0, answers: await askAll(checks) });
    await service.control.advance(DAY);
  }
  expect(new Set(seen.map(({ merge }) => merge)).size).toBe(4);
  expect(seen[0]?.answers).not.toEqual(seen[1]?.answers);
  for (const { merge, answers } of seen)
    expect({ merge, answers: await askAll(checks, `#${merge}`) }).toEqual({ merge, answers });
});

it('keeps two moments that are asked about at once apart, and changes nothing of today', async () => {
  // The page of records, what is to be checked, and the names.
  const lists = questions.slice(reports.length);
  const seen: { readonly merge: number; readonly records: number; readonly answers: readonly unknown[] }[] = [];
  for (let step = 0; step < 2; step += 1) {
    await service.control.move({ kind: 'insert', count: step + 1 });
    await ask('names.keep', { owners: { '1': { name: `Name ${step}`, team: null, weeklyHours: null } }, objects: {} });
    await service.control.advance(DAY);
    await ask('sync.run', {});
    const { merges } = await ask('memory.merges', { limit: 1 });
    const { records } = await ask('report.run', reports[0]);
    seen.push({ merge: merges[0]?.number ?? 0, records, answers: await askAll(lists) });
  }
  const asked = Array.from({ length: chooseSize(6, 30) }, (_, at) => seen[at % seen.length]);
  const answers = await Promise.all(
    asked.map(async (moment) => (await ask('report.run', reports[0], `#${moment?.merge}`)).records),
  );
  expect(answers).toEqual(asked.map((moment) => moment?.records));
  for (const { merge, answers: then } of seen) expect(await askAll(lists, `#${merge}`)).toEqual(then);
  for (const method of ['settings.set', 'names.keep'] as const) {
    const refused = await app.call(
      method,
      method === 'settings.set' ? {} : { owners: {}, objects: {} },
      undefined,
      undefined,
      '#2',
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
  }
});

async function refreshAfterLoss(): Promise<void> {
  await ask('data.rebuild', {});
  await service.control.advance(DAY);
  await ask('sync.run', {});
}

/** The three ways in which a store is lost. */
async function loseStore(how: number): Promise<void> {
  const path = join(folder, 'workspaces/default/snapshot.duckdb');
  if (how === 0) return;
  await app.close();
  if (how === 1) rmSync(path);
  else writeFileSync(path, 'this was a database');
  await open();
}

/** What moves when any record does. */
async function glance(asKnown?: string) {
  const { asKnown: _, ...answer } = await ask('report.run', reports[0], asKnown);
  const columns = ['title', 'total_hours', 'billable_amount', 'month_year', 'client'];
  return { answer, rows: (await ask('records.page', { columns, offset: 0, limit: 500 }, asKnown)).rows };
}

it('tells what changed while a lost store was downloaded again', { timeout: TIMEOUT, ...secondTier }, async () => {
  const random = new Random(9, 'rebuilds');
  const seen: { readonly merge: number; readonly answer: Awaited<ReturnType<typeof glance>> }[] = [];
  for (let rebuild = 0; rebuild < REBUILDS; rebuild += 1) {
    await changeWorld(random);
    await ask('sync.run', {});
    const { merges } = await ask('memory.merges', { limit: 1 });
    seen.push({ merge: merges[0]?.number ?? 0, answer: await glance() });
    await changeWorld(random);
    await loseStore(rebuild % 3);
    await refreshAfterLoss();
    const { merges: after } = await ask('memory.merges', { limit: 1 });
    const { changes } = await ask('memory.changed', { since: `#${merges[0]?.number}` });
    expect(changes).not.toEqual([]);
    seen.push({ merge: after[0]?.number ?? 0, answer: await glance() });
  }
  for (const { merge, answer } of seen) expect({ merge, ...(await glance(`#${merge}`)) }).toEqual({ merge, ...answer });
  const { merges } = await ask('memory.merges', { limit: 1000 });
  expect(merges.map(({ kind }) => kind)).not.toContain('unknown');
});

it('knows nothing of before where the base was lost with the store, and says so', async () => {
  const { merges } = await ask('memory.merges', {});
  const first = `#${merges.findLast(({ kind }) => kind === 'first')?.number}`;
  await ask('report.run', reports[0], first);
  const places = readdirSync(join(folder, 'workspaces/default')).filter((name) => name.startsWith('base-'));
  expect(places).toHaveLength(1);
  writeFileSync(join(folder, 'workspaces/default', places[0] ?? ''), 'this was a base');
  await ask('data.rebuild', {});
  const refused = await app.call('report.run', reports[0], undefined, undefined, first);
  expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
  await ask('sync.run', {});
  expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('unknown');
  expect(await app.call('report.run', reports[0], undefined, undefined, first)).toMatchObject({ ok: false });
  // Another base is written with the first complete records.
  await service.control.move({ kind: 'mix', count: 5 });
  await refreshAfterLoss();
  expect((await ask('memory.merges', { limit: 1 })).merges[0]).toMatchObject({ kind: 'refresh' });
});
