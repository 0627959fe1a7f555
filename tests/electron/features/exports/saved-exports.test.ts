/** Saved exports on a real store: run, due, late, over incomplete records, and for a client with a profile. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { api, type Input, type Method, type Output } from '#contract/api.ts';
import { propertyNames } from '#domain/properties.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

let now = Date.parse('2026-09-20T12:00:00Z');
let folder: string;
let out: string;
let app: App;
/** What happens while the app waits for a destination. */
let meanwhile: () => Promise<unknown> = async () => undefined;
let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'saved-exports-'));
  service = await openService({ records: 300, seed: 3, asOf: '2026-11-20', now: () => now });
  app = await createApp({
    host: quietHost({
      async chooseDestination(name) {
        await meanwhile();
        return { path: join(out, name), replaces: false };
      },
    }),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => now,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  await ask('settings.set', { zone: 'UTC' });
});
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  out = mkdtempSync(join(folder, 'out-'));
  meanwhile = async () => undefined;
});

async function ask<M extends Method>(method: M, input: Input<M>): Promise<Output<M>> {
  const answer = await app.call(method, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return api[method].output.parse(answer.value) as Output<M>;
}

const files = () => readdirSync(out).toSorted();
const monthly: Input<'exports.save'>['definition'] = {
  format: 'timelog-export',
  name: 'Monthly hours',
  records: { period: 'last-month', columns: ['title', 'total_minutes'] },
  rhythm: { every: 'month', day: 1 },
};

it('over incomplete records the file is named so and stays due; each missed month gets its own days', async () => {
  const { id } = await ask('exports.save', { definition: monthly });
  expect((await ask('exports.list', {})).exports).toMatchObject([{ id, due: [], next: '2026-10-01' }]);
  now = Date.parse('2026-11-20T12:00:00Z');
  await ask('sync.run', { maxRequests: 1 });
  const due = [
    { day: '2026-10-01', period: { from: '2026-09-01', to: '2026-09-30' } },
    { day: '2026-11-01', period: { from: '2026-10-01', to: '2026-10-31' } },
  ];
  expect((await ask('exports.list', {})).exports).toMatchObject([{ due, next: '2026-12-01' }]);

  const partial = await ask('exports.run', { id, due: '2026-10-01', allowEmpty: true });
  expect(partial).toMatchObject({ file: 'Monthly hours-2026-09-partial.csv', written: { complete: false } });
  expect((await ask('exports.list', {})).exports).toMatchObject([{ due, state: { lastRun: { complete: false } } }]);

  await ask('sync.run', {});
  const whole = await ask('exports.run', { id, due: '2026-10-01', allowEmpty: true });
  expect(whole).toMatchObject({
    file: 'Monthly hours-2026-09.csv',
    written: { complete: true, period: { from: '2026-09-01', to: '2026-09-30' } },
  });
  const [after] = (await ask('exports.list', {})).exports;
  expect(after?.due).toEqual(due.slice(1));
  expect(after?.state.lastRun).toMatchObject({ file: 'Monthly hours-2026-09.csv', sha256: whole?.written.sha256 });

  // A run by hand answers for the one that is left, and replaces nothing.
  expect(await ask('exports.run', { id, allowEmpty: true })).toMatchObject({ file: 'Monthly hours-2026-10.csv' });
  expect((await ask('exports.list', {})).exports).toMatchObject([{ due: [] }]);
  expect(await app.call('exports.run', { id, allowEmpty: true })).toMatchObject({ error: { code: 'file-exists' } });
  expect(await app.call('exports.run', { id, due: '2026-11-01' })).toMatchObject({ error: { code: 'usage' } });
  expect(files().filter((name) => name.endsWith('.csv'))).toEqual([
    'Monthly hours-2026-09-partial.csv',
    'Monthly hours-2026-09.csv',
    'Monthly hours-2026-10.csv',
  ]);
  // Renamed, it is still done; another rhythm begins today.
  await ask('exports.save', { id, definition: { ...monthly, name: 'Renamed' } });
  expect((await ask('exports.list', {})).exports).toMatchObject([{ due: [], state: { doneFor: '2026-11-01' } }]);
  await ask('exports.save', { id, definition: { ...monthly, rhythm: { every: 'week', weekday: 'friday' } } });
  expect((await ask('exports.list', {})).exports).toMatchObject([
    { due: [{ day: '2026-11-20' }], next: '2026-11-27', state: { since: '2026-11-20' } },
  ]);
  await ask('exports.remove', { id });
});

it('a run keeps what was edited while it ran, and answers for no day of a rhythm that was set meanwhile', async () => {
  const { id } = await ask('exports.save', { definition: { ...monthly, rhythm: undefined } });
  const rhythm = { every: 'week' as const, weekday: 'friday' as const };
  meanwhile = () => ask('exports.save', { id, definition: { ...monthly, rhythm } });
  await ask('exports.run', { id, allowEmpty: true });
  const file = 'Monthly hours-2026-10.csv';
  const due = { due: [{ day: '2026-11-20' }], next: '2026-11-27', state: { since: '2026-11-20', lastRun: { file } } };
  expect((await ask('exports.list', {})).exports).toMatchObject([due]);

  // Over another rhythm: the day of the old one says nothing about the new one's.
  out = mkdtempSync(join(folder, 'out-'));
  meanwhile = () => ask('exports.save', { id, definition: { ...monthly, rhythm: { every: 'month', day: 20 } } });
  await ask('exports.run', { id, allowEmpty: true });
  const [after] = (await ask('exports.list', {})).exports;
  expect(after).toMatchObject({ due: [{ day: '2026-11-20' }], next: '2026-12-20', state: { lastRun: { file } } });
  await ask('exports.remove', { id });
});

it('a due day without a record is answered by that, and holds back no later one', async () => {
  const nothing = [{ filters: [{ propertyName: 'service_name', operator: 'EQ' as const, value: 'Nothing of it' }] }];
  const definition = { ...monthly, name: 'Nothing', records: { ...monthly.records, filterGroups: nothing } };
  now = Date.parse('2026-09-20T12:00:00Z');
  const { id } = await ask('exports.save', { definition });
  now = Date.parse('2026-11-20T12:00:00Z');
  const run = () => app.call('exports.run', { id, due: '2026-10-01' });
  expect(await run()).toMatchObject({ error: { code: 'nothing-matched' } });
  expect((await ask('exports.list', {})).exports).toMatchObject([
    { due: [{ day: '2026-11-01' }], state: { doneFor: '2026-10-01', lastEmpty: { day: '2026-10-01' } } },
  ]);
  expect(await run()).toMatchObject({ error: { code: 'usage' } });
  // By hand it answers for the day that is left; edited, it still knows.
  expect(await app.call('exports.run', { id })).toMatchObject({ error: { code: 'nothing-matched' } });
  await ask('exports.save', { id, definition: { ...definition, name: 'Renamed' } });
  expect((await ask('exports.list', {})).exports).toMatchObject([
    { due: [], state: { lastEmpty: { day: '2026-11-01' } } },
  ]);
  expect(files()).toEqual([]);
  await ask('exports.remove', { id });
});

it('an export of findings is cancelled like any other, and no other runs beside it', async () => {
  const found: unknown[] = [];
  meanwhile = async () => {
    meanwhile = async () => undefined;
    found.push(await app.call('export.run', { allowEmpty: true }));
    found.push(await ask('export.cancel', {}));
  };
  expect(await app.call('checks.export', { check: 'negative' })).toMatchObject({ error: { code: 'cancelled' } });
  expect(found).toMatchObject([{ error: { code: 'busy' } }, { cancelled: true }]);
  expect(files()).toEqual([]);
  expect(await ask('checks.export', { check: 'negative' })).toMatchObject({ of: 'findings' });
});

it('a choice of one run that would do nothing is refused: pages to print of what is no PDF, an empty pack', async () => {
  const refused = { error: { code: 'usage' } };
  const report = { measures: ['logged_hours'] };
  for (const format of [undefined, 'csv', 'xlsx'] as const) {
    const printed = { ...(format && { format }), isPrinted: true };
    for (const [method, input] of [
      ['export.run', printed],
      ['export.report', { ...printed, report }],
      ['checks.export', printed],
    ] as const)
      expect(api[method].input.safeParse(input).error?.issues, method).toMatchObject([
        { message: 'Only a PDF is opened to be printed: choose the format pdf, or write a file' },
      ]);
  }
  expect(api['export.run'].input.safeParse({ format: 'pdf', isPrinted: true }).success).toBe(true);
  const definition = { format: 'timelog-export' as const, records: {}, pack: { by: 'client' as const } };
  expect(await app.call('exports.run', { definition, allowEmpty: true })).toMatchObject(refused);
  expect(files()).toEqual([]);
});

it('what does not run here is refused when it is saved', async () => {
  const save = (definition: Input<'exports.save'>['definition']) => app.call('exports.save', { definition });
  expect(await save({ ...monthly, records: { columns: ['nonsense'] } })).toMatchObject({ error: { code: 'usage' } });
  expect(await save({ ...monthly, records: { period: 'some day' } })).toMatchObject({ error: { code: 'usage' } });
  expect(await save({ ...monthly, options: { format: 'json', separator: 'tab' } })).toMatchObject({
    error: { code: 'usage' },
  });
  expect((await ask('exports.list', {})).exports).toEqual([]);
});

it('an own measure that is called as something built in is refused in what is saved anew, and stays where it was', async () => {
  const called = (name: string) => ({
    format: 'timelog-export' as const,
    name: 'Doubled',
    report: { measures: ['records', `${name} = billable_value * 2`] },
  });
  const refused = { error: { code: 'usage', detail: expect.stringContaining('what the program calls') as string } };
  for (const name of [' billable VALUE ', 'billable_value', 'Client'])
    expect(await app.call('exports.save', { definition: called(name) })).toMatchObject(refused);
  const { id } = await ask('exports.save', { definition: called('Twice') });
  expect(await app.call('exports.save', { id, definition: called('Billable value') })).toMatchObject(refused);
  await ask('exports.remove', { id });
  // One of before such names were refused comes back as it was, and can be saved under another name.
  const old = await ask('exports.save', { id, definition: called('Billable value') });
  await ask('exports.save', { id: old.id, definition: { ...old.definition, name: 'Renamed' } });
  await ask('exports.remove', { id });
});

it('a client’s profile decides what was not chosen, says so outside the file, and is never exceeded', async () => {
  const { rows } = await ask('records.page', { columns: [propertyNames.objectType, propertyNames.objectId], limit: 1 });
  const [values] = rows.map((row) => row.values);
  const [type, id] = [values?.[propertyNames.objectType] ?? '', values?.[propertyNames.objectId] ?? ''];
  await ask('names.keep', { objects: { [`${type}:${id}`]: { name: 'Audit', client: 'Acme' } } });
  await ask('settings.set', { clientProfiles: [{ client: 'ACME', rates: false, format: 'json', names: null }] });
  const records = {
    columns: ['title', 'total_minutes', 'cost_amount', 'billable_rate'],
    filterGroups: [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }],
  };
  const definition: Input<'exports.save'>['definition'] = { format: 'timelog-export', name: 'Secret plan', records };
  const saved = await ask('exports.save', { definition });

  const run = await ask('exports.run', { id: saved.id });
  expect(run).toMatchObject({
    file: 'Acme-all.json',
    written: { audience: 'client', profiled: ['ACME'], options: { rates: false }, format: 'json' },
  });
  const written =
    readFileSync(join(out, 'Acme-all.json'), 'utf8') + readFileSync(join(out, 'Acme-all.json.manifest.json'), 'utf8');
  for (const told of ['cost_amount', 'billable_rate', 'profiled', 'Secret plan']) expect(written).not.toContain(told);

  // Rates are a choice where the client's profile allows them, and where it alone makes the file a client's.
  const withRates = { ...definition, name: 'Rates', options: { rates: true } };
  expect(await app.call('exports.save', { definition: withRates })).toMatchObject({ error: { code: 'usage' } });
  await ask('settings.set', { clientProfiles: [{ client: 'ACME', rates: true, format: null, names: null }] });
  const rated = await ask('exports.save', { definition: withRates });
  expect(await ask('exports.run', { id: rated.id, options: { format: 'xlsx' } })).toMatchObject({
    written: { audience: 'client', options: { rates: true } },
  });
  expect(await app.call('exports.save', { definition: { ...withRates, records: {} } })).toMatchObject({
    error: { code: 'usage', detail: expect.stringMatching(/^Rates are a choice/) as string },
  });
  // Internal use can be saved: each run says it again.
  const internal = { ...definition, name: 'Inside', options: { audience: 'internal' as const } };
  expect((await ask('exports.save', { definition: internal })).definition.name).toBe('Inside');
  await ask('settings.set', { clientProfiles: [{ client: 'ACME', rates: false, format: 'json', names: null }] });

  // Without a definition too.
  expect(await ask('export.run', records)).toMatchObject({ audience: 'client', profiled: ['ACME'] });
  const refusal = (given: Input<'exports.run'>) => app.call('exports.run', given);
  expect(await refusal({ definition: { ...definition, options: { audience: 'internal' } } })).toMatchObject({
    error: {
      code: 'usage',
      detail: expect.stringMatching(/would tell ACME more than its profile allows.*--audience internal/) as string,
    },
  });
  expect(await refusal({ id: saved.id, options: { audience: 'client', rates: true } })).toMatchObject({
    error: { code: 'usage', detail: expect.stringMatching(/leave out the rates/) as string },
  });
  // Said with the run itself.
  expect(await refusal({ id: saved.id, options: { audience: 'internal', format: 'jsonl' } })).toMatchObject({
    value: { written: { audience: 'internal' } },
  });
  // In a pack the client's own file follows it, the others do not, and all of it adds up.
  const pack = await ask('exports.run', {
    definition: {
      format: 'timelog-export',
      name: 'All',
      records: { columns: records.columns },
      pack: { by: 'client' },
    },
  });
  expect(pack).toMatchObject({ file: 'All-all.zip', written: { profiled: ['ACME'] } });
  if (pack && 'files' in pack.written) {
    const [own, other] = ['Acme', null].map(
      (key) => 'files' in pack.written && pack.written.files.find((each) => each.key === key),
    );
    expect(own && Object.keys(own.sums)).not.toContain('a552213_cost_amount');
    expect(other && Object.keys(other.sums)).toContain('a552213_cost_amount');
  } else expect.unreachable('A pack has files');
});

