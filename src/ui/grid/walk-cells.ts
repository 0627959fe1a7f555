/** Finds the cell that a key moves to in a table. Pure. */

/** The position of a cell. Row −1 is the header, and totals follow the rows; column −1 is the row's name or number. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  readonly lastRow: number;
  readonly columns: number;
  /** The number of visible rows. */
  readonly page: number;
}

/** @returns undefined for a key that moves nowhere. */
export function findNextCell(
  { row, column }: CellPosition,
  key: string,
  hasModifier: boolean,
  extent: Extent,
): CellPosition | undefined {
  const rows = (to: number) => Math.max(-1, Math.min(extent.lastRow, to));
  const columns = (to: number) => Math.max(-1, Math.min(extent.columns - 1, to));
  switch (key) {
    case 'ArrowUp':
      return { row: hasModifier ? Math.min(0, rows(0)) : rows(row - 1), column };
    case 'ArrowDown':
      return { row: hasModifier ? extent.lastRow : rows(row + 1), column };
    case 'ArrowLeft':
      return { row, column: hasModifier ? -1 : columns(column - 1) };
    case 'ArrowRight':
      return { row, column: hasModifier ? extent.columns - 1 : columns(column + 1) };
    case 'PageUp':
      return { row: Math.max(0, rows(row - extent.page)), column };
    case 'PageDown':
      return { row: rows(row + extent.page), column };
    case 'Home':
      return hasModifier ? { row: 0, column: -1 } : { row, column: -1 };
    case 'End':
      return hasModifier ? { row: extent.lastRow, column: extent.columns - 1 } : { row, column: extent.columns - 1 };
    default:
      return undefined;
  }
}
