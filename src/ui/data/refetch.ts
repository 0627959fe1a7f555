/**
 * Asks again what a change of the data made stale, all of it together. Running questions are not cancelled for it, because during a
 * download changes come faster than slow answers: all are asked once more when the last answer is here.
 */
import type { QueryClient } from '@tanstack/react-query';
import { lookAgain } from './looks.ts';

export interface Refetcher {
  /** Must be called at each change. */
  readonly change: () => void;
  readonly end: () => void;
}

export function refetcher(client: QueryClient, scope: string): Refetcher {
  /** The data changed after the last look began. */
  let isBehind = false;
  const askAgain = () => {
    if (!isBehind || client.isFetching({ queryKey: [scope] }) > 0) return;
    isBehind = false;
    lookAgain(client, scope);
  };
  return {
    change() {
      isBehind = true;
      askAgain();
    },
    end: client.getQueryCache().subscribe(askAgain),
  };
}
