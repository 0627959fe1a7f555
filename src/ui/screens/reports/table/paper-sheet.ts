/** How much of a report's table is printed: all of it, up to the limits of paper. Pure. */
import type { GridLayout } from './grid-layout.ts';

/** More lines would block the page for seconds while they are drawn. */
export const MOST_LINES = 500;
/** Pixels across a landscape sheet, with its margins. */
const PAPER_WIDTH = 1000;
/** Figures at less than half their size are unreadable. */
const LEAST_ZOOM = 0.5;

export interface PaperSheet {
  /** How many of the first lines. */
  readonly lines: number;
  /** How many of the first scrolling columns; the line totals are always there. */
  readonly columns: number;
  /** Pixels before it is made smaller. */
  readonly width: number;
  readonly zoom: number;
}

export function paperSheet(
  { firstWidth, widths, pinnedWidth }: Pick<GridLayout, 'firstWidth' | 'widths' | 'pinnedWidth'>,
  lines: number,
): PaperSheet {
  const most = PAPER_WIDTH / LEAST_ZOOM;
  let width = firstWidth + pinnedWidth;
  let columns = 0;
  for (const each of widths) {
    if (width + each > most) break;
    width += each;
    columns += 1;
  }
  return { lines: Math.min(lines, MOST_LINES), columns, width, zoom: Math.min(1, PAPER_WIDTH / width) };
}
