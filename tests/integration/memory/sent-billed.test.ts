import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toUnits } from '#domain/decimal.ts';
import { openSentRegister, SentRecords } from '#electron/history/sent-register.ts';
import { DAY, october, useSentDesk } from '#tests/support/worlds/sent-desk.ts';
import { secondTier } from '#tests/support/tier.ts';

const desk = useSentDesk();
const { ask, call, moveOne, open, rebuild, shut, writeTo } = desk;
const november = { ...october, period: '2026-11' };

it('bills a record once, and a second time only with a reason', secondTier, async () => {
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

it('knows what is not sent yet, today and as it was known, and bills just that', secondTier, async () => {
  const all = await billableOf([billable]);
  expect(await billableOf([billable, isBilled('false')])).toEqual(all);
  await desk.service.control.advance(DAY);
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

it('tells what was billed between two moments, in parts that add up', secondTier, async () => {
  const { merges } = await ask('memory.merges', {});
  await desk.service.control.advance(DAY);
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
  await desk.service.control.advance(DAY);
  await ask('sent.settle', { number: mark.number, state: 'withdrawn' });
  const { records, parts } = await ask('memory.changes', question);
  expect([records.before, records.after, parts]).toEqual([told.records.before, told.records.before, {}]);
});

it.each([true, false])(
  'compares a file that bills what is not billed by what it asked (rebuilt: %s)',
  secondTier,
  async (isRebuilt) => {
    await desk.service.control.advance(DAY);
    await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
    await desk.service.control.advance(DAY);
    writeTo('rest.csv');
    const asked = await billableOf([billable, isBilled('false')]);
    await ask('export.run', { columns: october.columns, format: 'csv', filterGroups: notBilled, bills: true });
    const [file] = (await ask('sent.list', {})).files;
    await desk.service.control.advance(DAY);
    await (isRebuilt ? rebuild() : ask('sync.run', {}));
    const told = await ask('memory.changes', { file: file?.number });
    expect(told.records).toEqual({ before: file?.records, after: file?.records });
    expect([told.before, told.total]).toEqual([told.after, 0]);
    expect(told.before.billable).toBe(asked.minutes);
    expect(told.records.before).toBe(asked.records);
  },
);

it('knows what bills what was not billed as it was known when it left', secondTier, async () => {
  const path = writeTo('rest.csv');
  await desk.service.control.advance(DAY);
  await ask('sent.elsewhere', { period: '2026-10', reason: 'Invoice 12 on paper' });
  await desk.service.control.advance(DAY);
  await ask('export.run', { columns: october.columns, format: 'csv', filterGroups: notBilled, bills: true });
  desk.source = { path };
  const answer = await ask('export.verify', {});
  if (!answer || !('asThen' in answer)) throw new Error('It is a file of records');
  expect([answer.again.state === 'equal', answer.asThen?.state]).toEqual([false, 'equal']);
  // Nothing was refreshed since, and as known today it is billed all the same.
  const today = new Date(desk.service.now()).toISOString().slice(0, 10);
  expect(await billableOf([billable, isBilled('false')], today)).toMatchObject({ records: 0 });
  const figure = { measure: 'a552213_billable_minutes', filterGroups: [{ filters: [billable, isBilled('true')] }] };
  const { minutes } = await billableOf([billable, isBilled('true')]);
  expect((await ask('memory.figure', figure)).steps.at(-1)?.value).toBe(minutes);
});

it('counts what is marked as billed elsewhere as billed, until the mark is withdrawn', secondTier, async () => {
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
  await shut();
  await open();
  expect((await billableOf([billable, isBilled('false')])).records).toBe(before.records - mark.records);
  await ask('sent.settle', { number: mark.number, state: 'withdrawn' });
  expect(await billableOf([billable, isBilled('false')])).toEqual(before);
  await ask('settings.set', { ownName: 'Dana Diaz' });
  await ask('export.run', { ...october, bills: true });
  expect((await ask('sent.list', {})).files[0]).toMatchObject({ who: 'Dana Diaz', bills: true });
});

it('bills a record once, though two marks are made at a time, or a file has it', secondTier, async () => {
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

it('answers what is not billed though a file names what is no record', secondTier, async () => {
  writeTo('october.csv');
  await ask('export.run', october);
  const [file] = (await ask('sent.list', {})).files;
  await shut();
  const register = openSentRegister(join(desk.folder, 'workspaces/default/sent.sqlite'));
  if (!file) throw new Error('A file was sent');
  const { number: _number, state: _state, stateAt: _at, ...about } = file;
  const records = new SentRecords();
  records.add([['7x', 0, []]]);
  register.intend({ ...about, path: null, bills: true }, records);
  register.close();
  await open();
  expect(await billableOf([billable, isBilled('false')])).toEqual(await billableOf([billable]));
});

it('bills nothing twice by taking back and forth what left', secondTier, async () => {
  writeTo('first.csv');
  await ask('export.run', { ...october, bills: true });
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  writeTo('second.csv');
  await ask('export.run', { ...october, bills: true });
  const refused = await call('sent.settle', { number: 1, state: 'saved' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'usage', detail: expect.stringContaining('second.csv') } });
  expect((await ask('sent.list', {})).files.map(({ state }) => state)).toEqual(['saved', 'withdrawn']);
});
