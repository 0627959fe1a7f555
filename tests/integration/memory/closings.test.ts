import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Figures } from '#domain/closing-steps.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { createApp, type App } from '#electron/app/app.ts';
import type { Destination } from '#electron/host/host.ts';
import { Random } from '#service/random.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';
import { ClosingWitness, readClosing, withoutNothing, type Label } from '#tests/support/worlds/closing-witness.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const DAY = 86_400_000;
const accept = { accept: ['undated', 'unreadable', 'unassigned', 'billed'], reason: 'As agreed' };

let folder: string;
let service: NearService;
let app: App;
let witness: ClosingWitness;
let destination: Destination | undefined;
const secrets = memorySecrets();

interface Firm {
  readonly service: NearService;
  readonly prepared: PreparedFolder;
  readonly labels: ReadonlyMap<string, Label>;
}
/** By size: several tests begin with the same, but those that draw their edits have one of their own. */
const firms = new Map<string, Firm>();

async function prepareFirm(records: number, clients: number): Promise<Firm> {
  service = await startProvingService({ records, seed: 5, startAt: START, frozen: true, asOf: '2026-11-01' });
  const labels = new Map<string, Label>();
  const prepared = await prepareFolder(service, async (made) => {
    folder = made;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    await ask('sync.run', {});
    const { ids } = await ask('names.recorded', {});
    for (const [at, { kind, id }] of ids.filter(({ kind: each }) => each !== 'person').entries())
      labels.set(`${kind}:${id}`, { client: `Client ${at % clients}`, currency: ['EUR', 'USD', null][at % 3] ?? null });
    const objects = Object.fromEntries([...labels].map(([key, named]) => [key, { name: key, ...named }]));
    await ask('names.keep', { owners: {}, objects });
    await app.close();
  });
  return { service, prepared, labels };
}

async function begin(records: number, clients: number): Promise<void> {
  const size = `${records} of ${clients}`;
  const firm = firms.get(size) ?? (await prepareFirm(records, clients));
  firms.set(size, firm);
  service = firm.service;
  folder = firm.prepared.copy();
  witness = new ClosingWitness(service.world);
  for (const [key, named] of firm.labels) witness.labels.set(key, named);
  await open();
}
beforeEach(() => {
  destination = undefined;
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  for (const firm of firms.values()) {
    await firm.service.stop();
    firm.prepared.remove();
  }
});

