import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { toUnits } from '#domain/decimal.ts';
import { Random } from '#service/random.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { chooseSize } from '#tests/support/tier.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-10-05T08:00:00Z');
const STEPS = chooseSize(8, 60);
const MOMENTS = chooseSize(8, 1_000);

let folder: string;
let service: NearService;
let app: App;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'as-known-'));
  service = await startProvingService({ records: 160, seed: 11, startAt: START, frozen: true, asOf: '2026-10-05' });
  app = await createApp({
    host: quietHost({ secrets: memorySecrets() }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
  await ask('workspace.connect', { baseUrl: service.url, key: service.key });
});
afterEach(async () => {
  await app.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

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

/** All that a person could have seen at that moment. */
async function look(asKnown?: string) {
  const answers = [];
  for (const report of reports) {
    const { asKnown: _, ...answer } = await ask('report.run', report, asKnown);
    answers.push(answer);
  }
  const { rows, total } = await ask(
    'records.page',
    { columns: ['title', 'total_hours', 'client'], offset: 0, limit: 500 },
    asKnown,
  );
  const { asKnown: _, ...checks } = await ask('checks.run', {}, asKnown);
  return { answers, rows, total, checks, names: await ask('names.list', {}, asKnown) };
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

it('answers any moment as it was answered then, to the last digit', { timeout: 600_000 }, async () => {
  const random = new Random(7, 'moments');
  await ask('sync.run', {});
  const seen: { readonly merge: number; readonly answer: Awaited<ReturnType<typeof look>> }[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await changeWorld(random);
    await service.control.advance(random.between(1, 3) * DAY);
    await ask('sync.run', random.chance(0.3) ? { full: true } : {});
    const { merges } = await ask('memory.merges', { limit: 1 });
    const truth = await service.control.truth(undefined, ['a552213_total_hours']);
    expect((await ask('report.run', reports[0])).totals['a552213_total_hours'] ?? null).toBe(
      truth.totals['a552213_total_hours'] ?? null,
    );
    seen.push({ merge: merges[0]?.number ?? 0, answer: await look() });
  }
  // The world did change.
  expect(new Set(seen.map(({ answer }) => JSON.stringify(answer.answers))).size).toBe(seen.length);
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const chosen = seen[random.between(0, seen.length - 1)];
    if (!chosen) continue;
    expect({ merge: chosen.merge, ...(await look(`#${chosen.merge}`)) }).toEqual({
      merge: chosen.merge,
      ...chosen.answer,
    });
  }
});

it('tells what is another at one moment than at an earlier one, and the sums foot', { timeout: 120_000 }, async () => {
  await ask('sync.run', {});
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
  expect(toUnits(parts.changed?.logged ?? '0')).toBe(toUnits(of?.is?.logged ?? '0') - toUnits(of?.was?.logged ?? '0'));
});

it('keeps two moments that are asked about at once apart, and changes nothing of today', async () => {
  await ask('sync.run', {});
  const seen: { readonly merge: number; readonly records: number }[] = [];
  for (let step = 0; step < 3; step += 1) {
    await service.control.move({ kind: 'insert', count: step + 1 });
    await service.control.advance(DAY);
    await ask('sync.run', {});
    const { merges } = await ask('memory.merges', { limit: 1 });
    seen.push({ merge: merges[0]?.number ?? 0, records: (await ask('report.run', reports[0])).records });
  }
  const asked = Array.from({ length: 30 }, (_, at) => seen[at % seen.length]);
  const answers = await Promise.all(
    asked.map(async (moment) => (await ask('report.run', reports[0], `#${moment?.merge}`)).records),
  );
  expect(answers).toEqual(asked.map((moment) => moment?.records));
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

it('shows no moment while the records here are others than those that are remembered', async () => {
  await ask('sync.run', {});
  const { merges } = await ask('memory.merges', {});
  const first = `#${merges.findLast(({ kind }) => kind === 'first')?.number}`;
  await ask('report.run', reports[0], first);
  await ask('data.rebuild', {});
  const refused = await app.call('report.run', reports[0], undefined, undefined, first);
  expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
  await ask('sync.run', {});
  expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('unknown');
  expect(await app.call('report.run', reports[0], undefined, undefined, first)).toMatchObject({ ok: false });
});
