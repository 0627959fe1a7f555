/** The selected cells of a table, as a rectangle from the start of the selection to its current end. Pure. */
import type { CellPosition } from './walk-cells.ts';

/** A selection that includes column −1, the row number, covers entire rows. */
export interface CellRange {
  readonly anchor: CellPosition;
  readonly end: CellPosition;
}

export interface Rectangle {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** @param columns how many there are */
export function toRectangle({ anchor, end }: CellRange, columns: number): Rectangle {
  const isRows = anchor.column < 0 || end.column < 0;
  return {
    firstRow: Math.min(anchor.row, end.row),
    lastRow: Math.max(anchor.row, end.row),
    firstColumn: isRows ? 0 : Math.min(anchor.column, end.column),
    lastColumn: isRows ? columns - 1 : Math.max(anchor.column, end.column),
  };
}

/** Returns true if more than one cell is selected, because the keyboard's cell is always selected. */
export function isMultiple({ anchor, end }: CellRange): boolean {
  return anchor.row !== end.row || anchor.column !== end.column;
}

/** @returns the interval of a row's selected columns as text, so that an unchanged row is not redrawn */
export function toInterval(rectangle: Rectangle | undefined, row: number): string | undefined {
  if (!rectangle || row < rectangle.firstRow || row > rectangle.lastRow) return undefined;
  return `${rectangle.firstColumn}-${rectangle.lastColumn}`;
}

export function isSelected(selected: string | undefined, column: number): boolean {
  if (selected === undefined) return false;
  const [first = 0, last = -1] = selected.split('-').map(Number);
  return column >= first && column <= last;
}