async function open(): Promise<void> {
  app = await createApp({
    host: quietHost({
      secrets,
      chooseDestination: async () => destination,
      chooseSource: async () => destination,
      chooseFolder: async () => destination,
    }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
}

async function ask<M extends Method>(method: M, input: unknown): Promise<Output<M>> {
  const result = await app.call(method, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value as Output<M>;
}

const refusal = async (method: Method, input: unknown) => {
  const result = await app.call(method, input);
  return result.ok ? undefined : result.error;
};

async function label(key: string, client: string | null, currency: string | null): Promise<void> {
  witness.labels.set(key, { client, currency });
  await ask('names.keep', { owners: {}, objects: { [key]: { name: key, client, currency } } });
}

async function refresh(full = false): Promise<void> {
  await service.control.advance(DAY / 4);
  await ask('sync.run', { full });
}

/** Moves records of other months there, so that it has some of each client. */
async function fill(month: string, count: number): Promise<void> {
  await service.control.move({ kind: 'shift', count, to: month });
  await refresh(true);
}

async function close(period: string, client?: string | null): Promise<number[]> {
  const input = { period, ...accept, ...(client !== undefined && { client }) };
  const { closings } = await ask('closings.create', input);
  for (const { number, client: name } of closings) witness.close(number, period, name);
  return closings.map(({ number }) => number);
}

const ofClient = (client: string) => [{ filters: [{ propertyName: 'client', operator: 'EQ', value: client }] }];

/** Bills what is closed, on paper: the register knows its records. */
const sendElsewhere = (period: string, client: string) =>
  ask('sent.elsewhere', { period, filterGroups: ofClient(client), reason: `Invoice of ${period}` });

const kinds = ['insert', 'edit', 'edit', 'edit', 'remove', 'shift', 'shift', 'object', 'label', 'archive'] as const;

/** The world changes as a firm's does: entries, corrections, deletions, other months, other objects, other names. */
async function edit(random: Random, months: readonly string[], only?: (typeof kinds)[number]): Promise<void> {
  const { world, control } = service;
  const live = [...witness.live()];
  const month = random.pick(months);
  const ofMonth = [...witness.scope(month).keys()];
  const [drawn] = random.pick(live);
  const touched = [...witness.closings.values()].flatMap(({ standing, touched: ids }) => (standing ? [...ids] : []));
  const known = touched.filter((each) => witness.live().has(each));
  // What was decided before changes again more often than anything else.
  const again = known.length > 0 && random.chance(0.4) ? random.pick(known) : undefined;
  const id = again ?? (ofMonth.length > 0 && random.chance(0.8) ? random.pick(ofMonth) : drawn);
  const kind = only ?? random.pick(kinds);
  if (kind === 'insert') await control.move({ kind, month });
  else if (kind === 'shift') await control.move({ kind, ids: [id], to: random.pick([month, null]) });
  else if (kind === 'object') {
    const [, other] = random.pick(live);
    const { a552213_assoc_obj_type, a552213_assoc_record_id } = other.properties;
    const own = world.at(world.findSlot(Number(id)) ?? 0);
    world.replace({
      ...own,
      updatedAt: service.now(),
      properties: { ...own.properties, a552213_assoc_obj_type, a552213_assoc_record_id },
    });
  } else if (kind === 'label') {
    const key = witness.objectOf(id);
    await label(key, random.pick([...witness.labels.values()]).client, random.pick(['EUR', 'USD', null]));
  } else await control.move({ kind, ids: [id] });
}

async function expectAsWitnessed(number: number): Promise<void> {
  const told = await readClosing(ask, number);
  expect(told.drift, `drift of closing ${number}`).toEqual(witness.drift(number));
  expect(withoutNothing(told.equation), `equation of closing ${number}`).toEqual(
    withoutNothing(witness.equation(number)),
  );
  expect(told.holds).toBe(true);
}

it(
  'finds every edit after a closing, line by line, and the equation holds by currency',
  { timeout: 3_600_000 },
  async () => {
    await begin(chooseSize(200, 300), 5);
    const random = new Random(3, 'edits');
    // Enough of them that some stay where they were until their object is labelled anew.
    await fill('2026-10', chooseSize(40, 70));
    const numbers = await close('2026-10');
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    for (const kind of kinds) await edit(random, ['2026-10'], kind);
    const seen = new Set<string>();
    const EDITS = Number(process.env['EDITS'] ?? chooseSize(30, 300));
    for (let done = 0; done < EDITS;) {
      await refresh(true);
      for (const number of numbers) {
        await expectAsWitnessed(number);
        for (const { kind } of witness.drift(number).values()) seen.add(kind);
      }
      for (let each = random.between(1, 20); each > 0; each -= 1, done += 1) await edit(random, ['2026-09', '2026-10']);
    }
    expect(seen).toEqual(new Set(['changed', 'appeared', 'vanished', 'moved', 'relabelled']));
  },
);

// Each run has a history for every client and month: 6 of them, or 40 in each of two runs, and of 25 in the campaign.
it.each(Array.from({ length: Number(process.env['HISTORIES'] ?? chooseSize(1, 2)) }, (_, run) => run))(
  'keeps each billable record in one state through any history, and bills none twice (run %i)',
  { timeout: 3_600_000 },
  async (run) => {
    const months = chooseCases(2, ['2026-10', '2026-09', '2026-08', '2026-07']);
    await begin(chooseSize(200, 500), chooseSize(4, 10));
    const random = new Random(run, 'histories');
    for (const month of months) await fill(month, chooseSize(40, 70));
    const standing = () => [...witness.closings.values()].filter((closing) => closing.standing);
    let decided = 0;
    const ROUNDS = chooseSize(3, 20);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let each = random.between(5, 30); each > 0; each -= 1) await edit(random, months);
      await refresh(true);
      for (let each = chooseSize(6, 20); each > 0; each -= 1) {
        const closing = standing().length > 0 ? random.pick(standing()) : undefined;
        const act = closing ? random.pick(['close', 'decide', 'decide', 'decide', 'decide', 'end'] as const) : 'close';
        if (act === 'close') {
          const input = { period: random.pick(months), ...accept };
          if ((await refusal('closings.create', { ...input, dryRun: true })) === undefined) {
            const result = await app.call('closings.create', input);
            if (result.ok) {
              const { closings } = result.value as Output<'closings.create'>;
              for (const { number, client } of closings) witness.close(number, input.period, client);
              // What changes is decided of what was sent; some closings are not.
              for (const { client } of closings)
                if (client !== null && random.chance(0.9))
                  await app.call('sent.elsewhere', {
                    period: input.period,
                    filterGroups: ofClient(client),
                    reason: 'Drawn',
                  });
            }
          }
        } else if (act === 'decide' && closing) {
          const ids = [...witness.drift(closing.number).keys()].filter(() => random.chance(0.6));
          const decision = random.pick(['adjust', 'next', 'ignore'] as const);
          if (ids.length === 0) continue;
          // Refused where nothing was sent, or what came later is billed elsewhere.
          const refused = await refusal('closings.decide', { number: closing.number, ids, decision, reason: 'Drawn' });
          if (refused) {
            expect(refused).toMatchObject({ detail: expect.stringMatching(/was sent yet|billed by/) });
            continue;
          }
          decided += 1;
          witness.decide(closing.number, ids, decision);
        } else if (closing && random.chance(0.3)) {
          const method = random.pick(['closings.reopen', 'closings.cancel'] as const);
          // Refused where a later closing bills one of its lines.
          if ((await refusal(method, { number: closing.number, reason: 'Drawn' })) === undefined)
            witness.end(closing.number);
        }
      }
      for (const { number } of standing()) await expectAsWitnessed(number);
      for (const id of witness.live().keys()) expect(witness.holders(id).length, id).toBeLessThanOrEqual(1);
      for (const month of months) {
        const { sums } = await ask('closings.states', { period: month });
        const told: Record<string, number> = {};
        for (const { state, figures } of sums) {
          // The witness knows neither what waits nor what an invoice has of closings that were cancelled.
          const name = state === 'next' ? 'adjusted' : state === 'billed' ? 'open' : state;
          told[name] = figures.reduce((sum, { records }) => sum + records, told[name] ?? 0);
        }
        const expected: Record<string, number> = {};
        for (const id of witness.scope(month).keys())
          expected[witness.stateOf(id)] = (expected[witness.stateOf(id)] ?? 0) + 1;
        expect(told).toEqual(expected);
      }
    }
    expect(decided).toBeGreaterThan(0);
    // What was charged of each record, over all that was written, is what one closing charges of it.
    const charged = new Map<string, number>();
    for (const closing of standing())
      for (const id of closing.charged.keys()) charged.set(id, (charged.get(id) ?? 0) + 1);
    expect([...charged.values()].filter((times) => times > 1)).toEqual([]);
    const { closings } = await ask('closings.list', {});
    expect(closings.map(({ number }) => number)).toEqual(closings.map((_, at) => at + 1));
  },
);

it('bills a late entry with the next month, with its origin, and once', async () => {
  await begin(200, 2);
  const [october = 0] = await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [pattern] = witness.scope('2026-10', 'Client 0').keys();
  const record = service.world.at(service.world.findSlot(Number(pattern)) ?? 0);
  const id = service.world.at(service.world.slots - 1).id + 7;
  service.world.insert({ ...record, id, createdAt: service.now(), updatedAt: service.now() });
  await refresh();
  expect((await ask('closings.drift', { number: october })).lines).toMatchObject([
    { id: String(id), kind: 'appeared' },
  ]);
  await ask('closings.decide', { number: october, decision: 'next', reason: 'Came late' });
  const late = { closing: october, id: String(id) };
  const { closings } = await ask('closings.create', { period: '2026-11', client: 'Client 0', ...accept });
  expect(closings).toMatchObject([{ number: 2, carried: [late], provisional: ['running'] }]);
  const shown = await ask('closings.show', { number: 2 });
  expect(shown.carried).toMatchObject([{ ...late, period: '2026-10', reason: 'Came late', before: null }]);
  expect(await refusal('closings.reopen', { number: october, reason: 'Too early' })).toMatchObject({ code: 'usage' });
  await ask('closings.reopen', { number: 2, reason: 'November is running' });
  expect((await ask('closings.month', { period: '2026-11' })).lines).toContainEqual(
    expect.objectContaining({ client: 'Client 0', carried: 1 }),
  );
});

it('refuses what is undecided, closed or held elsewhere, and names it', async () => {
  await begin(200, 3);
  await fill('2026-10', 20);
  const [some = ''] = witness.scope('2026-10', 'Client 0').keys();
  await label(witness.objectOf(some), null, 'EUR');
  const refused = await refusal('closings.create', { period: '2026-10' });
  expect(refused).toMatchObject({ code: 'usage', detail: expect.stringContaining('no client') });
  await close('2026-10', 'Client 1');
  await sendElsewhere('2026-10', 'Client 1');
  expect(await refusal('closings.create', { period: '2026-10', client: 'client 1', ...accept })).toMatchObject({
    detail: expect.stringContaining('closing 1'),
  });
  const [moved = ''] = witness.scope('2026-10', 'Client 1').keys();
  await service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
  await refresh();
  const november = { period: '2026-11', client: 'Client 1', ...accept };
  expect(await refusal('closings.create', november)).toMatchObject({
    detail: expect.stringMatching(new RegExp(`${moved}.*closing 1`)),
  });
  await ask('closings.decide', { number: 1, ids: [moved], decision: 'ignore', reason: 'It was paid' });
  expect(await ask('closings.create', { ...november, dryRun: true })).toMatchObject({ leftOut: 1, blocked: [] });
  // What was decided and is in no table was never charged.
  const [edited = ''] = [...witness.scope('2026-10', 'Client 1').keys()].filter((id) => id !== moved);
  await service.control.move({ kind: 'edit', ids: [edited] });
  await refresh();
  await ask('closings.decide', { number: 1, ids: [edited], decision: 'adjust', reason: 'Corrected' });
  await ask('closings.cancel', { number: 1, reason: 'Sent to the wrong firm' });
  const { closings } = await ask('closings.list', {});
  expect(closings.map(({ status, cancels }) => [status, cancels])).toEqual([
    ['cancelled', null],
    ['minus', 1],
  ]);
  const sum = (at: number) => closings[at]?.totals.map(({ currency, value }) => [currency, value.replace('-', '')]);
  expect(sum(1)).toEqual(sum(0));
});

it('closes what only another choice of amounts bills, and finds it when it comes later', async () => {
  await begin(200, 2);
  const makeOther = (id: string) => {
    const record = service.world.at(service.world.findSlot(Number(id)) ?? 0);
    const none = { a552213_billable_minutes: 0, a552213_billable_hours: 0, a552213_billable_amount: null };
    const properties = { ...record.properties, ...none, a552213_billable_amount_auto: '80' };
    service.world.replace({ ...record, updatedAt: service.now(), properties });
  };
  const [before = ''] = witness.scope('2026-10', 'Client 0').keys();
  makeOther(before);
  await refresh();
  await close('2026-10', 'Client 0');
  // No file of billable records has it, and it adds nothing.
  expect(await nextOf('2026-10')).toBe('send');
  const billable = { propertyName: 'billable', operator: 'IN', values: ['true'] };
  const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), billable] }];
  expect(await send('2026-10', { filterGroups })).toBeUndefined();
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ same: true, bills: true }]);
  expect(await nextOf('2026-10')).toBe('done');
  const late = insertLate();
  makeOther(late);
  await refresh();
  await ask('settings.set', { amounts: 'auto' });
  const { lines } = await ask('closings.drift', { number: 1 });
  expect(lines).toMatchObject([{ id: late, kind: 'appeared', after: { minutes: '0', value: '0' } }]);
  const { open: unbilled } = await ask('closings.states', { period: '2026-10', limit: 500 });
  expect(unbilled.map(({ id }) => id)).not.toContain(before);
});

