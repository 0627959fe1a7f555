/** What a file or a mark bills, and what is not billed yet, one client for each test in one workspace. */
import { readFileSync, renameSync, writeFileSync, appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judgeAnswer } from '#contract/proof/verdict.ts';
import { toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { verifyFile } from '#electron/cli/commands/export.ts';
import { SentRecords } from '#electron/history/sent-register.ts';
import { ofClient, useStoreDesk } from '#tests/support/worlds/store-desk.ts';

const OCTOBER = '2026-10';
const toNovember = { month_year: '2026-11-01' };
// The store takes longest to write decimals: one file of the tests has some.
const file = { columns: ['title', 'month_year'], format: 'csv' };
const withAmounts = { columns: ['title', 'total_hours', 'billable_amount', 'month_year'] };
const billable = { propertyName: 'billable', operator: 'EQ', value: 'true' };
const isBilled = (value: string) => ({ propertyName: 'billed', operator: 'EQ', value });
const desk = useStoreDesk();
const { ask, bill, call, change, commit, refusal, sendElsewhere, writeTo } = desk;

/** The client's records that other filters select, too. */
const where = (client: string, ...filters: readonly object[]) => [
  { filters: [...(ofClient(client)[0]?.filters ?? []), ...filters] },
];
const write = (name: string, filterGroups: readonly object[], more: object = {}) => {
  writeTo(name);
  return ask('export.run', { ...file, filterGroups, ...more });
};
const billOctober = (client: string, more: object = {}) =>
  write(`${client}-october.csv`, ofClient(client), { period: OCTOBER, bills: true, ...more });
const newest = async () => (await ask('sent.list', {})).files[0];
const lastMerge = async () => `#${(await ask('memory.merges', { limit: 1 })).merges[0]?.number}`;

async function count(client: string, filters: readonly object[], asKnown?: string) {
  const report = { measures: ['a552213_billable_minutes'], filterGroups: where(client, ...filters) };
  const { totals, records } = await ask('report.run', report, asKnown);
  return { minutes: Object.values(totals)[0] ?? null, records };
}

// First, because a figure is worked out at every moment before.
it('compares what bills what was not billed by what it asked, and knows it as it was known when it left', async () => {
  const ids = await bill('Rest', 4);
  await change('Rest', ids.slice(0, 1), toNovember);
  await sendElsewhere(OCTOBER, 'Rest');
  const asked = await count('Rest', [billable, isBilled('false')]);
  expect(asked.records).toBe(1);
  await write('what-is-left.csv', where('Rest', billable, isBilled('false')), { bills: true });
  const sent = await newest();
  desk.source = { path: join(desk.folder, 'what-is-left.csv') };
  const answer = await ask('export.verify', {});
  if (!answer || !('asThen' in answer)) throw new Error('It is a file of records');
  expect([answer.again.state === 'equal', answer.asThen?.state]).toEqual([false, 'equal']);
  const figure = { measure: 'a552213_billable_minutes', filterGroups: where('Rest', billable, isBilled('true')) };
  const { minutes } = await count('Rest', [billable, isBilled('true')]);
  expect((await ask('memory.figure', figure)).steps.at(-1)?.value).toBe(minutes);
  await commit([]);
  const told = await ask('memory.changes', { file: sent?.number });
  expect(told.records).toEqual({ before: 1, after: 1 });
  expect([told.before, told.total]).toEqual([told.after, 0]);
  expect(told.before.billable).toBe(asked.minutes);
});

it('bills a record once, and a second time only with a reason', async () => {
  const [moved = ''] = await bill('Once');
  await billOctober('Once');
  const before = await lastMerge();
  const october = await newest();
  await change('Once', [moved], toNovember);
  const openFindings = async (asKnown?: string) => {
    const found: Record<string, number> = {};
    for (const check of ['sent-changed', 'billed-twice']) {
      const { total } = await ask(
        'checks.findings',
        { check, columns: ['title'], reviewed: false, filterGroups: ofClient('Once') },
        asKnown,
      );
      found[check] = total;
    }
    return found;
  };
  const november = { period: '2026-11', filterGroups: ofClient('Once') };
  expect(await ask('sent.billed', november)).toMatchObject({ billed: 1, first: { number: october?.number } });
  expect(await openFindings()).toEqual({ 'sent-changed': 1, 'billed-twice': 0 });
  writeTo('november.csv');
  expect(await refusal('export.run', { ...file, ...november, bills: true })).toContain('Once-october.csv');
  expect(await newest()).toEqual(october);
  await ask('export.run', { ...file, ...november, bills: true, again: 'Moved by the client' });
  expect(await newest()).toMatchObject({ bills: true, again: 'Moved by the client' });
  expect(await openFindings()).toEqual({ 'sent-changed': 0, 'billed-twice': 1 });
  expect(await openFindings(before)).toEqual({ 'sent-changed': 0, 'billed-twice': 0 });
  await ask('sent.settle', { number: october?.number, state: 'withdrawn' });
  expect(await openFindings()).toEqual({ 'sent-changed': 0, 'billed-twice': 0 });
  const only = where('Once', { propertyName: propertyNames.id, operator: 'EQ', value: moved });
  expect(await ask('sent.billed', { filterGroups: only })).toMatchObject({
    billed: 1,
    first: { file: 'november.csv' },
  });
});

it('knows what is not sent yet, today and as it was known, and bills just that', async () => {
  const ids = await bill('Open', 4);
  await change('Open', ids.slice(0, 2), { ...toNovember, billable_minutes: '30' });
  const all = await count('Open', [billable]);
  expect(await count('Open', [billable, isBilled('false')])).toEqual(all);
  const before = await lastMerge();
  await billOctober('Open');
  const october = await newest();
  const [sent, open] = [
    await count('Open', [billable, isBilled('true')]),
    await count('Open', [billable, isBilled('false')]),
  ];
  expect([sent.records, open.records]).toEqual([2, 2]);
  expect(toUnits(sent.minutes ?? '0') + toUnits(open.minutes ?? '0')).toBe(toUnits(all.minutes ?? '0'));
  const { values } = await ask('records.values', {
    propertyName: 'billed',
    filterGroups: where('Open', billable, isBilled('false')),
  });
  expect(values.map(({ value, records }) => [value, records])).toEqual([
    ['false', 2],
    ['true', 0],
  ]);
  expect(await count('Open', [billable, isBilled('false')], before)).toEqual(all);
  // What is left is billed by the same condition, which selects none of it any more; the file has not changed by that.
  await write('rest.csv', where('Open', billable, isBilled('false')), { bills: true });
  expect(await count('Open', [billable, isBilled('false')])).toMatchObject({ records: 0 });
  expect((await ask('memory.changed', { file: (await newest())?.number })).total).toBe(0);
  await ask('sent.settle', { number: october?.number, state: 'withdrawn' });
  expect(await count('Open', [billable, isBilled('false')])).toEqual(sent);
});

it('tells what was billed between two moments, in parts that add up', async () => {
  const ids = await bill('Between', 4);
  await change('Between', ids.slice(0, 1), toNovember);
  const since = await lastMerge();
  const { mark } = await sendElsewhere(OCTOBER, 'Between');
  const question = { since, filterGroups: where('Between', billable, isBilled('false')) };
  const told = await ask('memory.changes', question);
  const now = await count('Between', [billable, isBilled('false')]);
  expect(told.records).toEqual({ before: now.records + mark.records, after: now.records });
  expect(told.counts.relabelled).toBe(mark.records);
  expect(toUnits(told.before.billable) + toUnits(told.parts.relabelled?.billable ?? '0')).toBe(
    toUnits(told.after.billable),
  );
  // A question of the same moments once the register says otherwise.
  await ask('sent.settle', { number: mark.number, state: 'withdrawn' });
  const { records, parts } = await ask('memory.changes', question);
  expect([records.before, records.after, parts]).toEqual([told.records.before, told.records.before, {}]);
});

it('bills a record once, though two marks are made at a time, or a file has it', async () => {
  await bill('At a time');
  const input = { period: OCTOBER, filterGroups: ofClient('At a time') };
  const mark = (reason: string) => call('sent.elsewhere', { ...input, reason });
  const both = await Promise.all([mark('Invoice 12 on paper'), mark('Invoice 13 on paper')]);
  const refused = { ok: false, error: { code: 'usage', detail: expect.stringContaining('billed already') } };
  expect(both.toSorted((one, other) => Number(other.ok) - Number(one.ok))).toMatchObject([{ ok: true }, refused]);
  const first = await newest();
  writeTo('refused.csv');
  expect(await refusal('export.run', { ...file, ...input, bills: true })).toContain(first?.file);
  await ask('sent.settle', { number: first?.number, state: 'withdrawn' });
  await billOctober('At a time');
  expect(await mark('Invoice 14 on paper')).toMatchObject(refused);
});

it('answers what is not billed though a file names what is no record', async () => {
  await bill('Named');
  await billOctober('Named', { bills: false });
  const sent = await newest();
  if (!sent) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = sent;
  const records = new SentRecords();
  records.add([['7x', 0, []]]);
  const { sent: register } = desk.workspace.memory;
  const number = register.intend({ ...about, path: null, bills: true }, records);
  expect(await count('Named', [billable, isBilled('false')])).toEqual(await count('Named', [billable]));
  register.settle(number, 'withdrawn', about.at);
});

it('bills nothing twice by taking back and forth what left', async () => {
  await bill('Back');
  await billOctober('Back');
  const first = await newest();
  await ask('sent.settle', { number: first?.number, state: 'withdrawn' });
  await write('second.csv', ofClient('Back'), { period: OCTOBER, bills: true });
  expect(await refusal('sent.settle', { number: first?.number, state: 'saved' })).toContain('second.csv');
  const { files } = await ask('sent.list', {});
  expect(files.slice(0, 2).map(({ state }) => state)).toEqual(['saved', 'withdrawn']);
});

it('knows a file by its hash alone, and that it is what the records gave then', async () => {
  const [moved = '', removed = ''] = await bill('Hash');
  await billOctober('Hash', withAmounts);
  const sent = await newest();
  const path = join(desk.folder, 'Hash-october.csv');
  // The same once more, which bills nothing.
  await write('copy.csv', ofClient('Hash'), { period: OCTOBER, ...withAmounts });
  await change('Hash', [moved], toNovember);
  await commit([], [removed]);
  for (const name of readdirSync(desk.folder))
    if (name.startsWith('Hash-october.csv.')) rmSync(join(desk.folder, name));
  desk.source = { path: join(desk.folder, 'renamed.csv') };
  renameSync(path, desk.source.path);
  const answer = await ask('export.verify', {});
  if (!answer || !('says' in answer) || 'pack' in answer) throw new Error('This computer remembers its manifest');
  expect(answer.matches).toMatchObject({ holds: true, remembered: true });
  expect(answer.again.state).not.toBe('equal');
  expect(answer.asThen).toMatchObject({ state: 'equal' });
  expect(answer.sent).toMatchObject({
    file: { number: sent?.number, bills: true },
    counts: { changed: 0, 'moved-out': 1, vanished: 1, appeared: 0, 'moved-in': 0 },
  });
  expect(judgeAnswer(answer)).toBe('as-then');
  const told = await desk.tellInTerminal(verifyFile, {}, desk.source.path);
  expect(told).toContain(`Sent: yes, it is number ${sent?.number} of the files that left`);
  expect(told).toContain('As known then: equal');
  appendFileSync(desk.source.path, '\n');
  expect(await ask('export.verify', {})).toMatchObject({ file: 'renamed.csv', sent: null });
});

it('writes the same file again as it was known then, and knows it', async () => {
  const [moved = ''] = await bill('Again');
  const then = await lastMerge();
  await billOctober('Again', { bills: false });
  const first = readFileSync(join(desk.folder, 'Again-october.csv'), 'utf8');
  await change('Again', [moved], toNovember);
  writeTo('again.csv');
  const manifest = await ask('export.run', { ...file, period: OCTOBER, filterGroups: ofClient('Again') }, then);
  expect(readFileSync(join(desk.folder, 'again.csv'), 'utf8')).toBe(first);
  expect(manifest?.asKnown).toEqual(expect.any(String));
});

it('knows that a pack in its place has left, and remembers nothing of one that was not written', async () => {
  await bill('Pack', 2);
  const pack = {
    by: propertyNames.owner,
    columns: ['title'],
    format: 'csv',
    as: 'zip',
    filterGroups: ofClient('Pack'),
    bills: true,
  };
  const before = (await ask('sent.list', {})).files.length;
  const states = async () => {
    const { files } = await ask('sent.list', {});
    return files.slice(0, files.length - before).map(({ state }) => state);
  };
  desk.destination = { path: writeTo('taken.zip'), replaces: false };
  writeFileSync(desk.destination.path, 'mine');
  expect(await call('export.pack', pack)).toMatchObject({ ok: false });
  expect(new Set(await states())).toEqual(new Set(['withdrawn']));
  // Whatever fails afterwards.
  writeTo('people.zip');
  desk.deliver = () => Promise.reject(new Error('no program opens it'));
  onTestFinished(() => void (desk.deliver = async () => {}));
  expect(await call('export.pack', pack)).toMatchObject({ ok: false });
  expect((await states())[0]).toBe('saved');
});
