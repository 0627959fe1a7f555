import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Input, Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import { toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { createApp, type App } from '#electron/app/app.ts';
import type { Destination } from '#electron/host/host.ts';
import { openSentRegister, SentRecords } from '#electron/history/sent-register.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { openTerminal, runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const DAY = 86_400_000;

let folder: string;
let service: NearService;
let prepared: PreparedFolder;
let app: App | undefined;
let destination: Destination | undefined;
let source: { readonly path: string } | undefined;
const secrets = memorySecrets();
let deliver = async () => {};

beforeAll(async () => {
  service = await startProvingService({ records: 160, seed: 5, startAt: START, frozen: true, asOf: '2026-11-01' });
  prepared = await prepareFolder(service, async (made) => {
    folder = made;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    await ask('sync.run', {});
    await app?.close();
  });
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(async () => {
  folder = prepared.copy();
  deliver = async () => {};
  await open();
});
afterEach(async () => {
  await shut();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  app = await createApp({
    host: quietHost({
      secrets,
      chooseDestination: async () => destination,
      chooseSource: async () => source,
      chooseFolder: async () => destination,
      deliver: () => deliver(),
    }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
}

async function shut(): Promise<void> {
  await app?.close();
  app = undefined;
}

async function ask<M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Output<M>> {
  const result = await call<M>(method, input, asKnown);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function call<M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Result<Output<M>>> {
  if (!app) throw new Error('The app is open');
  return (await app.call(method, input, undefined, undefined, asKnown)) as Result<Output<M>>;
}

const october = {
  period: '2026-10',
  columns: ['title', 'total_hours', 'billable_amount', 'month_year'],
  format: 'csv',
};
const november = { ...october, period: '2026-11' };

function writeTo(name: string): string {
  destination = { path: join(folder, name) };
  return destination.path;
}

/** One of October's records is moved to November in the CRM, and another is gone. */
async function moveOne(): Promise<string> {
  const { rows } = await ask('records.page', { period: '2026-10', columns: ['title'], offset: 0, limit: 2 });
  const [moved = '', removed = ''] = rows.map(({ id }) => id);
  await service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
  await service.control.move({ kind: 'remove', ids: [removed] });
  await service.control.advance(DAY);
  await ask('sync.run', {});
  return moved;
}

it('tells of a record that was sent in October’s file and is November’s now', async () => {
  const path = writeTo('october.csv');
  const written = await ask('export.run', october);
  const moved = await moveOne();
  const { files } = await ask('sent.list', {});
  expect(files).toMatchObject([
    { number: 1, state: 'saved', file: 'october.csv', path, sha256: written?.sha256, bills: false },
  ]);
  await tellSinceFile(moved);
  const { changes: history } = await ask('memory.record', { id: moved });
  expect(history.map(({ kind }) => kind)).toEqual(['changed']);
});

/** What is told of file 1: one record moved out of it, and one is gone. */
async function tellSinceFile(moved: string): Promise<Omit<Output<'memory.changes'>, 'since' | 'until'>> {
  const { since: _since, until: _until, ...told } = await ask('memory.changes', { file: 1 });
  expect(told.counts).toEqual({
    appeared: 0,
    changed: 0,
    vanished: 1,
    'moved-in': 0,
    'moved-out': 1,
    relabelled: 0,
  });
  expect(told.before.logged).not.toBe(told.after.logged);
  const { changes, total } = await ask('memory.changed', { file: 1 });
  expect(total).toBe(2);
  const change = changes.find(({ id }) => id === moved);
  expect(change?.kind).toBe('moved-out');
  expect(change?.fields).toContainEqual({ name: 'a552213_month_year', before: '2026-10-01', after: '2026-11-01' });
  return told;
}

it('writes what changed to a file: both moments, the steps from then to now, and each value, which add up', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const moved = await moveOne();
  const told = await ask('memory.changes', { file: 1 });
  const path = writeTo('changes.csv');
  const manifest = await ask('export.changes', { file: 1, format: 'csv', preset: 'machine' });
  expect(manifest).toMatchObject({
    of: 'changes',
    audience: 'internal',
    records: 2,
    period: { from: '2026-10-01', to: '2026-10-31' },
    changes: { since: told.since, until: told.until, file: 1 },
  });
  expect(manifest?.title).toMatch(
    /^What changed since october.csv, from 2026-11-02 08:00 UTC to 2026-11-03 08:00 UTC$/,
  );
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, bom: true });
  const sum = (name: 'logged' | 'value', isKept: (row: Record<string, string>) => boolean) =>
    rows.filter(isKept).reduce((total, row) => total + toUnits(row[name] || '0'), 0n);
  const [then, ...rest] = rows.filter(({ id }) => id === '');
  const now = rest.at(-1);
  expect([then?.['step'], now?.['step']]).toEqual(['Then, 2026-11-02 08:00 UTC', 'Now, 2026-11-03 08:00 UTC']);
  for (const name of ['logged', 'value'] as const) {
    const change = toUnits(now?.[name] ?? '') - toUnits(then?.[name] ?? '');
    expect(change).not.toBe(0n);
    expect(sum(name, ({ id }) => id !== '')).toBe(change);
    expect(sum(name, (row) => rest.slice(0, -1).includes(row))).toBe(change);
  }
  expect(rows).toContainEqual(
    expect.objectContaining({ id: moved, step: 'moved out', before: '2026-10-01', after: '2026-11-01' }),
  );
  // Remembered like any other, but not as these records themselves.
  const [sent] = (await ask('sent.list', {})).files;
  expect(sent).toMatchObject({ file: 'changes.csv', of: 'changes', hasRecords: false, state: 'saved' });
  expect(await call('export.changes', { file: 1, format: 'csv', bills: true })).toMatchObject({
    error: { code: 'usage' },
  });
  for (const format of ['xlsx', 'pdf', 'html']) {
    writeTo(`changes.${format}`);
    expect(await ask('export.changes', { since: '2026-11-02', format })).toMatchObject({ of: 'changes', format });
  }
  source = { path };
  const answer = await ask('export.verify', {});
  expect(answer).toMatchObject({ matches: { holds: true }, sent: { counts: null } });
});

it('tells of every currency whose value moved, though it adds up one', async () => {
  const { objectType, objectId } = propertyNames;
  const columns = [objectType, objectId];
  const { rows } = await ask('records.page', { period: '2026-10', columns, offset: 0, limit: 500 });
  const keys = rows.map(({ values }) => `${values[objectType]}:${values[objectId]}`);
  const [moved, removed] = keys;
  expect(moved).not.toBe(removed);
  const without = keys.findLast((key) => key !== moved && key !== removed);
  const toCurrency = (key: string) => (key === moved ? 'CHF' : 'EUR');
  const objects = keys.map((key) => [key, { name: key, ...(key !== without && { currency: toCurrency(key) }) }]);
  await ask('names.keep', { objects: Object.fromEntries(objects) });
  writeTo('october.csv');
  await ask('export.run', october);
  await moveOne();
  const told = await ask('memory.changes', { file: 1 });
  const inFrancs = await ask('memory.changes', { file: 1, currency: 'CHF' });
  // What has no currency is not taken for the money of all.
  expect(told.currencies).toEqual([null, 'CHF', 'EUR']);
  expect(told).toMatchObject({
    currency: 'EUR',
    others: [{ currency: 'CHF', before: inFrancs.before.value, after: inFrancs.after.value }],
  });
  expect(inFrancs.others).toMatchObject([{ currency: 'EUR', before: told.before.value, after: told.after.value }]);
  const path = writeTo('changes.csv');
  expect(await ask('export.changes', { file: 1, format: 'csv' })).toMatchObject({
    currency: 'EUR',
    notes: [{ code: 'mixed-currencies', text: expect.stringContaining('CHF') }],
  });
  const text = readFileSync(path, 'utf8');
  for (const said of ['Billable value (EUR)', 'Period', '2026-10-01', 'Value in CHF moved, too'])
    expect(text).toContain(said);
  await shut();
  const terminal = await openTerminal({ data: folder, url: service.url, key: service.key }, service.now);
  onTestFinished(() => terminal.close());
  const run = (...more: string[]) => terminal.run(['sent', '1', ...more]);
  expect((await run()).stdout).toMatch(/ EUR[^]*Value in CHF moved, too: .* → .*--currency CHF/);
  const figure = ['history', '--figure', 'billable_value', '--period', '2026-10'];
  const several = await terminal.run(figure);
  expect([several.stdout, several.stderr]).toEqual([
    expect.stringMatching(/ –$/m),
    expect.stringMatching(/several currencies.*CHF.*--currency/),
  ]);
  for (const [currency, { before, after }] of [
    ['EUR', told],
    ['CHF', inFrancs],
  ] as const) {
    const { stdout } = await terminal.run([...figure, '--currency', currency, '--json']);
    const { steps } = JSON.parse(stdout) as Output<'memory.figure'>;
    expect(steps.slice(-2)).toMatchObject([
      { value: before.value, currency },
      // Nothing is in it any more where its only record left.
      { value: after.value === '0' ? null : after.value, currency },
    ]);
  }
  expect((await run('--currency', 'CHF')).stdout).toMatch(/Value in EUR moved, too[^]*Billable value CHF/);
});

/** The store and its base are lost, so that nothing is known of the moments before. */
async function rebuild(): Promise<void> {
  const own = join(folder, 'workspaces/default');
  for (const name of readdirSync(own)) if (name.startsWith('base-')) rmSync(join(own, name));
  await ask('data.rebuild', {});
  await ask('sync.run', {});
}

it('tells the same of a file by what was written down of it, once nothing else is known of then', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const moved = await moveOne();
  const told = await tellSinceFile(moved);
  await rebuild();
  expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('unknown');
  const { before, after, records, period } = await tellSinceFile(moved);
  expect({ before, after, records, period }).toEqual({
    before: told.before,
    after: told.after,
    records: told.records,
    period: told.period,
  });
  writeTo('changes.csv');
  expect(await ask('export.changes', { file: 1, format: 'csv' })).toMatchObject({
    changes: { since: { merge: null }, file: 1 },
    notes: [{ code: 'kept', text: expect.stringContaining('october.csv') }],
  });
});

it('takes no value for empty that was not written down', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const { rows } = await ask('records.page', { period: '2026-10', columns: ['title'], offset: 0, limit: 1 });
  await service.control.move({ kind: 'edit', ids: [rows[0]?.id ?? ''] });
  await service.control.advance(DAY);
  await ask('sync.run', {});
  await rebuild();
  const { changes } = await ask('memory.changed', { file: 1 });
  const names = changes.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names).toContain(propertyNames.totalHours);
  expect(names).not.toContain(propertyNames.totalMinutes);
  await shut();
  const told = await runInProcess(['sent', '1', '--data-dir', folder]);
  expect(told.stdout).toContain('it is compared by what was written down of its records');
});

it('writes every name that is another to the file, where the screen lists a hundred', async () => {
  const since = `#${(await ask('memory.merges', {})).merges[0]?.number}`;
  const names = Array.from({ length: 103 }, (_, at) => `Deal ${at + 1}.`);
  const objects = Object.fromEntries(names.map((name, at) => [`0-3:${at + 1}`, { name }]));
  await ask('names.keep', { objects });
  const { labels, labelCount } = await ask('memory.changes', { since });
  expect([labels.length, labelCount]).toEqual([100, 103]);
  const path = writeTo('changes.csv');
  await ask('export.changes', { since, format: 'csv' });
  const text = readFileSync(path, 'utf8');
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it('writes the same file again as it was known then, and knows it', async () => {
  const path = writeTo('october.csv');
  await ask('export.run', october);
  await moveOne();
  const { merges } = await ask('memory.merges', {});
  const first = merges.findLast(({ kind }) => kind === 'first');
  const again = writeTo('again.csv');
  const manifest = await ask('export.run', october, `#${first?.number}`);
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(path, 'utf8'));
  expect(manifest?.asKnown).toBe(first?.seenAt);
});

it('bills a record once, and a second time only with a reason', async () => {
  writeTo('october.csv');
  await ask('export.run', { ...october, bills: true });
  const moved = await moveOne();
  expect(await ask('sent.billed', { period: '2026-11' })).toMatchObject({ billed: 1, first: { file: 'october.csv' } });
  expect(await openFindings()).toEqual({ 'sent-changed': 1, 'billed-twice': 0 });
  writeTo('november.csv');
  const refused = await call('export.run', { ...november, bills: true });
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('october.csv') },
  });
  expect((await ask('sent.list', {})).files).toHaveLength(1);
  await ask('export.run', { ...november, bills: true, again: 'Moved by the client' });
  expect((await ask('sent.list', {})).files[0]).toMatchObject({ number: 2, bills: true, again: 'Moved by the client' });
  expect(await openFindings()).toEqual({ 'sent-changed': 0, 'billed-twice': 1 });
  expect(await openFindings('2026-11-02')).toEqual({ 'sent-changed': 0, 'billed-twice': 0 });
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await openFindings()).toEqual({ 'sent-changed': 0, 'billed-twice': 0 });
  const only = { filterGroups: [{ filters: [{ propertyName: 'sys_object_id', operator: 'EQ', value: moved }] }] };
  expect(await ask('sent.billed', only)).toMatchObject({ billed: 1, first: { file: 'november.csv' } });
});

