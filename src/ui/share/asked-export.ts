/** Passes on an export that the palette asks for: the view to which it leads opens its export dialog. */
import { useEffect } from 'react';
import type { ExportFormat } from '#domain/export-formats.ts';
import { navigate, splitHash, useHashSearch } from '../routing/hash-location.ts';

/** An open export dialog, perhaps with a format chosen. */
export interface OpenExport {
  readonly format?: ExportFormat;
}

/** The address of the view whose dialog is asked for. */
let requestedAddress: string | undefined;
const listeners = new Set<() => void>();

export function askExport(address: string): void {
  requestedAddress = address;
  navigate(address);
  // A view that is already in front does not change with the address, so it is called.
  for (const listener of listeners) listener();
}

/** @param isReady whether the figures are those of the address. @param open called once for an export of this view */
export function useAskedExport(isReady: boolean, open: (request: OpenExport) => void): void {
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