it('records fetched before a period was over do not answer for it: the run asks for a refresh first', async () => {
  now = Date.parse('2027-02-20T12:00:00Z');
  await ask('sync.run', {});
  const { id } = await ask('exports.save', { definition: { ...monthly, name: 'Late hours' } });
  now = Date.parse('2027-03-05T12:00:00Z');
  const run = { id, due: '2027-03-01', allowEmpty: true };
  expect(await app.call('exports.run', run)).toMatchObject({
    error: {
      code: 'usage',
      detail:
        '“Late hours” is for days up to 2027-02-28, and the records here were fetched on 2027-02-20: refresh first',
    },
  });
  const due = async () => (await ask('exports.list', {})).exports.find((each) => each.id === id)?.due.length;
  // Without a day it is written, and stays due.
  expect(await ask('exports.run', { id, allowEmpty: true })).toMatchObject({ written: { complete: true } });
  expect(await due()).toBe(1);
  await ask('sync.run', {});
  out = mkdtempSync(join(folder, 'out-'));
  expect(await ask('exports.run', run)).toMatchObject({ written: { complete: true } });
  expect(await due()).toBe(0);
});

it('what was made for a format of an earlier version is an HTML page now, and says so once', async () => {
  const former = { ...monthly, name: 'Former', rhythm: undefined, options: { format: 'digest' as const } };
  const run = await ask('exports.run', { definition: former, allowEmpty: true });
  expect(run).toMatchObject({ written: { format: 'html', formerFormat: 'digest' } });
  expect(run?.file).toMatch(/\.html$/);
  const beside = JSON.parse(readFileSync(join(out, `${run?.file}.manifest.json`), 'utf8')) as object;
  expect(beside).toMatchObject({ format: 'html' });
  expect(beside).not.toHaveProperty('formerFormat');
  // Saved, it is one of today.
  const { id } = await ask('exports.save', { definition: former });
  const saved = (await ask('exports.list', {})).exports.find((each) => each.id === id);
  expect(saved?.definition.options.format).toBe('html');
  await ask('exports.remove', { id });
});
