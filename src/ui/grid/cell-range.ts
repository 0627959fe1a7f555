/** The selected cells of a table, as a rectangle from where the selection began to where it was extended. Pure. */
import type { Place } from './walk-cells.ts';

/** A selection from column −1, the row's number, is of entire rows. */
export interface CellRange {
  readonly anchor: Place;
  readonly head: Place;
}

export interface Rectangle {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** @param columns how many there are */
export function toRectangle({ anchor, head }: CellRange, columns: number): Rectangle {
  const isRows = anchor.column < 0 || head.column < 0;
  return {
    firstRow: Math.min(anchor.row, head.row),
    lastRow: Math.max(anchor.row, head.row),
    firstColumn: isRows ? 0 : Math.min(anchor.column, head.column),
    lastColumn: isRows ? columns - 1 : Math.max(anchor.column, head.column),
  };
}

/** Whether more than one cell is selected: the keyboard is always at one. */
export function isSeveral({ anchor, head }: CellRange): boolean {
  return anchor.row !== head.row || anchor.column !== head.column;
}

/** @returns the selected columns of a row, as an interval in one text, so that an unchanged row is not drawn again. */
export function selectedIn(rectangle: Rectangle | undefined, row: number): string | undefined {
  if (!rectangle || row < rectangle.firstRow || row > rectangle.lastRow) return undefined;
  return `${rectangle.firstColumn}-${rectangle.lastColumn}`;
}

export function isColumnIn(selected: string | undefined, column: number): boolean {
  if (selected === undefined) return false;
  const [first = 0, last = -1] = selected.split('-').map(Number);
  return column >= first && column <= last;
}
