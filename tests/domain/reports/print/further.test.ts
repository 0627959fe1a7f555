/** A report compared with several periods reads as if it were compared with each of them alone. */
import { expect, test } from 'vitest';
import type { ComparisonKind, ReportRow } from '#domain/reports/definition/report.ts';
import { compareWithFurther, toPastLine, listCompared } from '#domain/reports/print/further.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const figures = (hours: string) => ({ values: { logged_hours: hours }, records: 1 });
const split = (text: string) => ({ hours: text, rate: '0' });
/** Compared with a first period, and with three further ones of which the second was refused. */
const line = (key: ReportRow['key']): ReportRow => ({
  key,
  ...figures('4'),
  before: figures('1'),
  split: split('1'),
  further: [{ before: figures('2'), split: split('2') }, null, { before: null, split: null }],
});
const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
const comparison = (kind: ComparisonKind, refused: string | null = null) => ({
  kind,
  period,
  elapsedDays: null,
  refused,
});

const result = reportResult({
  rows: [line({ client: 'A' })],
  subtotals: [line({ team: 'T' })],
  breakdowns: [{ key: { client: 'A' }, by: 'month', rows: [line({ client: 'A', month: '10' })] }],
  total: line({}),
  comparison: comparison('previous'),
  further: [comparison('last-year'), comparison('last-year', 'too-early'), comparison('last-year')],
});

test('every line has the figures and the split of the comparison that is read, and none where it was refused', () => {
  const pastOf = (at: number) => {
    const { rows, subtotals, breakdowns = [], total } = compareWithFurther(result, at);
    return [total, ...rows, ...subtotals, ...breakdowns.flatMap((each) => each.rows)].map((each) => [
      each.before?.values['logged_hours'],
      each.split,
    ]);
  };
  const four = (past: unknown) => Array.from({ length: 4 }, () => past);
  expect(pastOf(0)).toEqual(four(['2', split('2')]));
  expect(pastOf(1)).toEqual(four([undefined, undefined]));
  expect(pastOf(2)).toEqual(four([undefined, null]));
  expect(toPastLine(line({}), 2).before).toBeNull();
  expect(compareWithFurther(result, 1).comparison?.refused).toBe('too-early');
  expect(compareWithFurther(result, 3).comparison).toBeNull();
});

test('comparisons are listed in their order, the refused ones left out', () => {
  expect(listCompared(result).map(({ furtherIndex, kind }) => [furtherIndex, kind])).toEqual([
    [undefined, 'previous'],
    [0, 'last-year'],
    [2, 'last-year'],
  ]);
  const refused = { ...result, comparison: comparison('previous', 'too-early') };
  expect(listCompared(refused).map(({ furtherIndex }) => furtherIndex)).toEqual([0, 2]);
  expect(listCompared({ ...result, comparison: null, further: [] })).toEqual([]);
});
