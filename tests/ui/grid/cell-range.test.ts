import { describe, expect, it } from 'vitest';
import { isSelected, isMultiple, toInterval, toRectangle } from '#ui/grid/cell-range.ts';

describe('a selection of cells', () => {
  const range = { anchor: { row: 7, column: 3 }, end: { row: 2, column: 1 } };

  it('reaches from where it was begun to where it was drawn, in any direction', () => {
    expect(toRectangle(range, 9)).toEqual({ firstRow: 2, lastRow: 7, firstColumn: 1, lastColumn: 3 });
  });

  it('takes entire rows from their numbers', () => {
    const rows = { anchor: { row: 2, column: -1 }, end: { row: 4, column: 1 } };
    expect(toRectangle(rows, 9)).toEqual({ firstRow: 2, lastRow: 4, firstColumn: 0, lastColumn: 8 });
    expect(toRectangle({ anchor: rows.end, end: rows.anchor }, 9)).toEqual(toRectangle(rows, 9));
  });

  it('is none where one cell is meant', () => {
    expect(isMultiple({ anchor: range.end, end: range.end })).toBe(false);
    expect(isMultiple(range)).toBe(true);
  });

  it('says of each row which of its columns are in it', () => {
    const rectangle = toRectangle(range, 9);
    expect([1, 2, 7, 8].map((at) => toInterval(rectangle, at) !== undefined)).toEqual([false, true, true, false]);
    const row = toInterval(rectangle, 2);
    expect([0, 1, 3, 4].map((column) => isSelected(row, column))).toEqual([false, true, true, false]);
  });
});