it('knows the file that was sent of a closing, and that it was changed', async () => {
  await begin(200, 3);
  await fill('2026-10', 20);
  await close('2026-10', 'Client 1');
  const report = { measures: ['records'], groupBy: [], period: '2026-Q4' };
  expect((await ask('report.run', report)).closings).toBe(1);
  expect((await ask('report.run', { ...report, period: '2026-09' })).closings).toBeUndefined();
  const path = join(folder, 'client-1.csv');
  destination = { path };
  const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Client 1' }] }];
  await ask('export.run', { period: '2026-10', filterGroups, columns: ['title'], format: 'csv', bills: true });
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([
    { number: 1, same: true, place: 'as-sent' },
  ]);
  expect((await ask('closings.month', { period: '2026-10' })).lines).toContainEqual(
    expect.objectContaining({ client: 'Client 1', closing: 1, sent: 1, next: 'done' }),
  );
  expect(await refusal('closings.reopen', { number: 1, reason: 'Oops' })).toMatchObject({
    detail: expect.stringContaining('client-1.csv'),
  });
  writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ place: 'changed' }]);
  destination = { path: join(folder, 'months') };
  await ask('export.run', {
    period: '2026-10',
    filterGroups,
    columns: ['title'],
    format: 'parquet',
    partition: 'month',
  });
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ number: 2, place: 'as-sent' }, {}]);
});

