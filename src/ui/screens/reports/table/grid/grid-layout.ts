/** Lays out a report's columns on screen: widths that fill the available room, and the edges between them. Pure. */
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

const MOST_FIRST = 340;
/** How much the names shrink where every figure is then visible. */
const MOST_GIVEN = 44;
const MOST_SPREAD = 56;
/** The least part of the width for the columns that scroll. */
const ROOM_TO_SCROLL = 0.3;

export function gridLayout(
  { scrolled, pinned }: Pick<GridColumns, 'scrolled' | 'pinned'>,
  wishedWidth: number,
  room: number,
): GridLayout {
  const sum = (columns: readonly GridColumn[]) => columns.reduce((all, { width }) => all + width, 0);
  const figures = sum(scrolled) + sum(pinned);
  const lack = wishedWidth + figures - room;
  const firstWidth = lack > 0 && lack <= MOST_GIVEN ? wishedWidth - lack : wishedWidth;
  const wanted = firstWidth + figures;
  const spare = Math.max(0, room - wanted);
  const first = Math.min(Math.max(firstWidth, MOST_FIRST), firstWidth + spare);
  const columns = scrolled.length + pinned.length;
  const left = spare - (first - firstWidth);
  const spread = columns === 0 ? 0 : Math.min(MOST_SPREAD, Math.floor(left / columns));
  const widths = scrolled.map(({ width }) => width + spread);
  const pinnedWidths = pinned.map(({ width }) => width + spread);
  const pinnedWidth = pinnedWidths.reduce((all, width) => all + width, 0);
  return {
    firstWidth: first,
    widths,
    pinnedWidths,
    pinnedWidth,
    totalWidth: Math.max(room, wanted),
    spare: left - spread * columns,
    isPinned: pinned.length > 0 && room - firstWidth - pinnedWidth > room * ROOM_TO_SCROLL,
  };
}
