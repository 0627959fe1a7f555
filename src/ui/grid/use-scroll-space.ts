/** Finds the rows of a scrolling box that are in view, and scrolls to others. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  moveBy,
  toPositionAtRow,
  revealRow,
  findInView,
  settle,
  computeSpaceHeight,
  START,
  type Position,
  type ScrollSpace,
} from './scroll-space.ts';

/** The rows that are drawn beyond the edges, because scrolling shows them before the page has drawn the next ones. */
const ROWS_BEYOND = 10;

export interface DrawnRows {
  readonly first: number;
  readonly last: number;
  /** The empty pixels above the first and below the last drawn row. */
  readonly above: number;
  readonly below: number;
}

/** @returns the window for print: the first rows, without space for the others */
export function drawFirstRows(rows: number): DrawnRows {
  return { first: 0, last: rows - 1, above: 0, below: 0 };
}

export interface RowsWindow {
  readonly box: {
    readonly ref: (box: HTMLElement | null) => void;
    readonly onScroll: () => void;
    readonly onScrollEnd: () => void;
  };
  /** Null until the box is in the page. */
  readonly element: HTMLElement | null;
  /** The width inside the box, in pixels; 0 until it is measured. */
  readonly room: number;
  readonly drawn: DrawnRows;
  /** The indexes of the visible rows. */
  readonly visible: { readonly first: number; readonly last: number };
  readonly showRow: (row: number) => void;
  readonly startAt: (row: number) => void;
}

export function useScrollSpace({ rows, rowPx }: Pick<ScrollSpace, 'rows' | 'rowPx'>, beyond = ROWS_BEYOND): RowsWindow {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const { room, viewPx } = useView(box, rows * rowPx, rowPx);
  const space = { rows, rowPx, viewPx };
  const [place, setPlace] = useState<Position>(START);
  const latest = useRef({ space, place });
  /** The box's position when last read, because reading it after each rendering would force a layout. */
  const scrollTop = useRef(0);
  const attachBox = useCallback((element: HTMLElement | null) => {
    scrollTop.current = element?.scrollTop ?? 0;
    setBox(element);
  }, []);
  useLayoutEffect(() => {
    latest.current = { space, place };
    if (!box || Math.abs(scrollTop.current - place.scrollTop) < 1) return;
    // By now the box has the height of its rows.
    box.scrollTo({ top: place.scrollTop });
    scrollTop.current = box.scrollTop;
  });
  const move = useCallback((toPlace: (space: ScrollSpace, place: Position) => Position) => {
    const { space: current, place: before } = latest.current;
    const next = toPlace(current, before);
    latest.current = { space: current, place: next };
    setPlace(next);
  }, []);
  const visible = findInView(space, place);
  const first = Math.max(0, visible.first - beyond);
  const last = Math.min(rows - 1, visible.last + beyond);
  const above = Math.max(0, first * rowPx - (place.top - place.scrollTop));
  return {
    box: {
      ref: attachBox,
      onScroll: useCallback(
        () =>
          move((current, before) => {
            scrollTop.current = box?.scrollTop ?? before.scrollTop;
            return moveBy(current, before, scrollTop.current);
          }),
        [move, box],
      ),
      onScrollEnd: useCallback(() => move(settle), [move]),
    },
    element: box,
    room,
    visible,
    drawn: { first, last, above, below: Math.max(0, computeSpaceHeight(space) - above - (last - first + 1) * rowPx) },
    showRow: useCallback((row: number) => move((current, before) => revealRow(current, before, row)), [move]),
    startAt: useCallback((row: number) => move((current) => toPositionAtRow(current, row)), [move]),
  };
}

/** The property for the pixels by which the totals are taller than their row. */
const EDGE = '--edge';

/**
 * Measures the box without the header and the footer of its table. A table as wide as the box may make a scroll bar appear and disappear
 * endlessly, so the space for a bar is reserved once it has appeared.
 */
function useView(
  box: HTMLElement | null,
  rowsPx: number,
  rowPx: number,
): { readonly room: number; readonly viewPx: number } {
  const [view, setView] = useState({ room: 0, viewPx: 0 });
  const isMeasured = useRef(false);
  useLayoutEffect(() => {
    if (!box) return;
    const parts = [...box.querySelectorAll('thead, tfoot')];
    const hasTotals = parts.some(({ tagName }) => tagName === 'TFOOT');
    let bar = 0;
    const measure = () => {
      bar = Math.max(bar, box.offsetWidth - box.clientWidth);
      const taken = parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
      // The totals cover a partly visible row, because half a row can be misread.
      const before = Number.parseFloat(box.style.getPropertyValue(EDGE)) || 0;
      const all = Math.max(0, Math.round(box.clientHeight + before - taken));
      const edge = hasTotals && rowsPx > all ? all % rowPx : 0;
      setPixels(box, EDGE, edge);
      const next = { room: box.offsetWidth - bar, viewPx: all - edge };
      isMeasured.current = true;
      setView((now) => (now.room === next.room && now.viewPx === next.viewPx ? now : next));
    };
    // Later changes are measured by the observer, because measuring here would force a layout for each result.
    if (!isMeasured.current) measure();
    const observer = new ResizeObserver(measure);
    for (const part of [box, ...parts]) observer.observe(part);
    return () => observer.disconnect();
  }, [box, rowsPx, rowPx]);
  return view;
}

/** Writes a property only if it differs, because every write recomputes the styles of all descendants. */
export function setPixels(element: HTMLElement, name: string, pixels: number): void {
  const value = `${pixels}px`;
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