async function openFindings(asKnown?: string) {
  const { checks } = await ask('checks.run', {}, asKnown);
  const open = checks.filter(({ id }) => id === 'sent-changed' || id === 'billed-twice');
  return Object.fromEntries(open.map(({ id, open: found }) => [id, found]));
}

const isBilled = (value: string) => ({ propertyName: 'billed', operator: 'EQ', value });
const billable = { propertyName: 'billable', operator: 'EQ', value: 'true' };
const billableOf = async (filters: readonly object[], asKnown?: string) => {
  const report = { measures: ['a552213_billable_minutes'], filterGroups: [{ filters }] };
  const { totals, records } = await ask('report.run', report, asKnown);
  return { minutes: Object.values(totals)[0], records };
};

it('knows what is not sent yet, today and as it was known, and bills just that', async () => {
  const all = await billableOf([billable]);
  expect(await billableOf([billable, isBilled('false')])).toEqual(all);
  await service.control.advance(DAY);
  writeTo('october.csv');
  await ask('export.run', { ...october, bills: true });
  const { records } = await ask('report.run', { measures: ['records'], period: '2026-10' });
  expect(records).toBeGreaterThan(0);
  expect(
    (await ask('report.run', { measures: ['records'], filterGroups: [{ filters: [isBilled('true')] }] })).records,
  ).toBe(records);
  const [sent, open] = [
    await billableOf([billable, isBilled('true')]),
    await billableOf([billable, isBilled('false')]),
  ];
  expect(sent.records + open.records).toBe(all.records);
  expect(toUnits(sent.minutes ?? '0') + toUnits(open.minutes ?? '0')).toBe(toUnits(all.minutes ?? '0'));
  const { values } = await ask('records.values', {
    propertyName: 'billed',
    filterGroups: [{ filters: [billable, isBilled('false')] }],
  });
  expect(values.map(({ value, records: counted }) => [value, counted])).toEqual([
    ['false', open.records],
    ['true', 0],
  ]);
  const { merges } = await ask('memory.merges', {});
  const first = merges.findLast(({ kind }) => kind === 'first');
  expect(await billableOf([billable, isBilled('false')], `#${first?.number}`)).toEqual(all);

  // What is left is billed by the same condition, which selects none of it any more; the file has not changed by that.
  writeTo('rest.csv');
  const rest = { columns: october.columns, format: 'csv', filterGroups: [{ filters: [billable, isBilled('false')] }] };
  await ask('export.run', { ...rest, bills: true });
  expect(await billableOf([billable, isBilled('false')])).toMatchObject({ records: 0 });
  expect((await ask('memory.changed', { file: 2 })).total).toBe(0);
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await billableOf([billable, isBilled('false')])).toEqual(sent);
});