it('writes adjustments as reversal and rebooking', async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [id = ''] = witness.scope('2026-10', 'Client 0').keys();
  await service.control.move({ kind: 'edit', ids: [id] });
  await refresh();
  await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' });
  destination = { path: join(folder, 'adjustments.csv') };
  expect(await ask('closings.adjust', { number: 1 })).toMatchObject({ file: 'adjustments.csv', lines: 2 });
  const [, reversal = '', rebooking = ''] = readFileSync(destination.path, 'utf8').split('\r\n');
  expect(reversal).toMatch(new RegExp(`^1,.*2026-10.*,Client 0,${id},reversal,-`));
  expect(rebooking).toMatch(new RegExp(`^1,.*2026-10.*,Client 0,${id},rebooking,\\d`));
  const [table] = (await ask('sent.list', {})).files;
  expect(table).toMatchObject({ number: 2, of: 'adjustments', bills: true, state: 'saved', client: 'Client 0' });
  expect(await ask('export.verify', {})).toMatchObject({ sent: { file: { number: 2 }, counts: null } });
  // A table that never left has no lines; one that is out again has them once.
  expect(await refusal('closings.adjust', { number: 1 })).toMatchObject({
    detail: expect.stringContaining('adjustments.csv'),
  });
  await ask('sent.settle', { number: 2, state: 'withdrawn' });
  destination = { path: join(folder, 'second.csv') };
  await ask('closings.adjust', { number: 1 });
  expect(await refusal('sent.settle', { number: 2, state: 'saved' })).toMatchObject({
    detail: expect.stringContaining('Another table of closing 1'),
  });
  // A place that cannot be written to leaves neither step nor file.
  await ask('sent.settle', { number: 3, state: 'withdrawn' });
  mkdirSync(join(folder, 'taken.csv'));
  destination = { path: join(folder, 'taken.csv') };
  expect(await refusal('closings.adjust', { number: 1 })).toMatchObject({ code: 'write-failed' });
  destination = { path: join(folder, 'third.csv') };
  expect(await ask('closings.adjust', { number: 1 })).toMatchObject({ file: 'third.csv', lines: 2 });
  // In a register that was begun anew another file has the number of a table.
  await app.close();
  for (const name of readdirSync(join(folder, 'workspaces/default')).filter((each) => each.startsWith('sent.sqlite')))
    rmSync(join(folder, 'workspaces/default', name));
  await open();
  await sendElsewhere('2026-10', 'Client 1');
  await sendElsewhere('2026-10', 'Client 0');
  expect((await ask('closings.show', { number: 1 })).files.map(({ number }) => number)).toEqual([2]);
  await ask('sent.settle', { number: 2, state: 'withdrawn' });
  expect(await refusal('sent.settle', { number: 2, state: 'saved' })).toBeUndefined();
});

