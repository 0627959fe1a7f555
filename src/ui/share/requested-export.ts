/** Lets the palette open the export dialog of a view. */
import { useEffect } from 'react';
import type { ExportFormat } from '#domain/export-formats.ts';
import { navigate, splitHash, useHashSearch } from '../routing/hash-location.ts';

export interface OpenExport {
  readonly format?: ExportFormat;
}

/** The address of the view whose dialog is requested. */
let requestedAddress: string | undefined;
const listeners = new Set<() => void>();

export function requestExport(address: string): void {
  requestedAddress = address;
  navigate(address);
  // A view that is already shown does not rerender, so it is notified.
  for (const listener of listeners) listener();
}

/** @param isReady whether the figures belong to the current address. @param open called once for a requested export of this view */
export function useRequestedExport(isReady: boolean, open: (request: OpenExport) => void): void {
  const search = useHashSearch();
  useEffect(() => {
    const take = () => {
      if (requestedAddress === undefined || !isReady || splitHash(location.hash).search !== search) return;
      const isThisView = requestedAddress === location.hash.slice(1);
      requestedAddress = undefined;
      if (isThisView) open({});
    };
    take();
    listeners.add(take);
    return () => void listeners.delete(take);
  }, [search, isReady, open]);
}
