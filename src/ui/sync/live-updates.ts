/** Updates the answers on screen when the host sends an event. */
import type { QueryClient } from '@tanstack/react-query';
import type { EventPayload } from '#contract/events.ts';
import { subscribe } from '../data/client.ts';
import { dataStatus, idle, scopes, syncState, workspaceState } from '../data/queries.ts';
import { openPages } from '../paper.tsx';
import { type Pace, PACE_KEY } from './use-sync.ts';
import { lookAgain } from '../data/looks.ts';

/** @returns a function that ends it. */
export function listen(client: QueryClient): () => void {
  const refetch = refetcher(client, scopes.data);
  const ends = [
    refetch.end,
    subscribe('data.changed', () => {
      refetch.change();
      void client.invalidateQueries({ queryKey: [scopes.sync] });
      // The weekday on which the records' weeks begin is known once they are here.
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
      const goesOn = client.getQueryData(syncState.queryKey)?.running === true;
      client.setQueryData<Pace>(PACE_KEY, (pace) =>
        pace && goesOn ? { ...pace, at } : { startedAt: at, heldAtStart: progress.held, at },
      );
      client.setQueryData(syncState.queryKey, (state) => ({ ...idle, ...state, running: true, progress }));
    }),
    subscribe('pages.ready', ({ url }) => openPages(url)),
    subscribe('download.ready', ({ files }) => files.forEach(takeDownload)),
  ];
  return () => ends.forEach((end) => end());
}

/** The browser host's files come as downloads; the address opens once. */
function takeDownload({ url, name }: EventPayload<'download.ready'>['files'][number]): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Asks again what a change of the data made stale, all of it together. Running questions are not cancelled for it, because during a
 * download changes come faster than slow answers: all are asked once more when the last answer is here.
 */
interface Refetcher {
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
