/** An export that was asked for elsewhere, in the palette: the view that it leads to opens its dialog. */
import { useEffect } from 'react';
import type { ExportFormat } from '#domain/export-formats.ts';
import { navigate, splitHash, useHashSearch } from '../routing/hash-location.ts';

/** A screen's dialog is open, perhaps with a format chosen. */
export interface OpenExport {
  readonly format?: ExportFormat;
}

/** The address of its view. */
let waiting: string | undefined;
const listeners = new Set<() => void>();

export function askExport(address: string): void {
  waiting = address;
  navigate(address);
  // A view that is in front already does not change.
  for (const each of listeners) each();
}

/** @param isReady the figures are those of the address. @param open called once for an export of this view */
export function useAskedExport(isReady: boolean, open: (asked: OpenExport) => void): void {
  const search = useHashSearch();
  useEffect(() => {
    const take = () => {
      if (waiting === undefined || !isReady || splitHash(location.hash).search !== search) return;
      const isThis = waiting === location.hash.slice(1);
      waiting = undefined;
      if (isThis) open({});
    };
    take();
    listeners.add(take);
    return () => void listeners.delete(take);
  }, [search, isReady, open]);
}
