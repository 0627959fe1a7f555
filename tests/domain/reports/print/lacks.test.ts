/** What lines lack to their total: noted up to half a step a line, left by rounding up to half a step more, figures outside every line beyond. */
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { hasAcrossDifference, findUnlisted, classifyShortfall, readShortfall } from '#domain/reports/print/lacks.ts';
import type { PrintedDifference, PrintedLine } from '#domain/reports/print/model.ts';
import { printMeasure } from '#domain/reports/print/printed.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

/** So many lines that have each of the figures. */
const linesOf = (count: number) => ({ value: count, before: count, change: count, cells: [count, count, count] });

const lineWith = (below: Partial<PrintedDifference> | null): PrintedLine => ({
  value: 100n,
  cells: [],
  before: null,
  change: null,
  below: below && { lines: linesOf(3), value: 0n, cells: [], before: 0n, change: 0n, ...below },
  across: 0n,
});

test('of three lines one step is noted, and two are not left by rounding', () => {
  expect([0n, 1n, -2n, 2n, 3n, -3n].map((steps) => classifyShortfall(steps, 3))).toEqual([
    'noted',
    'noted',
    'unlisted',
    'unlisted',
    'unlisted',
    'unlisted',
  ]);
  // Lines that are fitted leave nothing.
  expect(classifyShortfall(1n, 0)).toBe('unlisted');
  expect([2n, -3n, 3n].map((steps) => classifyShortfall(steps, 4))).toEqual(['noted', 'unlisted', 'unlisted']);
});

test('a change is the difference of two rounded figures: of three lines four steps of it are left by rounding', () => {
  expect([1n, 2n, 4n, -5n].map((steps) => classifyShortfall(steps, 3, 2))).toEqual([
    'noted',
    'rounding',
    'rounding',
    'unlisted',
  ]);
});

test('a difference is read as one kind alone', () => {
  const { below } = lineWith({ value: 1n, cells: [2n, -3n], change: 2n });
  const read = (lack: 'noted' | 'rounding' | 'unlisted') =>
    (['value', 0, 1, 'before', 'change'] as const).map((at) => readShortfall(below, at, lack));
  expect(read('noted')).toEqual([1n, 0n, 0n, 0n, 0n]);
  expect(read('rounding')).toEqual([0n, 0n, 0n, 0n, 2n]);
  expect(read('unlisted')).toEqual([0n, 2n, -3n, 0n, 0n]);
});

const row = (client: string, owner: string) => ({ key: { client, owner }, values: { records: '1' }, records: 1 });
const subtotal = (client: string) => ({ key: { client }, values: { records: '1' }, records: 1 });
const settings = { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 } as const;

function sheetOf(result: Parameters<typeof reportResult>[0]) {
  const measure = findMeasure('records');
  if (!measure) throw new Error('records');
  return printMeasure(measure, reportResult(result), settings);
}

test('a subtotal is judged by the lines of its own, the total by those directly below it', () => {
  const sheet = sheetOf({
    subtotals: [subtotal('A'), subtotal('B')],
    rows: [row('A', '1'), ...['1', '2', '3'].map((owner) => row('B', owner))],
    total: { values: { records: '3' }, records: 3 },
  });
  // A has 1 of its one line, B lacks 2 of its three lines, the total of 3 has two subtotals.
  expect([sheet.total, ...sheet.subtotals].map(({ below }) => [below?.lines.value, below?.value])).toEqual([
    [2, 1n],
    [undefined, undefined],
    [3, -2n],
  ]);
  const judge = (total: bigint, a: bigint, b: bigint) =>
    findUnlisted([
      {
        ...sheet,
        total: lineWith({ value: total, lines: linesOf(2) }),
        subtotals: [lineWith({ value: a, lines: linesOf(1) }), lineWith({ value: b })],
      },
    ]);
  expect(judge(1n, 0n, 1n)).toEqual({ total: false, subtotals: false });
  expect(judge(2n, 0n, 1n)).toEqual({ total: true, subtotals: false });
  expect(judge(1n, 1n, 1n)).toEqual({ total: false, subtotals: true });
  expect(judge(1n, 0n, 2n)).toEqual({ total: false, subtotals: true });
});

test('differences across have a column where one of them is more than half a step a cell', () => {
  const sheet = sheetOf({});
  const across = (steps: bigint) =>
    hasAcrossDifference({ ...sheet, rows: [{ ...lineWith(null), cells: [1n, null, 2n], across: steps }] });
  expect([0n, -1n, 2n, -2n].map(across)).toEqual([false, false, true, true]);
});

test('in several currencies each is judged alone', () => {
  const parts = (value: bigint) =>
    [lineWith({ value: 1n }), lineWith({ value })].map((line, at) => ({ currency: String(at), line }));
  const judge = (value: bigint) =>
    findUnlisted([{ ...sheetOf({}), total: { ...lineWith(null), parts: parts(value) } }]);
  expect([judge(1n).total, judge(2n).total]).toEqual([false, true]);
});
