/** Break-downs of lines inside of broken-down lines, of lines that are alike, and of lines that are not there. */
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ReportParts, ReportResult, ReportRow } from '#domain/reports/definition/report.ts';
import { findBrokenDownLine, flattenLines, flattenPrinted } from '#domain/reports/print/broken-lines.ts';
import { printMeasure } from '#domain/reports/print/printed.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const settings = { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 } as const;
const line = (key: ReportRow['key'], more: Partial<ReportRow> = {}): ReportRow => ({
  key,
  values: { records: '1' },
  records: 1,
  ...more,
});
const parts = (key: ReportRow['key'], by: string, ...keys: string[]): ReportParts => ({
  key,
  by,
  rows: keys.map((each) => line({ ...key, [by]: each })),
});

test('nothing inside of a broken-down group is printed: neither groups and lines at any depth, nor their parts', () => {
  const result = reportResult({
    subtotals: [line({ client: 'A' }), line({ client: 'A', owner: '1' }), line({ client: 'B' })],
    rows: [
      line({ client: 'A', owner: '1', team: 'x' }),
      line({ client: 'A', owner: '2', team: 'x' }),
      line({ client: 'B', owner: '1', team: 'x' }),
    ],
    breakdowns: [
      parts({ client: 'A', owner: '1' }, 'month', '10'),
      parts({ client: 'A', owner: '2', team: 'x' }, 'month', '10'),
      parts({ client: 'A' }, 'month', '10', '11'),
    ],
  });
  // Total, A, A 1, B, A 1 x, A 2 x, B 1 x, October of A 1, of A 2 x, and of A, November of A.
  const none = undefined;
  expect(flattenLines(result).parents).toEqual([-1, 0, none, 0, none, none, 3, none, none, 1, 1]);
});

test('parts are broken down again, whichever break-down they are of', () => {
  const result = reportResult({
    rows: [line({ client: 'A' }), line({ client: 'B' })],
    breakdowns: [
      parts({ client: 'A' }, 'month', '10', '11'),
      parts({ client: 'B' }, 'month', '10', '11'),
      parts({ client: 'B', month: '11' }, 'owner', '1', '2'),
      parts({ client: 'B', month: '11', owner: '2' }, 'team', 'x'),
    ],
  });
  const { parents, broken } = flattenLines(result);
  // Total, A, B, months of A, months of B, people of B's November, the second one's team.
  expect(parents).toEqual([-1, 0, 0, 1, 1, 2, 2, 6, 6, 8]);
  expect([...broken]).toEqual([
    [1, 0],
    [2, 1],
    [6, 2],
    [8, 3],
  ]);
});

test('a break-down of a line that is not there has no line, and the ones after it theirs', () => {
  const result = reportResult({
    rows: [line({ client: 'A' }), line({ client: null })],
    breakdowns: [parts({ client: 'Z' }, 'month', '10', '11'), parts({ client: null }, 'month', '10')],
  });
  expect(flattenLines(result).parents.slice(-1)).toEqual([2]);
  expect([...flattenLines(result).broken]).toEqual([[2, 1]]);
});

test('the grouped tail and the lines without a group are told apart, and so are lines of other groups', () => {
  const result = reportResult({
    subtotals: [line({ client: null })],
    rows: [line({ client: null, owner: '1' }), line({ client: null, owner: '1' }, { folded: 3 })],
    breakdowns: [
      { ...parts({ client: null, owner: '1' }, 'month', '10'), folded: 3 },
      parts({ client: null, team: null }, 'month', '10'),
      parts({ client: null }, 'month', '10'),
    ],
  });
  const places = [0, 1, 2, 3]
    .map((at) => findBrokenDownLine(result, at))
    .map((place) => place && [place.among, place.index]);
  expect(places).toEqual([['rows', 1], undefined, ['subtotals', 0], undefined]);
});

test('a broken-down line lacks what its parts lack, in each currency, and not what the lines inside of it do', () => {
  const measure = findMeasure('billable_value');
  if (!measure) throw new Error('billable_value');
  const amounts = (chf: string, eur: string): Pick<ReportRow, 'values' | 'amounts'> => ({
    values: { billable_value: null },
    amounts: [
      { currency: 'CHF', values: { billable_value: chf } },
      { currency: 'EUR', values: { billable_value: eur } },
    ],
  });
  const result: ReportResult = reportResult({
    currencies: ['CHF', 'EUR'],
    subtotals: [line({ client: 'A' }, amounts('10', '20'))],
    rows: [line({ client: 'A', owner: '1' }, amounts('9', '18'))],
    breakdowns: [
      { key: { client: 'A' }, by: 'month', rows: [line({ client: 'A', month: '10' }, amounts('7', '16.5'))] },
    ],
    total: { ...amounts('10', '20'), records: 1 },
  });
  const opened = flattenPrinted(printMeasure(measure, result, settings), flattenLines(result));
  const lackOf = (at: number) => opened.subtotals[at]?.parts?.map((part) => part.line.below?.value);
  expect(lackOf(0)).toEqual([300n, 350n]);
  expect(opened.rows.map((row) => row.parts?.map((part) => part.line.value))).toEqual([
    [900n, 1800n],
    [700n, 1650n],
  ]);
});

test('a broken-down line of one currency lacks what its parts lack', () => {
  const measure = findMeasure('records');
  if (!measure) throw new Error('records');
  const three = { values: { records: '3' }, records: 3 };
  const result = reportResult({
    rows: [line({ client: 'A' }, three)],
    breakdowns: [parts({ client: 'A' }, 'month', '10')],
    total: three,
  });
  const opened = flattenPrinted(printMeasure(measure, result, settings), flattenLines(result));
  expect(opened.rows.map(({ below }) => below?.value)).toEqual([2n, undefined]);
});
