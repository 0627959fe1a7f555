/** A copied report of lines that are broken down: what is copied adds up to its total, once. */
import { expect, test } from 'vitest';
import { createLabels } from '#domain/charts/labels.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportResult, type ReportRow } from '#domain/reports/definition/report.ts';
import { formatTable } from '#ui/screens/reports/table/copied-table.ts';
import { toGridColumns } from '#ui/screens/reports/table/grid-columns.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const labels = createLabels({ owners: {}, objects: {} }, { fiscalYearStart: 1 });
const OWNER = 'platform_owner_id';
const line = (hours: string | null, key: ReportRow['key'], more: Partial<ReportRow> = {}): ReportRow => ({
  key,
  values: { logged_hours: hours },
  records: 1,
  ...more,
});

/** Copied with the hours of each line, without the last line's end. */
function copy(groupBy: string[], given: Partial<ReportResult>): string[] {
  const report = reportSchema.parse({ measures: ['logged_hours'], groupBy });
  const result = reportResult(given);
  const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
  const open = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
  const columns = toGridColumns(report, result, measures, open, () => 0);
  return formatTable(report, result, columns, labels).text.trimEnd().split('\n');
}

test('parts take the place of a broken-down line, and of all lines of a broken-down group', () => {
  const copied = copy(['client', OWNER], {
    subtotals: [line('3', { client: 'A' }), line('5', { client: 'B' })],
    rows: [
      line('1', { client: 'A', [OWNER]: '1' }),
      line('2', { client: 'A', [OWNER]: '2' }),
      line('4', { client: 'B', [OWNER]: '3' }),
      line('1', { client: 'B', [OWNER]: '4' }),
    ],
    breakdowns: [
      { key: { client: 'A' }, by: 'month', rows: [line('3', { client: 'A', month: '2026-10-01' })] },
      {
        key: { client: 'B', [OWNER]: '3' },
        by: 'month',
        rows: ['2026-10-01', '2026-11-01'].map((month) => line('2', { client: 'B', [OWNER]: '3', month })),
      },
    ],
    total: { values: { logged_hours: '8' }, records: 4 },
  });
  expect(copied).toEqual([
    'Client\tPerson\tParts by\tPart\tLogged hours',
    'B\tPerson 4\t\t\t1',
    'A\t\tMonth\tOct 2026\t3',
    'B\tPerson 3\tMonth\tOct 2026\t2',
    'B\tPerson 3\tMonth\tNov 2026\t2',
    'Total\t\t\t\t8',
  ]);
});

test('a part by a further group of the report stands under Part alone', () => {
  const copied = copy(['client', OWNER, 'month'], {
    subtotals: [line('3', { client: 'A' }), line('3', { client: 'A', [OWNER]: '1' })],
    rows: [line('3', { client: 'A', [OWNER]: '1', month: '2026-10-01' })],
    breakdowns: [{ key: { client: 'A' }, by: 'month', rows: [line('3', { client: 'A', month: '2026-10-01' })] }],
    total: { values: { logged_hours: '3' }, records: 1 },
  });
  expect(copied.slice(1)).toEqual(['A\t\t\tMonth\tOct 2026\t3', 'Total\t\t\t\t\t3']);
});

test('only the outermost key of the grouped tail is “Other”', () => {
  const copied = copy(['client', OWNER], {
    rows: [line('1', { client: null, [OWNER]: '7' }, { folded: 4 })],
    total: { values: { logged_hours: '1' }, records: 1 },
  });
  expect(copied[1]).toBe('Other (4)\tPerson 7\t1');
});

test('what the lines have too much is listed as well, beyond a last digit for each line and the total', () => {
  const copied = (total: string) =>
    copy(['client'], {
      rows: [line('1', { client: 'A' }), line('1', { client: 'B' })],
      total: { values: { logged_hours: total }, records: 2 },
    }).slice(3, -1);
  expect(copied('2.00000003')).toEqual([]);
  expect(copied('2.00000004')).toEqual(['In no line above\t0.00000004']);
  expect(copied('1.99999997')).toEqual([]);
  expect(copied('1.5')).toEqual(['In no line above\t-0.5']);
});

test('what no line has is listed of the compared period and of the change as well', () => {
  const before = (hours: string) => ({ values: { logged_hours: hours }, records: 1 });
  const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
  const copied = copy(['client'], {
    rows: [line('4', { client: 'A' }, { before: before('2') })],
    total: { values: { logged_hours: '4' }, records: 1, before: before('5') },
    comparison: { kind: 'previous', period, elapsedDays: null, refused: null },
  });
  expect(copied.slice(1)).toEqual(['A\t4\t2\t2\t100', 'In no line above\t\t3\t-3\t', 'Total\t4\t5\t-1\t-20']);
});
