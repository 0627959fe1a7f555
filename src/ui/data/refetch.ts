/**
 * Asks again what a change of the data made stale. A running question is not cancelled for it, because during a download changes come
 * faster than slow answers: it is asked once more when its answer is here.
 */
import type { QueryClient } from '@tanstack/react-query';

export interface Refetcher {
  /** Must be called at each change. */
  readonly change: () => void;
  readonly end: () => void;
}

export function refetcher(client: QueryClient, scope: string): Refetcher {
  const cache = client.getQueryCache();
  /** Asked before the last change, and not answered yet. */
  const behind = new Set<string>();
  const askAgain = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey, exact: true });
  const end = cache.subscribe(({ query }) => {
    if (query.state.fetchStatus === 'idle' && behind.delete(query.queryHash)) askAgain(query.queryKey);
  });
  return {
    change() {
      for (const query of cache.findAll({ queryKey: [scope] })) {
        if (query.state.fetchStatus === 'idle') askAgain(query.queryKey);
        else behind.add(query.queryHash);
      }
    },
    end,
  };
}
