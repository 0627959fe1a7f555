/**
 * Prefetches the answers that a control would need as soon as the pointer or the focus reaches it, so that they are here, or on their way,
 * when it is pressed. The screens' queries spend no requests; each attempt cancels the previous one, and so does any query of a screen.
 * Unused answers are dropped, and so are answers that a change of the records has outdated.
 */
import {
  hashKey,
  useQueryClient,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback } from 'react';

/** Passes each query that a change of the view would run to its argument. */
export type ListPrefetches = (ask: <T, E, D, K extends QueryKey>(query: FetchQueryOptions<T, E, D, K>) => void) => void;

/** Controls that the pointer only passes over are not prefetched. */
const PAUSE_MS = 40;
/** Attempts whose unused answers are kept. */
const MAX_ATTEMPTS = 6;

interface Prefetching {
  timer?: ReturnType<typeof setTimeout>;
  /** The query keys of each attempt, the newest first. */
  attempts: QueryKey[][];
}

const prefetching = new WeakMap<QueryClient, Prefetching>();

/** @returns a function to call when the pointer or the focus arrives; without queries it only cancels the last attempt */
export function usePrefetch(): (listQueries: ListPrefetches | undefined) => void {
  const client = useQueryClient();
  return useCallback((listQueries) => prefetchAhead(client, listQueries), [client]);
}

export function prefetchAhead(client: QueryClient, listQueries: ListPrefetches | undefined): void {
  const state = prefetching.get(client) ?? startTracking(client);
  clearTimeout(state.timer);
  if (!listQueries) return cancelPending(client, state);
  const start = () => {
    // Queries of the visible screen come first.
    if (client.isFetching({ type: 'active' }) > 0) {
      state.timer = setTimeout(start, PAUSE_MS);
      return;
    }
    cancelPending(client, state);
    const keys: QueryKey[] = [];
    listQueries((query) => {
      keys.push(query.queryKey);
      void client.prefetchQuery(query);
    });
    const [dropped = []] = [state.attempts.unshift(keys) > MAX_ATTEMPTS ? state.attempts.pop() : undefined];
    dropUnused(client, dropped);
  };
  state.timer = setTimeout(start, PAUSE_MS);
}

function startTracking(client: QueryClient): Prefetching {
  const state: Prefetching = { attempts: [] };
  prefetching.set(client, state);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // Unused answers are not refetched, so they would briefly show old figures if they were used later.
    if (action.type === 'invalidate') dropUnused(client, state.attempts.flat());
    if (action.type !== 'fetch' || query.getObserversCount() === 0) return;
    clearTimeout(state.timer);
    // By then the screen has subscribed to the queries that it needs.
    setTimeout(() => cancelPending(client, state));
  });
  return state;
}

/** Cancels pending queries that no screen waits for. */
function cancelPending(client: QueryClient, { attempts: [last = []] }: Prefetching): void {
  for (const queryKey of last)
    void client.cancelQueries({ queryKey, exact: true, type: 'inactive', fetchStatus: 'fetching' });
}

function dropUnused(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const hash of new Set(keys.map(hashKey))) {
    const query = client.getQueryCache().get(hash);
    if (query && query.getObserversCount() === 0) client.getQueryCache().remove(query);
  }
}
