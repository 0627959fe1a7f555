/** The moment of the past that the whole page shows; none is today. It belongs to the page, not to an address: a link shows today. */
import { useSyncExternalStore } from 'react';
import { frozenMethods, pastMethods } from '#contract/moments.ts';

let moment: string | undefined;
const listeners = new Set<() => void>();

/** @returns the moment that a call of this method asks about; undefined where it is always about today. The host refuses to change the past. */
export function findMoment(method: string): string | undefined {
  return pastMethods.has(method) || frozenMethods.has(method) ? moment : undefined;
}

/** Asks about another moment from now on; undefined is today. Answers of before hold no more: `showMoment` of queries.ts forgets them. */
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
