/** Lines below the parts of a broken-down line: what the printed parts lack to what is printed in it. Pure. */
import { lackLines } from '#domain/reports/print/lacks.ts';
import type { GridRow } from './grid-rows.ts';

/** @param isShown whether any figure is shown in such a line */
export function withLackRows(rows: readonly GridRow[], isShown: (row: GridRow) => boolean): readonly GridRow[] {
  const shown: GridRow[] = [];
  /** Lines that are opened at this place, outermost first, with the number of their break-down. */
  const opened: { readonly row: GridRow; readonly among: number }[] = [];
  const closeTo = (depth: number) => {
    for (let last = opened.at(-1); last && last.row.depth >= depth; last = opened.at(-1)) {
      opened.pop();
      shown.push(...lackRowsOf(last.row, last.among).filter(isShown));
    }
  };
  for (const [at, row] of rows.entries()) {
    closeTo(row.depth);
    shown.push(row);
    const among = row.brokenBy === undefined || row.isClosed ? undefined : rows[at + 1]?.among;
    if (typeof among === 'number') opened.push({ row, among });
  }
  closeTo(0);
  return shown;
}

function lackRowsOf(row: GridRow, among: number): GridRow[] {
  return lackLines.map((lack) => ({
    ...row,
    id: `${row.id} ${lack}`,
    depth: row.depth + 1,
    among,
    brokenBy: undefined,
    isGroup: false,
    folded: undefined,
    lack,
  }));
}