/** Sends a month of Client 0 as a file that bills. @returns why not */
async function send(period: string, more: object = {}): Promise<string | undefined> {
  destination = { path: join(folder, `invoice-${period}.csv`), replaces: true };
  const input = { period, filterGroups: ofClient('Client 0'), columns: ['title'], format: 'csv', bills: true, ...more };
  const refused = await refusal('export.run', input);
  return refused && 'detail' in refused ? refused.detail : refused?.code;
}

/** A record of October like another, by Client 0. */
function insertLate(): string {
  const [pattern] = witness.scope('2026-10', 'Client 0').keys();
  const record = service.world.at(service.world.findSlot(Number(pattern)) ?? 0);
  const id = service.world.at(service.world.slots - 1).id + 7;
  service.world.insert({ ...record, id, createdAt: service.now(), updatedAt: service.now() });
  return String(id);
}
const lineOf = async (period: string) =>
  (await ask('closings.month', { period })).lines.find(({ client }) => client === 'Client 0');
const nextOf = async (period: string) => (await lineOf(period))?.next;

/** Writes the credit note of a minus. @returns its totals by currency */
async function credit(number: number) {
  destination = { path: join(folder, `credit-${number}.csv`) };
  return byCurrency((await ask('closings.adjust', { number }))?.totals);
}
const byCurrency = (totals: readonly Figures[] | undefined, sign = 1n) =>
  new Map(
    totals?.map(({ currency, minutes, value }) => [
      currency,
      [minutes, value].map((figure) => formatUnits(sign * toUnits(figure))),
    ]),
  );
const october = { period: '2026-10', client: 'Client 0', ...accept };

