import { expect, test } from 'vitest';
import { measures } from '#domain/reports/definition/measures.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { chooseGrid } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { measureFigureWidths } from '#ui/screens/reports/table/figure-widths.ts';

const line = (part: Partial<PrintedLine>): PrintedLine => ({
  value: null,
  cells: [],
  before: null,
  change: null,
  below: null,
  across: 0n,
  ...part,
});

function widths(rows: readonly Partial<PrintedLine>[], total: Partial<PrintedLine>) {
  const measure = measures.find(({ id }) => id === 'billable_value');
  if (!measure) throw new Error('No such measure');
  const printed: PrintedMeasure = {
    measure,
    grid: chooseGrid('money', defaultSettings),
    footing: 'exact',
    rows: rows.map(line),
    subtotals: [],
    total: line(total),
  };
  const of = measureFigureWidths([printed]);
  return { whole: of(measure, undefined), bucket: of(measure, 0) };
}

test('a total of two currencies is empty, and its column still has room for its lines', () => {
  const value = 19_612_340n;
  expect(widths([{ value, cells: [value] }], { cells: [null] })).toEqual(widths([], { value, cells: [value] }));
});

test('lines that cancel one another in the total, and what was before, have room too', () => {
  const long = -123_456_789n;
  const wide = widths([], { value: long }).whole;
  expect(widths([{ value: long }, { value: -long }], { value: 0n }).whole).toBe(wide);
  expect(widths([{ value: 100n, before: long }], { value: 100n }).whole).toBe(wide);
  expect(wide).toBeGreaterThan(widths([], { value: 0n }).whole);
});

test('amounts of two currencies stand side by side in a line; of many it says how many, and the total has a line for each', () => {
  const currencies = ['CHF', 'EUR', 'GBP', 'USD'];
  const parts = (count: number) =>
    currencies.slice(0, count).map((currency) => ({ currency, line: line({ value: 12_345_678n }) }));
  const alone = widths([{ value: 12_345_678n, parts: parts(1) }], {}).whole;
  const side = widths([{ parts: parts(2) }], {}).whole;
  expect(side).toBeGreaterThan(alone * 1.5);
  expect(widths([{ parts: parts(4) }], { parts: parts(4) }).whole).toBeLessThan(side * 0.8);
});