const notBilled = [{ filters: [billable, isBilled('false')] }];

it('tells what was billed between two moments, in parts that add up', async () => {
  const { merges } = await ask('memory.merges', {});
  await service.control.advance(DAY);
  const { mark } = await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
  const question = { since: `#${merges[0]?.number}`, filterGroups: notBilled };
  const told = await ask('memory.changes', question);
  const now = await billableOf([billable, isBilled('false')]);
  expect(told.records).toEqual({ before: now.records + mark.records, after: now.records });
  expect(told.counts.relabelled).toBe(mark.records);
  expect(toUnits(told.before.billable) + toUnits(told.parts.relabelled?.billable ?? '0')).toBe(
    toUnits(told.after.billable),
  );
  // A question of the same moments once the register says otherwise.
  await service.control.advance(DAY);
  await ask('sent.settle', { number: mark.number, state: 'withdrawn' });
  const { records, parts } = await ask('memory.changes', question);
  expect([records.before, records.after, parts]).toEqual([told.records.before, told.records.before, {}]);
});

it.each([false, true])(
  'compares a file that bills what is not billed by what it asked (rebuilt: %s)',
  async (isRebuilt) => {
    await service.control.advance(DAY);
    await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
    await service.control.advance(DAY);
    writeTo('rest.csv');
    const asked = await billableOf([billable, isBilled('false')]);
    await ask('export.run', { columns: october.columns, format: 'csv', filterGroups: notBilled, bills: true });
    const [file] = (await ask('sent.list', {})).files;
    await service.control.advance(DAY);
    await (isRebuilt ? rebuild() : ask('sync.run', {}));
    const told = await ask('memory.changes', { file: file?.number });
    expect(told.records).toEqual({ before: file?.records, after: file?.records });
    expect([told.before, told.total]).toEqual([told.after, 0]);
    expect(told.before.billable).toBe(asked.minutes);
    expect(told.records.before).toBe(asked.records);
  },
);

