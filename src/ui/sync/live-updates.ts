/** Updates query data when the host sends an event. */
import type { QueryClient } from '@tanstack/react-query';
import type { EventPayload } from '#contract/events.ts';
import { subscribe } from '../data/client.ts';
import { dataStatus, idle, scopes, syncState, workspaceState } from '../data/queries.ts';
import { openPages } from '../paper.tsx';
import { type Pace, PACE_KEY } from './use-sync.ts';
import { startNewLook } from '../data/looks.ts';

/** @returns a function that unsubscribes. */
export function subscribeToHostEvents(client: QueryClient): () => void {
  const refetch = createRefetcher(client, scopes.data);
  const unsubscribers = [
    refetch.end,
    subscribe('data.changed', () => {
      refetch.change();
      void client.invalidateQueries({ queryKey: [scopes.sync] });
      // The week start is derived from the records, so it is known only after they load.
      void client.invalidateQueries({ queryKey: workspaceState.queryKey });
    }),
    subscribe('quota.changed', (quota) => {
      client.setQueryData(dataStatus.queryKey, (status) => status && { ...status, quota });
    }),
    subscribe('service.trouble', ({ trouble }) => {
      client.setQueryData(syncState.queryKey, (state) => state && { ...state, trouble });
    }),
    subscribe('sync.progress', (progress) => {
      const at = Date.now();
      const isContinuing = client.getQueryData(syncState.queryKey)?.running === true;
      client.setQueryData<Pace>(PACE_KEY, (pace) =>
        pace && isContinuing ? { ...pace, at } : { startedAt: at, heldAtStart: progress.held, at },
      );
      client.setQueryData(syncState.queryKey, (state) => ({ ...idle, ...state, running: true, progress }));
    }),
    subscribe('pages.ready', ({ url }) => openPages(url)),
    subscribe('download.ready', ({ files }) => files.forEach(startDownload)),
  ];
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
}

/** Saves a file of the browser host as a download. Its address works once. */
function startDownload({ url, name }: EventPayload<'download.ready'>['files'][number]): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Refetches the queries that a change of the data made stale. Running queries are not cancelled, because during a download changes come
 * faster than slow answers; everything is refetched once the last of them has ended.
 */
interface Refetcher {
  /** Must be called at each change. */
  readonly change: () => void;
  readonly end: () => void;
}

export function createRefetcher(client: QueryClient, scope: string): Refetcher {
  /** Whether the data has changed since the last refetch began. */
  let isStale = false;
  const refetchIfStale = () => {
    if (!isStale || client.isFetching({ queryKey: [scope] }) > 0) return;
    isStale = false;
    startNewLook(client, scope);
  };
  return {
    change() {
      isStale = true;
      refetchIfStale();
    },
    end: client.getQueryCache().subscribe(refetchIfStale),
  };
}
