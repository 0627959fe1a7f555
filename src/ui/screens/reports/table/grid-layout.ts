/** Lays out a report's columns: on screen with widths that fill the available room, on paper as many as a sheet carries. Pure. */
import { addUp } from '#ui/grid/use-column-window.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';

/** Height of a row, in pixels. */
export const ROW = 28;

export interface GridLayout {
  readonly firstWidth: number;
  readonly widths: readonly number[];
  readonly pinnedWidths: readonly number[];
  readonly pinnedWidth: number;
  readonly totalWidth: number;
  /** Empty room after the last column, because figures far from their names are hard to read. */
  readonly spare: number;
  /** Whether the pinned columns stay in sight; otherwise they come after the others. */
  readonly isPinned: boolean;
}

const MAX_FIRST = 340;
/** How much the names shrink if that makes every figure visible. */
const MAX_SHRINK = 44;
const MAX_SPREAD = 56;
/** The smallest share of the width for the scrolling columns. */
const MIN_SCROLL_SHARE = 0.3;

/** Widths set by hand, by column id; `NAMES` is that of the row names. */
export type ManualWidths = Readonly<Record<string, number>>;

export const NAMES = 'names';

export function layOutGrid(
  { scrolled, pinned }: Pick<GridColumns, 'scrolled' | 'pinned'>,
  namesWidth: number,
  room: number,
  manual: ManualWidths = {},
): GridLayout {
  const preferredWidth = manual[NAMES] ?? namesWidth;
  const getWidth = ({ id, width }: GridColumn) => manual[id] ?? width;
  const figures = addUp([...scrolled, ...pinned].map(getWidth));
  const shortfall = preferredWidth + figures - room;
  const isShrinking = shortfall > 0 && shortfall <= MAX_SHRINK && manual[NAMES] === undefined;
  const firstWidth = isShrinking ? preferredWidth - shortfall : preferredWidth;
  const leastWidth = firstWidth + figures;
  const spare = Math.max(0, room - leastWidth);
  const widened = Math.min(Math.max(firstWidth, MAX_FIRST), firstWidth + spare);
  const first = manual[NAMES] === undefined ? widened : firstWidth;
  // Widths set by hand stay as they are.
  const columns = [...scrolled, ...pinned].filter(({ id }) => manual[id] === undefined).length;
  const remaining = spare - (first - firstWidth);
  const spread = columns === 0 ? 0 : Math.min(MAX_SPREAD, Math.floor(remaining / columns));
  const spreadWidth = (column: GridColumn) => getWidth(column) + (manual[column.id] === undefined ? spread : 0);
  const widths = scrolled.map(spreadWidth);
  const pinnedWidths = pinned.map(spreadWidth);
  const pinnedWidth = addUp(pinnedWidths);
  return {
    firstWidth: first,
    widths,
    pinnedWidths,
    pinnedWidth,
    totalWidth: Math.max(room, leastWidth),
    spare: remaining - spread * columns,
    isPinned: pinned.length > 0 && room - firstWidth - pinnedWidth > room * MIN_SCROLL_SHARE,
  };
}

/** More lines would block the page for seconds while they are drawn. */
export const MAX_LINES = 500;
/** Pixels across a landscape sheet including margins; the table's style repeats it, beside that of a portrait sheet. */
const PAPER_WIDTH = 1000;
/** Figures at less than half their size are unreadable. */
const MIN_ZOOM = 0.5;

export interface PaperSheet {
  readonly lines: number;
  /** How many of the first scrolling columns; the line totals are always there. */
  readonly columns: number;
  /** Pixels before the style scales it down to the paper, whose size only the style knows. */
  readonly width: number;
}

export function layOutPaper(
  { firstWidth, widths, pinnedWidth }: Pick<GridLayout, 'firstWidth' | 'widths' | 'pinnedWidth'>,
  lines: number,
): PaperSheet {
  const most = PAPER_WIDTH / MIN_ZOOM;
  let width = firstWidth + pinnedWidth;
  let columns = 0;
  for (const columnWidth of widths) {
    if (width + columnWidth > most) break;
    width += columnWidth;
    columns += 1;
  }
  return { lines: Math.min(lines, MAX_LINES), columns, width };
}