it('knows what bills what was not billed as it was known when it left', async () => {
  const path = writeTo('rest.csv');
  await service.control.advance(DAY);
  await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
  await service.control.advance(DAY);
  await ask('export.run', { columns: october.columns, format: 'csv', filterGroups: notBilled, bills: true });
  source = { path };
  const answer = await ask('export.verify', {});
  if (!answer || !('asThen' in answer)) throw new Error('It is a file of records');
  expect([answer.again.state === 'equal', answer.asThen?.state]).toEqual([false, 'equal']);
  // Nothing was refreshed since, and as known today it is billed all the same.
  const today = new Date(service.now()).toISOString().slice(0, 10);
  expect(await billableOf([billable, isBilled('false')], today)).toMatchObject({ records: 0 });
  const figure = { measure: 'a552213_billable_minutes', filterGroups: [{ filters: [billable, isBilled('true')] }] };
  const { minutes } = await billableOf([billable, isBilled('true')]);
  expect((await ask('memory.figure', figure)).steps.at(-1)?.value).toBe(minutes);
});

it('says that nothing is remembered yet where only the register is left', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  await app?.close();
  const own = join(folder, 'workspaces/default');
  for (const name of readdirSync(own)) if (!name.startsWith('sent.')) rmSync(join(own, name), { recursive: true });
  await open();
  expect(await call('memory.changes', { file: 1 })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('download the records first') },
  });
});

