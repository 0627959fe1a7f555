/** Lays out a report's columns: on screen with widths that fill the available room, on paper as many as a sheet carries. Pure. */
import { addUp } from '#ui/grid/use-column-window.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';

/** Height of a row, in pixels. */
export const ROW = 28;

export interface GridLayout {
  /** Width of the rows' names. */
  readonly firstWidth: number;
  readonly widths: readonly number[];
  readonly pinnedWidths: readonly number[];
  readonly pinnedWidth: number;
  readonly totalWidth: number;
  /** Empty room after the last column: figures far from their names cannot be followed. */
  readonly spare: number;
  /** The pinned columns stay in sight; otherwise they come after the others. */
  readonly isPinned: boolean;
}

const MAX_FIRST = 340;
/** How much the names shrink where every figure is then visible. */
const MAX_GIVEN = 44;
const MAX_SPREAD = 56;
/** The least part of the width for the columns that scroll. */
const ROOM_TO_SCROLL = 0.3;

/** Widths that were drawn by hand, by the column's id; the names' is `NAMES`. */
export type DrawnWidths = Readonly<Record<string, number>>;

export const NAMES = 'names';

export function gridLayout(
  { scrolled, pinned }: Pick<GridColumns, 'scrolled' | 'pinned'>,
  comfortable: number,
  room: number,
  drawn: DrawnWidths = {},
): GridLayout {
  const wishedWidth = drawn[NAMES] ?? comfortable;
  const ownWidth = ({ id, width }: GridColumn) => drawn[id] ?? width;
  const figures = addUp([...scrolled, ...pinned].map(ownWidth));
  const lack = wishedWidth + figures - room;
  const isGiving = lack > 0 && lack <= MAX_GIVEN && drawn[NAMES] === undefined;
  const firstWidth = isGiving ? wishedWidth - lack : wishedWidth;
  const leastWidth = firstWidth + figures;
  const spare = Math.max(0, room - leastWidth);
  const widened = Math.min(Math.max(firstWidth, MAX_FIRST), firstWidth + spare);
  const first = drawn[NAMES] === undefined ? widened : firstWidth;
  // A width that was drawn stays what it is.
  const columns = [...scrolled, ...pinned].filter(({ id }) => drawn[id] === undefined).length;
  const left = spare - (first - firstWidth);
  const spread = columns === 0 ? 0 : Math.min(MAX_SPREAD, Math.floor(left / columns));
  const widthIn = (column: GridColumn) => ownWidth(column) + (drawn[column.id] === undefined ? spread : 0);
  const widths = scrolled.map(widthIn);
  const pinnedWidths = pinned.map(widthIn);
  const pinnedWidth = addUp(pinnedWidths);
  return {
    firstWidth: first,
    widths,
    pinnedWidths,
    pinnedWidth,
    totalWidth: Math.max(room, leastWidth),
    spare: left - spread * columns,
    isPinned: pinned.length > 0 && room - firstWidth - pinnedWidth > room * ROOM_TO_SCROLL,
  };
}

/** More lines would block the page for seconds while they are drawn. */
export const MAX_LINES = 500;
/** Pixels across a landscape sheet, with its margins: the style of the table has it, too, with that of a portrait one. */
const PAPER_WIDTH = 1000;
/** Figures at less than half their size are unreadable. */
const MIN_ZOOM = 0.5;

export interface PaperSheet {
  /** How many of the first lines. */
  readonly lines: number;
  /** How many of the first scrolling columns; the line totals are always there. */
  readonly columns: number;
  /** Pixels before it is made as small as its paper, which nothing but a style knows. */
  readonly width: number;
}

export function paperSheet(
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
