/** The past moment that the whole page shows; undefined means today. It belongs to the page, not to an address: a link shows today. */
import { useSyncExternalStore } from 'react';
import { frozenMethods, pastMethods } from '#contract/moments.ts';

let moment: string | undefined;
const listeners = new Set<() => void>();

/** @returns the moment for calls of this method; undefined if they are always about today. The host rejects changes to the past. */
export function findMoment(method: string): string | undefined {
  return pastMethods.has(method) || frozenMethods.has(method) ? moment : undefined;
}

/** Sets the moment for all further calls; undefined is today. `showMoment` in queries.ts also drops the earlier answers. */
export function setMoment(chosen: string | undefined): void {
  moment = chosen;
  for (const listener of listeners) listener();
}

export function useMoment(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => moment,
  );
}