it('counts what is marked as billed elsewhere as billed, until the mark is withdrawn', async () => {
  const before = await billableOf([billable, isBilled('false')]);
  const { mark, billed } = await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
  expect([mark.state, mark.bills, mark.of, billed]).toEqual(['saved', true, 'elsewhere', 0]);
  expect((await billableOf([billable, isBilled('false')])).records).toBe(before.records - mark.records);
  writeTo('october.csv');
  expect(await call('export.run', { ...october, bills: true })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('Invoice 12 on paper') },
  });
  expect(await call('sent.elsewhere', { period: '2026-10', reason: 'Again' })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: expect.stringContaining('billed already') },
  });
  await app?.close();
  await open();
  expect((await billableOf([billable, isBilled('false')])).records).toBe(before.records - mark.records);
  await ask('sent.settle', { number: mark.number, state: 'withdrawn' });
  expect(await billableOf([billable, isBilled('false')])).toEqual(before);
  await ask('settings.set', { ownName: 'Dana Diaz' });
  await ask('export.run', { ...october, bills: true });
  expect((await ask('sent.list', {})).files[0]).toMatchObject({ who: 'Dana Diaz', bills: true });
});

it('bills a record once, though two marks are made at a time, or a file has it', async () => {
  const mark = (reason: string) => call('sent.elsewhere', { period: '2026-10', reason });
  const both = await Promise.all([mark('Invoice 12 on paper'), mark('Invoice 13 on paper')]);
  const refused = { ok: false, error: { code: 'usage', detail: expect.stringContaining('billed already') } };
  expect(both.toSorted((one, other) => Number(other.ok) - Number(one.ok))).toMatchObject([{ ok: true }, refused]);
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  writeTo('october.csv');
  await ask('export.run', { ...october, bills: true });
  expect(await mark('Invoice 14 on paper')).toMatchObject(refused);
  const { files } = await ask('sent.list', {});
  expect(files.map(({ file, state }) => [file, state]).slice(0, 1)).toEqual([['october.csv', 'saved']]);
});

