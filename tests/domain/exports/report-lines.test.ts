import { expect, test } from 'vitest';
import { toReportLines } from '#domain/exports/report-lines.ts';
import { reportSchema, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const CATEGORY = 'a552213_category_text';
const SERVICE = 'a552213_service_name';

function fileOf(
  asked: ReportInput,
  result: Partial<ReportResult>,
  preset: 'excel' | 'machine' = 'excel',
  settings: Partial<Settings> = {},
  format?: 'xlsx',
) {
  const { columns, ...written } = toReportLines({
    report: reportSchema.parse(asked),
    result: reportResult(result),
    settings: { ...defaultSettings, zone: 'UTC', ...settings },
    directory: { owners: {}, objects: {} },
    options: { heads: 'labels', preset, ...(format && { format }) },
  });
  return { heads: columns.map(({ head }) => head), digits: columns.map(({ digits }) => digits), ...written };
}

const value = (amount: string | null, records = 1) => ({ values: { billable_value: amount }, records });
const row = (key: Record<string, string | null>, amount: string | null, records = 1) => ({
  key,
  ...value(amount, records),
});

test('a report without groups is one line: its totals', () => {
  const { heads, lines } = fileOf({ measures: ['billable_value'] }, { total: value('12.345', 3), records: 3 });
  expect(heads).toEqual(['Billable value', 'Records']);
  expect(lines).toEqual([['12.35', '3']]);
});

test('a report that has nothing has no line', () => {
  expect(fileOf({ measures: ['billable_value'], groupBy: [CATEGORY] }, {}).lines).toEqual([]);
});

test('every line has the keys of all its groups, the tail among them, and what rounding leaves is said by column', () => {
  const { lines, outline, roundingDifferences } = fileOf(
    { measures: ['billable_value'], groupBy: [CATEGORY, SERVICE], top: { count: 1 } },
    {
      rows: [
        row({ [CATEGORY]: 'Audit', [SERVICE]: 'Books' }, '1.004'),
        row({ [CATEGORY]: 'Audit', [SERVICE]: null }, '1.004'),
        { ...row({ [CATEGORY]: null, [SERVICE]: 'Books' }, '1.004'), folded: 1200 },
      ],
      subtotals: [row({ [CATEGORY]: 'Audit' }, '2.008', 2), { ...row({ [CATEGORY]: null }, '1.004'), folded: 1200 }],
      total: value('3.012', 3),
      records: 3,
    },
  );
  expect(lines).toEqual([
    ['Audit', 'Books', '1.00', '1'],
    ['Audit', '(none)', '1.00', '1'],
    ['Other (1,200)', 'Books', '1.00', '1'],
  ]);
  expect(roundingDifferences).toEqual({ billable_value: '0.01' });
  expect(outline.map(({ level, depth }) => `${level} ${depth}`)).toEqual([
    'subtotal 0',
    'line 1',
    'line 1',
    'subtotal 0',
    'line 1',
    'total 0',
  ]);
});

test('figures in no line have a line of their own, apart from what rounding leaves', () => {
  const { lines } = fileOf(
    { measures: ['billable_value'], groupBy: [CATEGORY] },
    { rows: [row({ [CATEGORY]: 'Audit' }, '1')], total: value('9', 1), records: 1 },
  );
  expect(lines).toEqual([
    ['Audit', '1.00', '1'],
    ['In no line above', '8.00', null],
  ]);
});

test('each currency has its own column, empty where a line has nothing of it', () => {
  const { heads, lines } = fileOf(
    { measures: ['billable_value'], groupBy: [CATEGORY] },
    {
      currencies: ['EUR', null],
      rows: [
        { ...row({ [CATEGORY]: 'Audit' }, '1'), currency: 'EUR' },
        { ...row({ [CATEGORY]: 'Tax' }, '2'), currency: null },
      ],
      total: {
        ...value(null, 2),
        currency: null,
        amounts: [
          { currency: 'EUR', values: { billable_value: '1' } },
          { currency: null, values: { billable_value: '2' } },
        ],
      },
      records: 2,
    },
  );
  expect(heads).toEqual(['Category', 'Billable value (EUR)', 'Billable value (currency unknown)', 'Records']);
  expect(lines).toEqual([
    ['Audit', '1.00', null, '1'],
    ['Tax', null, '2.00', '1'],
  ]);
});

test('a comparison that was refused has no columns, and shares are percent for people and fractions for programs', () => {
  const asked: ReportInput = { measures: ['billable_share'], period: '2026-10', compare: 'previous' };
  const refused = { kind: 'previous' as const, period: null, elapsedDays: null, refused: 'Not all is here.' };
  const result = { total: { values: { billable_share: '0.33333333' }, records: 3 }, records: 3, comparison: refused };
  expect(fileOf(asked, result)).toMatchObject({ heads: ['Billable share', 'Records'], lines: [['33.3', '3']] });
  expect(fileOf(asked, result, 'machine').lines).toEqual([['0.33333333', '3']]);
});

test('hours as h:mm are whole minutes', () => {
  const result = { total: { values: { logged_hours: '1.33333333' }, records: 1 }, records: 1 };
  expect(fileOf({ measures: ['logged_hours'] }, result, 'excel', { hoursStyle: 'clock' }).lines).toEqual([['80', '1']]);
});

test('a workbook has exact values under the printed digits, so that a formula over them is right, unless lines are footed', () => {
  const asked: ReportInput = {
    measures: ['logged_hours', 'effective_rate', 'billable_share', 'billable_value'],
    groupBy: [CATEGORY],
  };
  const line = (hours: string, amount: string) => ({
    values: {
      logged_hours: hours,
      effective_rate: '28.49447778',
      billable_share: '0.33333333',
      billable_value: amount,
    },
    records: 1,
  });
  const rows = [
    { key: { [CATEGORY]: 'Audit' }, ...line('0.33333333', '1.004') },
    { key: { [CATEGORY]: 'Tax' }, ...line('1.33333333', '1.004') },
  ];
  const result = { rows, total: line('1.66666667', '9.008'), records: 2 };
  const write = (footing: Settings['footing'], hoursStyle: Settings['hoursStyle'] = 'decimal') =>
    fileOf(asked, result, 'excel', { footing, hoursStyle }, 'xlsx');
  expect(write('exact').lines).toEqual([
    ['Audit', '0.33333333', '28.49447778', '33.333333', '1.004', '1'],
    ['Tax', '1.33333333', '28.49447778', '33.333333', '1.004', '1'],
    ['In no line above', null, null, null, '7', null],
  ]);
  expect(write('exact').digits).toEqual([null, 2, 2, 1, 2, 0]);
  expect(write('exact', 'clock').lines.map(([, hours]) => hours)).toEqual(['20', '80', null]);
  const footed = fileOf(
    asked,
    { ...result, total: line('1.66666667', '2.008') },
    'excel',
    { footing: 'largest-remainder' },
    'xlsx',
  );
  expect(footed.lines).toEqual([
    ['Audit', '0.34', '28.49447778', '33.333333', '1.01', '1'],
    ['Tax', '1.33', '28.49447778', '33.333333', '1.00', '1'],
  ]);
  // A list for spreadsheets prints as the screen does.
  expect(fileOf(asked, result).lines[0]).toEqual(['Audit', '0.33', '28.49', '33.3', '1.00', '1']);
});
