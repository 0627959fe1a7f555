/** What lines lack to their total: left by rounding up to half a step a line and the total, figures outside every line beyond that. */
import { expect, test } from 'vitest';
import { findMeasure } from '../../../../src/domain/reports/definition/measures.ts';
import { findLacks, findUnlisted } from '../../../../src/domain/reports/print/lacks.ts';
import type { PrintedDifference, PrintedLine } from '../../../../src/domain/reports/print/model.ts';
import { printMeasure } from '../../../../src/domain/reports/print/printed.ts';
import { reportResult } from '../../../support/reports/report-result.ts';

const lineWith = (below: Partial<PrintedDifference> | null): PrintedLine => ({
  value: 100n,
  cells: [],
  before: null,
  change: null,
  below: below && { value: 0n, cells: [], before: 0n, change: 0n, ...below },
  across: 0n,
});

test('of three lines two steps are left by rounding and three are not, of the compared period and of a column alike', () => {
  for (const figure of ['value', 'before'] as const) {
    expect(findLacks(lineWith({ [figure]: 2n }), 3), figure).toEqual(['rounding']);
    expect(findLacks(lineWith({ [figure]: -2n }), 3), figure).toEqual(['rounding']);
    expect(findLacks(lineWith({ [figure]: 3n }), 3), figure).toEqual(['unlisted']);
  }
  expect(findLacks(lineWith({ cells: [0n, 2n, -3n] }), 3)).toEqual(['rounding', 'unlisted']);
  expect(findLacks(lineWith(null), 3)).toEqual([]);
});

test('a change is the difference of two rounded figures: of three lines four steps of it are left by rounding', () => {
  expect(findLacks(lineWith({ change: 4n }), 3)).toEqual(['rounding']);
  expect(findLacks(lineWith({ change: -5n }), 3)).toEqual(['unlisted']);
});

test('in several currencies each is judged alone', () => {
  const parts = [lineWith({ value: 2n }), lineWith({ value: 3n })].map((line, at) => ({ currency: String(at), line }));
  expect(findLacks({ ...lineWith(null), parts }, 3)).toEqual(['rounding', 'unlisted']);
});

test('a subtotal is judged by the lines of its own, the total by those directly below it', () => {
  const row = (client: string, owner: string) => ({ key: { client, owner }, values: { records: '1' }, records: 1 });
  const subtotal = (client: string) => ({ key: { client }, values: { records: '1' }, records: 1 });
  const result = reportResult({
    subtotals: [subtotal('A'), subtotal('B')],
    rows: [row('A', '1'), ...['1', '2', '3'].map((owner) => row('B', owner))],
  });
  const measure = findMeasure('records');
  if (!measure) throw new Error('records');
  const settings = { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 } as const;
  const sheet = printMeasure(measure, result, settings);
  const judge = (total: bigint, a: bigint, b: bigint) =>
    findUnlisted(
      [
        {
          ...sheet,
          total: lineWith({ value: total }),
          subtotals: [lineWith({ value: a }), lineWith({ value: b })],
        },
      ],
      result,
    );
  expect(judge(1n, 1n, 2n)).toEqual({ total: false, subtotals: false });
  expect(judge(2n, 1n, 2n)).toEqual({ total: true, subtotals: false });
  expect(judge(1n, 2n, 2n)).toEqual({ total: false, subtotals: true });
  expect(judge(1n, 1n, 3n)).toEqual({ total: false, subtotals: true });
});