it('knows a file by its hash alone, and that it is what the records gave then', async () => {
  const path = writeTo('october.csv');
  await ask('export.run', { ...october, bills: true });
  // The same once more, which bills nothing.
  writeTo('copy.csv');
  await ask('export.run', october);
  await moveOne();
  for (const name of readdirSync(folder)) if (name.startsWith('october.csv.')) rmSync(join(folder, name));
  source = { path: join(folder, 'renamed.csv') };
  renameSync(path, source.path);
  const answer = await ask('export.verify', {});
  if (!answer || !('says' in answer) || 'pack' in answer) throw new Error('This computer remembers its manifest');
  expect(answer.matches).toMatchObject({ holds: true, remembered: true });
  expect(answer.again.state).not.toBe('equal');
  expect(answer.asThen).toMatchObject({ state: 'equal' });
  expect(answer.sent).toMatchObject({
    file: { number: 1, bills: true },
    counts: { changed: 0, 'moved-out': 1, vanished: 1, appeared: 0, 'moved-in': 0 },
  });
  expect(judgeAnswer(answer)).toBe('as-then');
  await app?.close();
  const told = await runInProcess(['verify-file', source.path, '--data-dir', folder]);
  expect(told.code).toBe(0);
  expect(told.stdout).toContain('Sent: yes, it is number 1 of the files that left');
  expect(told.stdout).toContain('As known then: equal');
  await open();
  appendFileSync(source.path, '\n');
  expect(await ask('export.verify', {})).toMatchObject({ file: 'renamed.csv', sent: null });
});

it('remembers nothing of a file that was not written', async () => {
  destination = undefined;
  await ask('export.run', october);
  writeTo('taken.csv');
  writeFileSync(join(folder, 'taken.csv'), 'mine');
  destination = { path: join(folder, 'taken.csv'), replaces: false };
  expect(await call('export.run', october)).toMatchObject({ ok: false });
  expect((await ask('sent.list', {})).files.filter(({ state }) => state !== 'withdrawn')).toEqual([]);
});

