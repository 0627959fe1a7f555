/** The columns of a wide table that are in view: these are drawn, and an empty cell on either side stands for the others. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';

export interface WideTable {
  /** Null until it is in the page. */
  readonly box: HTMLElement | null;
  /** Of the columns that scroll, in pixels. */
  readonly widths: readonly number[];
  /** Pixels of the pinned columns at either side. */
  readonly start: number;
  readonly end: number;
}

export interface ColumnWindow {
  /** The drawn columns: from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Pixels of the columns before and after them. */
  readonly before: number;
  readonly after: number;
  readonly showColumn: (at: number) => void;
}

export function useColumnWindow({ box, widths, start, end }: WideTable): ColumnWindow {
  // Its results are not memoized here: what is drawn takes plain numbers.
  // oxlint-disable-next-line react/incompatible-library
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => box,
    estimateSize: (index) => widths[index] ?? 0,
    // The same widths mean the same places: other widths are measured anew.
    getItemKey: (index) => `${index} ${widths[index] ?? 0}`,
    overscan: 1,
    paddingStart: start,
    paddingEnd: end,
    scrollPaddingStart: start,
    scrollPaddingEnd: end,
    useFlushSync: false,
  });
  const seen = columns.getVirtualItems();
  const from = seen[0]?.index ?? 0;
  const to = (seen.at(-1)?.index ?? -1) + 1;
  const showColumn = useCallback((at: number) => columns.scrollToIndex(at, { align: 'auto' }), [columns]);
  return useMemo(
    () => ({ from, to, before: addUp(widths.slice(0, from)), after: addUp(widths.slice(to)), showColumn }),
    [from, to, widths, showColumn],
  );
}

/** @returns the window that paper shows: the first columns, with nothing in the place of the others. */
export function drawFirstColumns(count: number): Pick<ColumnWindow, 'from' | 'to' | 'before' | 'after'> {
  return { from: 0, to: count, before: 0, after: 0 };
}

export function addUp(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
