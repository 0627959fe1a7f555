/** Hours stand in for missing minutes on both sides, quotients are of the same records above and below, and what they leave out is counted. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ReportOptions } from '#electron/snapshot/report/context.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { ReportInput } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { askReport, worked } from '#tests/support/reports/asked-report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { empty, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let snapshot: Snapshot;

beforeAll(async () => {
  scratch = scratchSnapshot();
  snapshot = await scratch.open();
});
afterEach(() => empty(snapshot));
afterAll(() => scratch.dispose());

const measures = [
  'logged_hours',
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_share',
  'billable_value',
  'effective_rate',
];

async function over(
  records: readonly TimeLogRecord[],
  input: Partial<ReportInput> = {},
  more?: Partial<ReportOptions>,
) {
  await publish(snapshot, records);
  const { figures, notes, notesBefore } = await askReport(snapshot, { measures, period: '2026-10', ...input }, more);
  return { totals: figures.totals, total: figures.total, notes, notesBefore };
}

const minutes = (logged: string, billable: string) => ({ total_minutes: logged, billable_minutes: billable });
const hours = (logged: string, billable: string) => ({ total_hours: logged, billable_hours: billable });
const unread = (record: TimeLogRecord, ...names: string[]): TimeLogRecord => ({
  ...record,
  anomalies: new Map(names.map((name) => [`a552213_${name}`, '"?"'])),
});

test('billable hours stand in for missing billable minutes as logged ones do, so a rate is of all its hours', async () => {
  const { totals, notes } = await over([
    worked('1', { ...minutes('480', '480'), billable_amount: '800' }),
    worked('2', { ...hours('8', '8'), billable_amount: '800' }),
  ]);
  expect(totals).toEqual({
    logged_hours: '16',
    billable_logged_hours: '16',
    nonbillable_hours: '0',
    billable_share: '1',
    billable_value: '1600',
    effective_rate: '100',
  });
  expect(notes).toEqual([
    { kind: 'no-minutes', records: 1, minutes: '480' },
    { kind: 'no-billable-minutes', records: 1, minutes: '480' },
  ]);
});

test('a record with billable minutes and logged hours alone makes no share of 900 %', async () => {
  const { totals } = await over([
    worked('1', minutes('60', '60')),
    worked('2', { total_hours: '8', billable_minutes: '480' }),
  ]);
  expect(totals).toMatchObject({ billable_share: '1', nonbillable_hours: '0', logged_hours: '9' });
});

test('a record with one side alone is in neither side of share and non-billable hours, and its hours are counted', async () => {
  const { totals, notes } = await over([
    worked('1', minutes('600', '300')),
    worked('2', { total_minutes: '90' }),
    worked('3', { billable_minutes: '4200' }),
    worked('4', {}),
  ]);
  expect(totals).toMatchObject({
    logged_hours: '11.5',
    billable_logged_hours: '75',
    nonbillable_hours: '5',
    billable_share: '0.5',
  });
  expect(notes.filter(({ kind }) => kind === 'no-billable' || kind === 'no-logged')).toEqual([
    { kind: 'no-billable', records: 2, minutes: '90' },
    { kind: 'no-logged', records: 1, minutes: '4200' },
  ]);
});

test('a rate leaves out value without hours and hours without value, and says how much of both', async () => {
  const records = [
    worked('1', { ...minutes('60', '60'), billable_amount: '100' }),
    worked('2', { ...minutes('60', '60') }),
    worked('3', { total_minutes: '60', billable_amount: '75.5' }),
    unread(worked('4', { billable_hours: '2', total_minutes: '60' }), 'billable_amount'),
    unread(worked('5', { total_minutes: '60', billable_amount: '9' }), 'billable_minutes', 'billable_hours'),
  ];
  const { totals, notes } = await over(records);
  expect(totals).toMatchObject({ effective_rate: '100', billable_value: '184.5', billable_logged_hours: '4' });
  expect(notes.find(({ kind }) => kind === 'no-rate')).toEqual({
    kind: 'no-rate',
    records: 4,
    minutes: '180',
    amounts: [{ currency: null, amount: '84.5' }],
  });
  // 184.50 − 84.50 over 4 − 3 hours is 100 again.
});

test('minutes that cannot be read count with their hours, like unset ones', async () => {
  const { totals, notes } = await over([
    unread(worked('1', { ...hours('3', '2'), billable_amount: '50' }), 'total_minutes', 'billable_minutes'),
  ]);
  expect(totals).toMatchObject({ logged_hours: '3', billable_logged_hours: '2', billable_share: '0.66666667' });
  expect(notes.map(({ kind }) => kind)).toEqual(['no-minutes', 'no-billable-minutes', 'unreadable']);
});

test('hours that stand in are exact, however large', async () => {
  const { totals } = await over([
    worked('1', hours('9999999999.99999999', '0.00000001')),
    worked('2', minutes('1', '0')),
  ]);
  expect(totals).toMatchObject({ logged_hours: '10000000000.01666666', billable_logged_hours: '0.00000001' });
});

test('utilisation counts billable hours without minutes, and says which records it knows none of', async () => {
  const directory = directoryOf({ owners: { a: { name: 'Ann', weeklyHours: '40' }, b: { name: 'Ben' } } });
  const of = (owner: string) => ({ platform_owner_id: owner });
  const { totals, notes } = await over(
    [
      worked('1', { ...of('a'), ...minutes('480', '480') }),
      worked('2', { ...of('a'), ...hours('80', '80') }),
      worked('3', { ...of('a'), total_hours: '5' }),
      worked('4', { ...of('b'), total_minutes: '60' }),
    ],
    { measures: ['utilisation', 'expected_hours'] },
    { directory },
  );
  expect(totals).toEqual({ utilisation: '0.5', expected_hours: '176' });
  expect(notes).toContainEqual({ kind: 'no-billable-expected', records: 1, minutes: '300' });
});

test('a change in value is split at the effective rate of the same records; what has no hours is a part of its own', async () => {
  const september = (id: string, values: Record<string, string>) =>
    recordOf(id, { month_year: '2026-09-01', ...values });
  const { total } = await over(
    [
      september('1', { ...hours('10', '10'), billable_amount: '1000' }),
      worked('2', { ...minutes('720', '720'), billable_amount: '1320' }),
      worked('3', { billable_amount: '500' }),
    ],
    { compare: 'previous' },
  );
  // Two hours more at 100, twelve hours at 10 more, and a fee.
  expect(total.split).toEqual({ hours: '200', rate: '120', other: '500' });
});

test('what figures of the compared period leave out is counted for it alone', async () => {
  const { notes, notesBefore } = await over(
    [
      worked('1', { ...minutes('60', '60'), billable_amount: '1' }),
      recordOf('2', { month_year: '2026-09-01', total_minutes: '60', billable_amount: '7' }),
    ],
    { compare: 'previous', measures: ['effective_rate', 'billable_share'] },
  );
  expect(notes).toEqual([]);
  expect(notesBefore).toEqual([
    { kind: 'no-billable', records: 1, minutes: '60' },
    { kind: 'no-rate', records: 1, minutes: null, amounts: [{ currency: null, amount: '7' }] },
  ]);
});

test('what a rate leaves out is told for each currency', async () => {
  const directory = directoryOf({ objects: { 'deal:1': { name: 'One', currency: 'CHF' }, 'deal:2': { name: 'Two' } } });
  await snapshot.setDirectory(directory);
  const paid = (id: string, deal: string, amount: string) =>
    worked(id, { assoc_obj_type: 'deal', assoc_record_id: deal, billable_amount: amount });
  const { notes } = await over(
    [paid('1', '1', '10'), paid('2', '2', '20'), paid('3', '1', '5')],
    { measures: ['effective_rate'] },
    { directory, settings: { ...defaultSettings, currency: 'EUR' } },
  );
  expect(notes.find(({ kind }) => kind === 'no-rate')?.amounts).toEqual([
    { currency: 'CHF', amount: '15' },
    { currency: 'EUR', amount: '20' },
  ]);
});