it('settles what was about to leave when the program ended, by the file that is there', async () => {
  const path = writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await app?.close();
  const register = openSentRegister(join(folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  for (const place of [path, join(folder, 'never.csv')]) register.intend({ ...about, path: place }, new SentRecords());
  register.close();
  await open();
  const { files } = await ask('sent.list', {});
  expect(files.map(({ number, state }) => [number, state])).toEqual([
    [3, 'withdrawn'],
    [2, 'saved'],
    [1, 'saved'],
  ]);
});

/** A zip of four people's files: of everybody's there are thirty, which are the same to the register. */
async function askForPack(): Promise<Input<'export.pack'>> {
  const { owner } = propertyNames;
  const { rows } = await ask('records.page', { columns: [owner], offset: 0, limit: 100 });
  const values = [...new Set(rows.flatMap(({ values }) => values[owner] ?? []))].slice(0, 4);
  const filterGroups = [{ filters: [{ propertyName: owner, operator: 'IN' as const, values }] }];
  return { by: owner, columns: ['title', 'total_hours'], format: 'csv', as: 'zip', filterGroups };
}

it('knows that a pack in its place has left, whatever fails afterwards', async () => {
  writeTo('people.zip');
  deliver = () => Promise.reject(new Error('no program opens it'));
  expect(await call('export.pack', { ...(await askForPack()), bills: true })).toMatchObject({ ok: false });
  expect(new Set((await ask('sent.list', {})).files.map(({ state }) => state))).toEqual(new Set(['saved']));
});

it('remembers nothing of a pack that was not written', async () => {
  destination = { path: writeTo('taken.zip'), replaces: false };
  writeFileSync(destination.path, 'mine');
  expect(await call('export.pack', { ...(await askForPack()), bills: true })).toMatchObject({ ok: false });
  const { files } = await ask('sent.list', {});
  expect([files.length > 3, ...new Set(files.map(({ state }) => state))]).toEqual([true, 'withdrawn']);
});

it('answers what is not billed though a file names what is no record', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await app?.close();
  const register = openSentRegister(join(folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  const records = new SentRecords();
  records.add([['7x', 0, []]]);
  register.intend({ ...about, path: null, bills: true }, records);
  register.close();
  await open();
  expect(await billableOf([billable, isBilled('false')])).toEqual(await billableOf([billable]));
});

it('leaves it to a person whether what is not in its place any more was billed', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await app?.close();
  const register = openSentRegister(join(folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  register.intend({ ...about, path: join(folder, 'never.csv'), bills: true }, new SentRecords());
  register.intend({ ...about, path: join(folder, 'not-mounted', 'october.csv') }, new SentRecords());
  register.close();
  await open();
  expect((await ask('sent.list', {})).files.map(({ state }) => state)).toEqual(['intent', 'intent', 'saved']);
});

it('settles a zip and a folder of months that were about to leave, by what is there', async () => {
  writeTo('people.zip');
  await ask('export.pack', await askForPack());
  writeTo('months');
  await ask('export.run', { columns: ['title', 'total_hours'], format: 'parquet', partition: 'month' });
  const written = (await ask('sent.list', {})).files;
  expect(new Set(written.map(({ state }) => state))).toEqual(new Set(['saved']));
  expect(written.length).toBeGreaterThan(3);
  await app?.close();
  const register = openSentRegister(join(folder, 'workspaces/default/sent.sqlite'));
  const leave = (
    { number: _number, state: _state, stateAt: _at, ...about }: (typeof written)[number],
    path = about.path,
  ) => register.intend({ ...about, path }, new SentRecords());
  const there = written.map((file) => leave(file));
  const [months, person] = [
    written.find(({ file }) => file === 'months'),
    written.find(({ file }) => file !== 'months'),
  ];
  if (!months || !person?.path) throw new Error('Both left');
  // Another's content, another folder, and what never came.
  const elsewhere = [
    leave({ ...person, sha256: months.sha256 }),
    leave(person, join(folder, 'people.zip', 'other.csv')),
    leave(person, join(folder, 'never.zip', person.file)),
    leave({ ...months, sha256: person.sha256 }),
    leave(months, join(folder, 'workspaces')),
  ];
  register.close();
  await open();
  const states = new Map((await ask('sent.list', {})).files.map(({ number, state }) => [number, state]));
  expect(there.map((number) => states.get(number))).toEqual(there.map(() => 'saved'));
  expect(elsewhere.map((number) => states.get(number))).toEqual(elsewhere.map(() => 'withdrawn'));
});

it('opens without what a damaged file remembered, and says so', async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  await app?.close();
  for (const name of ['sent.sqlite', 'changes.sqlite'])
    writeFileSync(join(folder, 'workspaces/default', name), 'this was a database');
  await open();
  const { files, setAside } = await ask('sent.list', {});
  expect([files, setAside.length]).toEqual([[], 2]);
  expect((await ask('report.run', { measures: ['records'], groupBy: [] })).records).toBeGreaterThan(0);
  const { merges } = await ask('memory.merges', {});
  expect(merges.map(({ kind }) => kind)).toContain('first');
});

it('bills nothing twice by taking back and forth what left', async () => {
  writeTo('first.csv');
  await ask('export.run', { ...october, bills: true });
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  writeTo('second.csv');
  await ask('export.run', { ...october, bills: true });
  const refused = await call('sent.settle', { number: 1, state: 'saved' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'usage', detail: expect.stringContaining('second.csv') } });
  expect((await ask('sent.list', {})).files.map(({ state }) => state)).toEqual(['saved', 'withdrawn']);
});

it('remembers a list of findings without taking it for the records of its period', async () => {
  writeTo('findings.csv');
  const [{ id } = { id: '' }] = await service.control.liveRecords();
  const slot = service.world.findSlot(Number(id));
  if (slot === undefined) throw new Error('There are records');
  const record = service.world.at(slot);
  const properties = { ...record.properties, a552213_total_minutes: '-60' };
  service.world.replace({ ...record, updatedAt: service.now(), properties });
  await service.control.advance(DAY);
  await ask('sync.run', {});
  await ask('checks.export', { check: 'negative', format: 'csv' });
  const [file] = (await ask('sent.list', {})).files;
  expect(file).toMatchObject({ of: 'findings', hasRecords: false });
  expect(await call('memory.changes', { file: file?.number })).toMatchObject({ ok: false, error: { code: 'usage' } });
});
