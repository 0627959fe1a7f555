/** Finds which rows of a scrolling box are in view, and scrolls to others. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  moveBy,
  placeAtRow,
  placeOfRow,
  rowsInView,
  settle,
  spaceHeight,
  START,
  type Place,
  type ScrollSpace,
} from './scroll-space.ts';

/** So many rows are drawn beyond the edges, because a step of the wheel shows them before the page has drawn the next ones. */
const ROWS_BEYOND = 10;

export interface DrawnRows {
  readonly first: number;
  readonly last: number;
  /** The empty pixels above the first and below the last drawn row. */
  readonly above: number;
  readonly below: number;
}

/** @returns the window for print: the first rows, with nothing in the place of the others */
export function drawFirst(rows: number): DrawnRows {
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
  readonly seen: { readonly first: number; readonly last: number };
  readonly showRow: (row: number) => void;
  readonly startAt: (row: number) => void;
}

export function useScrollSpace({ rows, rowPx }: Pick<ScrollSpace, 'rows' | 'rowPx'>, beyond = ROWS_BEYOND): RowsWindow {
  const [box, takeBox] = useState<HTMLElement | null>(null);
  const { room, viewPx } = useView(box, rows * rowPx, rowPx);
  const space = { rows, rowPx, viewPx };
  const [place, setPlace] = useState<Place>(START);
  const latest = useRef({ space, place });
  /** Of the box, as it was last read: reading it after each drawing would lay out the page once more. */
  const scrollTop = useRef(0);
  const take = useCallback((taken: HTMLElement | null) => {
    scrollTop.current = taken?.scrollTop ?? 0;
    takeBox(taken);
  }, []);
  useLayoutEffect(() => {
    latest.current = { space, place };
    if (!box || Math.abs(scrollTop.current - place.scrollTop) < 1) return;
    // The box is as high as its rows by now.
    box.scrollTo({ top: place.scrollTop });
    scrollTop.current = box.scrollTop;
  });
  const move = useCallback((toPlace: (space: ScrollSpace, place: Place) => Place) => {
    const { space: current, place: before } = latest.current;
    const next = toPlace(current, before);
    latest.current = { space: current, place: next };
    setPlace(next);
  }, []);
  const seen = rowsInView(space, place);
  const first = Math.max(0, seen.first - beyond);
  const last = Math.min(rows - 1, seen.last + beyond);
  const above = Math.max(0, first * rowPx - (place.top - place.scrollTop));
  return {
    box: {
      ref: take,
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
    seen,
    drawn: { first, last, above, below: Math.max(0, spaceHeight(space) - above - (last - first + 1) * rowPx) },
    showRow: useCallback((row: number) => move((current, before) => placeOfRow(current, before, row)), [move]),
    startAt: useCallback((row: number) => move((current) => placeAtRow(current, row)), [move]),
  };
}

/** The property for the pixels by which the totals are higher than their row. */
const EDGE = '--edge';

/**
 * Measures the box without the head and the foot of its table. A table as wide as the box may make a scroll bar come or go, which changes
 * the width again and again: so the room for a bar is kept once one was seen.
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
      // The totals cover a row that is only partly visible, because half a row can be misread.
      const before = Number.parseFloat(box.style.getPropertyValue(EDGE)) || 0;
      const all = Math.max(0, Math.round(box.clientHeight + before - taken));
      const edge = hasTotals && rowsPx > all ? all % rowPx : 0;
      setPixels(box, EDGE, edge);
      const next = { room: box.offsetWidth - bar, viewPx: all - edge };
      isMeasured.current = true;
      setView((now) => (now.room === next.room && now.viewPx === next.viewPx ? now : next));
    };
    // Later the observer tells it before the next frame: reading it here would lay out the page once more for each answer.
    if (!isMeasured.current) measure();
    const observer = new ResizeObserver(measure);
    for (const part of [box, ...parts]) observer.observe(part);
    return () => observer.disconnect();
  }, [box, rowsPx, rowPx]);
  return view;
}

/** Everything inside inherits such a property and is styled anew when it is written, even with the value it has. */
export function setPixels(element: HTMLElement, name: string, pixels: number): void {
  const value = `${pixels}px`;
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