it('sends exactly what was closed, and before that nothing is decided but closed anew', async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  const [some = ''] = witness.scope('2026-10', 'Client 0').keys();
  await service.control.move({ kind: 'edit', ids: [some] });
  await refresh();
  expect(await nextOf('2026-10')).toBe('firm');
  expect(await refusal('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' })).toMatchObject({
    detail: expect.stringContaining('Nothing of closing 1 was sent yet'),
  });
  expect(await send('2026-10')).toContain(`Record ${some} was modified since closing 1`);
  expect((await ask('closings.create', { ...october, anew: 1 })).closings).toMatchObject([{ number: 2 }]);
  const late = insertLate();
  await refresh();
  expect(await send('2026-10')).toContain(`Record ${late} is not in closing 2`);
  await ask('closings.create', { ...october, anew: 2 });
  const without = { propertyName: propertyNames.id, operator: 'NEQ', value: late };
  const part = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
  expect(await send('2026-10', { filterGroups: part })).toContain(`Record ${late} of closing 3 would not be`);
  expect(await nextOf('2026-10')).toBe('send');
  expect(await send('2026-10')).toBeUndefined();
  expect(await nextOf('2026-10')).toBe('done');
  expect(await refusal('closings.create', { ...october, anew: 3 })).toMatchObject({
    detail: expect.stringContaining('was sent with'),
  });
  expect((await ask('closings.list', {})).closings.map(({ status }) => status)).toEqual([
    'reopened',
    'reopened',
    'standing',
  ]);
  // A file that has more is another, and what it has is not billed by a decision once more.
  const second = insertLate();
  await refresh();
  const seen = (await ask('closings.drift', { number: 3 })).digest;
  expect(await send('2026-10', { again: 'With what came late' })).toBeUndefined();
  expect((await ask('closings.show', { number: 3 })).files.map(({ same }) => same)).toEqual([false, true]);
  const decision = { number: 3, reason: 'Came late' };
  expect(await refusal('closings.decide', { ...decision, decision: 'adjust' })).toMatchObject({
    detail: expect.stringContaining(`Record ${second} is billed by`),
  });
  insertLate();
  await refresh();
  expect(await refusal('closings.decide', { ...decision, decision: 'ignore', expected: seen })).toMatchObject({
    detail: expect.stringContaining('Other lines of closing 3'),
  });
  // Closed anew, it would forget what was decided of it.
  await ask('closings.decide', { ...decision, decision: 'ignore' });
  for (const number of [1, 2]) await ask('sent.settle', { number, state: 'withdrawn' });
  expect(await refusal('closings.create', { ...october, anew: 3 })).toMatchObject({
    detail: expect.stringContaining('decided'),
  });
});

it('bills lines of an earlier closing as a table before the month is sent, and no ignored record again', async () => {
  await begin(200, 2);
  await service.control.move({ kind: 'shift', count: 20, to: '2026-11' });
  await refresh();
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [moved = ''] = witness.scope('2026-10', 'Client 0').keys();
  await service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
  await refresh();
  await ask('closings.decide', { number: 1, ids: [moved], decision: 'ignore', reason: 'It was paid' });
  const late = insertLate();
  await refresh();
  await ask('closings.decide', { number: 1, ids: [late], decision: 'next', reason: 'Came late' });
  const { sums } = await ask('closings.states', { period: '2026-10' });
  expect(sums.find(({ state }) => state === 'next')?.figures).toMatchObject([{ records: 1 }]);
  await ask('closings.create', { period: '2026-11', client: 'Client 0', ...accept });
  expect(await send('2026-11')).toContain(`Record ${moved} stays with closing 1`);
  const { lines } = await ask('closings.month', { period: '2026-11' });
  const { elsewhere = [], next } = lines.find(({ client }) => client === 'Client 0') ?? {};
  expect([elsewhere, next]).toEqual([[moved], 'adjust']);
  const without = { propertyName: propertyNames.id, operator: 'NOT_IN', values: elsewhere };
  const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
  expect(await send('2026-11', { filterGroups })).toContain('save its adjustments first');
  destination = { path: join(folder, 'carried.csv') };
  expect(await ask('closings.adjust', { number: 2 })).toMatchObject({ file: 'carried.csv', lines: 1 });
  expect(readFileSync(destination.path, 'utf8')).toMatch(
    new RegExp(`1,.*2026-10.*,Client 0,${late},rebooking,.*closing 2`),
  );
  expect(await refusal('closings.adjust', { number: 2 })).toMatchObject({ code: 'usage' });
  expect(await send('2026-11', { filterGroups })).toBeUndefined();
  expect(await nextOf('2026-11')).toBe('done');
});

it('names the one step that works: to reopen, to cancel, and then to credit', async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [id = ''] = witness.scope('2026-10', 'Client 0').keys();
  await service.control.move({ kind: 'edit', ids: [id] });
  await refresh();
  await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' });
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await nextOf('2026-10')).toBe('reopen');
  destination = { path: join(folder, 'adjustments.csv') };
  const adjusted = await ask('closings.adjust', { number: 1 });
  expect(await nextOf('2026-10')).toBe('cancel');
  await ask('closings.cancel', { number: 1, reason: 'Sent to the wrong firm' });
  expect(await lineOf('2026-10')).toMatchObject({ closing: null, minus: 2, next: 'credit' });
  // The client has the table alone: the records that no file bills are not given back.
  expect(await credit(2)).toEqual(byCurrency(adjusted?.totals, -1n));
  expect(await nextOf('2026-10')).toBe('close');
});

