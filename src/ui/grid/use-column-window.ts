/** Draws only the columns of a wide table that are in view; an empty cell on either side replaces the others. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';

export interface WideTable {
  /** Null until the box is in the page. */
  readonly box: HTMLElement | null;
  /** The widths of the columns that scroll, in pixels. */
  readonly widths: readonly number[];
  /** The pixels of the pinned columns on either side. */
  readonly start: number;
  readonly end: number;
}

export interface ColumnWindow {
  /** The first drawn column, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The pixels of the columns before and after the drawn ones. */
  readonly before: number;
  readonly after: number;
  readonly showColumn: (at: number) => void;
}

export function useColumnWindow({ box, widths, start, end }: WideTable): ColumnWindow {
  // React may not memoize the virtualizer's results; the table takes only plain numbers from it.
  // oxlint-disable-next-line react/incompatible-library
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => box,
    estimateSize: (index) => widths[index] ?? 0,
    // The key includes the width, so that a resized column is measured again.
    getItemKey: (index) => `${index} ${widths[index] ?? 0}`,
    overscan: 1,
    paddingStart: start,
    paddingEnd: end,
    scrollPaddingStart: start,
    scrollPaddingEnd: end,
    useFlushSync: false,
  });
  const visible = columns.getVirtualItems();
  const from = visible[0]?.index ?? 0;
  const to = (visible.at(-1)?.index ?? -1) + 1;
  const showColumn = useCallback((at: number) => columns.scrollToIndex(at, { align: 'auto' }), [columns]);
  return useMemo(
    () => ({ from, to, before: addUp(widths.slice(0, from)), after: addUp(widths.slice(to)), showColumn }),
    [from, to, widths, showColumn],
  );
}

/** @returns the window for print: the first columns, without space for the others */
export function drawFirstColumns(count: number): Pick<ColumnWindow, 'from' | 'to' | 'before' | 'after'> {
  return { from: 0, to: count, before: 0, after: 0 };
}

export function addUp(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
