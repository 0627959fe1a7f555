/** Where the table is scrolled to, in the address: a link and the way back open at the same rows, other records at their first. */
import { useEffect, useRef } from 'react';
import type { ChangeView } from '../../../routing/view.ts';
import { BLOCK } from './use-record-rows.ts';
import type { RowsWindow } from './use-scroll-space.ts';

export interface PlaceInAddress {
  /** The question, whose rows these are. */
  readonly asked: string;
  /** Blocks of rows, from 1. */
  readonly page: number;
  readonly isReady: boolean;
  readonly change: ChangeView;
}

export function usePlaceInAddress(rows: RowsWindow, { asked, page, isReady, change }: PlaceInAddress): void {
  const { startAt, seen } = rows;
  const written = useRef<string>(undefined);
  const place = `${page} ${asked}`;
  useEffect(() => {
    if (!isReady || written.current === place) return;
    written.current = place;
    startAt((page - 1) * BLOCK);
  }, [isReady, place, page, startAt]);
  const now = Math.floor(seen.first / BLOCK) + 1;
  useEffect(() => {
    if (!isReady || written.current === undefined) return;
    const timer = setTimeout(() => {
      if (written.current !== place || now === page) return;
      written.current = `${now} ${asked}`;
      change({ page: now }, { replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isReady, now, page, place, asked, change]);
}

/** Addresses may be written only so often. */
const REST_MS = 300;