it('gives back with each minus what was billed since the one before, and nothing that was withdrawn', async () => {
  await begin(200, 2);
  const cancel = async (number: number) => {
    await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
    await service.control.advance(1000);
  };
  const closeAndSend = async (sentAs: number) => {
    await ask('closings.create', { period: '2026-10', client: 'Client 0', ...accept });
    await service.control.advance(1000);
    expect(await send('2026-10', sentAs > 1 ? { again: 'Another invoice' } : {})).toBeUndefined();
    await service.control.advance(1000);
  };
  await closeAndSend(1);
  await cancel(1);
  expect(await nextOf('2026-10')).toBe('credit');
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await nextOf('2026-10')).toBe('close');
  await closeAndSend(2);
  expect(await lineOf('2026-10')).toMatchObject({ closing: 3, minus: null, next: 'done' });
  await cancel(3);
  const { closing } = await ask('closings.show', { number: 4 });
  expect(await credit(4)).toEqual(byCurrency(closing.totals));
  expect(await lineOf('2026-10')).toMatchObject({ closing: null, minus: null, next: 'close' });
  expect(await refusal('closings.adjust', { number: 2 })).toMatchObject({ code: 'usage' });
  // The file that the credit note made up for is not one of the closing that is made anew.
  await ask('closings.create', { period: '2026-10', client: 'Client 0', ...accept });
  expect(await nextOf('2026-10')).toBe('send');
});

it.each([
  [1, 2],
  [2, 1],
])(
  'gives back a record that moved with the closing that charged it, when %i is cancelled before %i',
  async (...order) => {
    await begin(200, 2);
    const wait = () => service.control.advance(1000);
    await close('2026-10', 'Client 0');
    await wait();
    expect(await send('2026-10')).toBeUndefined();
    const [moved = ''] = witness.scope('2026-10', 'Client 0').keys();
    await service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
    await refresh();
    await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'It is of November' });
    destination = { path: join(folder, 'adjustments.csv') };
    await ask('closings.adjust', { number: 1 });
    await wait();
    await close('2026-11', 'Client 0');
    await wait();
    expect(await send('2026-11')).toBeUndefined();
    for (const [at, number] of order.entries()) {
      await wait();
      await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
      const minus = at + 3;
      const { closing } = await ask('closings.show', { number: minus });
      const all = byCurrency(closing.totals);
      expect(await credit(minus)).toEqual(all);
      // The note keeps what it has when the file is withdrawn, so that its records can be billed anew.
      await ask('sent.settle', { number: number === 1 ? 1 : 3, state: 'withdrawn' });
      destination = { path: join(folder, `copy-${minus}.csv`) };
      expect(byCurrency((await ask('closings.adjust', { number: minus, all: true }))?.totals)).toEqual(all);
    }
  },
);

it('counts what closings decided of late records as billed, and marks none of them', async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const late = [insertLate()];
  for (const decision of ['adjust', 'ignore', 'next', undefined]) {
    await refresh();
    if (decision) await ask('closings.decide', { number: 1, decision, reason: 'Came late' });
    if (decision) late.push(insertLate());
  }
  const open = late.at(-1);
  const listUnbilled = async () => {
    const billed = { propertyName: 'billed', operator: 'IN', values: ['false'] };
    const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), billed] }];
    const { rows } = await ask('records.page', {
      period: '2026-10',
      filterGroups,
      columns: ['title'],
      limit: 99,
      offset: 0,
    });
    return rows.map(({ id }) => id).filter((id) => late.includes(id));
  };
  expect(await listUnbilled()).toEqual([open]);
  expect(await sendElsewhere('2026-10', 'Client 0')).toMatchObject({ mark: { records: 1 } });
  // A record is not billed twice by its file and what was decided of it.
  await ask('closings.decide', { number: 1, decision: 'ignore', reason: 'It is on the second invoice' });
  const twice = (await ask('checks.run', {})).checks.find(({ id }) => id === 'billed-twice');
  expect(twice?.open).toBe(0);
});

it('bills what moved with the next month, without a reason to bill it again', async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [moved = '', paid = ''] = witness.scope('2026-10', 'Client 0').keys();
  await service.control.move({ kind: 'shift', ids: [moved, paid], to: '2026-11' });
  await refresh();
  await ask('closings.decide', { number: 1, ids: [moved], decision: 'next', reason: 'It is of November' });
  await ask('closings.decide', { number: 1, ids: [paid], decision: 'ignore', reason: 'It was paid' });
  const november = { period: '2026-11', client: 'Client 0', reason: 'As agreed' };
  const others = accept.accept.filter((kind) => kind !== 'billed');
  await refresh();
  await ask('closings.create', { ...november, accept: others });
  const without = { propertyName: propertyNames.id, operator: 'NEQ', value: paid };
  const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
  expect(await send('2026-11', { filterGroups })).toBeDefined();
  destination = { path: join(folder, 'carried.csv') };
  await ask('closings.adjust', { number: 2 });
  expect(await send('2026-11', { filterGroups })).toBeUndefined();
  const { files } = await ask('closings.show', { number: 2 });
  expect(files.map(({ file, same }) => [file, same])).toEqual([
    ['carried.csv', true],
    ['invoice-2026-11.csv', true],
  ]);
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ number: 1 }]);
  await ask('sent.settle', { number: 3, state: 'withdrawn' });
  expect(await send('2026-11', { filterGroups })).toBeUndefined();
  expect(await send('2026-11', { filterGroups })).toContain('invoice-2026-11.csv');
});

it('closes what a file bills already only with a reason, and nothing where steps were removed', async () => {
  await begin(200, 2);
  await sendElsewhere('2026-10', 'Client 0');
  const { accept: all, reason } = accept;
  const input = { ...october, accept: all.filter((kind) => kind !== 'billed'), reason };
  expect(await refusal('closings.create', input)).toMatchObject({
    detail: expect.stringContaining('in a file that bills already'),
  });
  await close('2026-10', 'Client 0');
  expect(await nextOf('2026-10')).toBe('done');
  expect(await refusal('closings.reopen', { number: 1, reason: 'Oops' })).toMatchObject({ code: 'usage' });
  const own = join(folder, 'workspaces/default');
  const isAside = expect.objectContaining({ detail: expect.stringContaining('set aside as closings.damaged-') });
  destination = { path: join(folder, 'saved.timelog') };
  await ask('workspace.save', {});
  // The last step is gone, and nothing else: the journal knows that there was one more.
  await app.close();
  const database = new DatabaseSync(join(own, 'closings.sqlite'));
  database.exec('DELETE FROM step; DELETE FROM column_of');
  database.close();
  await open();
  const [aside = ''] = readdirSync(own).filter((name) => name.startsWith('closings.damaged-'));
  const answer = await ask('report.run', { measures: ['records'], groupBy: [], period: '2026-10' });
  expect(answer.closings).toBeNull();
  for (const [method, question] of [
    ['closings.create', { ...october, client: 'Client 1' }],
    ['closings.month', { period: '2026-10' }],
    ['closings.log', {}],
    ['workspace.load', { name: 'default' }],
  ] as const)
    expect(await refusal(method, question)).toEqual(isAside);
  expect(await send('2026-10', { again: undefined })).toContain(aside);
  // A reason to bill again, a mark, and the return of a file bill something too.
  expect(await send('2026-10', { again: 'For another' })).toContain(aside);
  const mark = { period: '2026-10', filterGroups: ofClient('Client 1'), reason: 'On paper' };
  expect(await refusal('sent.elsewhere', mark)).toEqual(isAside);
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await refusal('sent.settle', { number: 1, state: 'saved' })).toEqual(isAside);
  // Moved elsewhere, it begins anew, once the program has started again.
  rmSync(join(own, aside));
  expect(await refusal('closings.log', {})).toEqual(isAside);
  await app.close();
  copyFileSync(join(own, 'journal.sqlite'), join(own, 'journal.copy'));
  await open();
  await close('2026-10', 'Client 1');
  expect((await ask('closings.log', {})).steps).toHaveLength(1);
  // A copy of the journal that is older knows fewer steps than there are.
  await app.close();
  renameSync(join(own, 'journal.copy'), join(own, 'journal.sqlite'));
  await open();
  expect((await ask('closings.log', {})).steps).toHaveLength(1);
});

it.each([
  ['what a closing says', "UPDATE step SET body = replace(body, '\"running\"', '\"rumning\"') || ' ' WHERE step = 2"],
  [
    'the values of its records',
    "UPDATE column_of SET body = CAST(body || x'00' AS BLOB) WHERE step = 2 AND name = 'value'",
  ],
])('names the closing of which one byte of %s is another', async (_what, sql) => {
  await begin(200, 3);
  await close('2026-10');
  await app.close();
  const database = new DatabaseSync(join(folder, 'workspaces/default/closings.sqlite'));
  database.exec(sql);
  database.close();
  await open();
  expect(await refusal('closings.drift', { period: '2026-10' })).toMatchObject({
    code: 'file-damaged',
    detail: expect.stringContaining('closing 2'),
  });
});
