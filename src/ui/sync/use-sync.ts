/** The sync as the screens see it: whether it runs, its progress, its cost, start and stop. */
import { notifications } from '@mantine/notifications';
import { skipToken, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Input, SyncProgress, SyncResult } from '#contract/api.ts';
import type { Trouble } from '#contract/errors.ts';
import { dataTexts, syncWords } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call, isFailure, wordError } from '../data/client.ts';
import { count, monthText } from '../format/figures-and-times.ts';
import { idle, scopes, syncState } from '../data/queries.ts';
import { describeEnd } from './run-state.ts';
import { notifyFailure } from '../notifications.tsx';

export const PACE_KEY = ['pace'] as const;

export type SyncWish = Input<'sync.run'>;

export interface SyncView {
  readonly running: boolean;
  readonly progress: SyncProgress | null;
  readonly last: SyncResult | null;
  /** The input of a paused run. */
  readonly paused: SyncWish | null;
  /** When the next run begins automatically. */
  readonly resumesAt: string | null;
  /** Why the service did not serve the last attempt; null: it did. */
  readonly trouble: Trouble | null;
  /** Undefined while there is too little to estimate from. */
  readonly secondsLeft: number | undefined;
}

export function useSyncView(): SyncView {
  const { data } = useQuery(syncState);
  const { data: pace } = useQuery<Pace>({ queryKey: PACE_KEY, queryFn: skipToken });
  const progress = data?.progress ?? null;
  const running = data?.running ?? false;
  return {
    running,
    progress: running ? progress : null,
    last: data?.last ?? null,
    paused: data?.paused ?? null,
    resumesAt: data?.resumesAt ?? null,
    trouble: data?.trouble ?? null,
    secondsLeft: running && progress ? secondsLeft(pace, progress) : undefined,
  };
}

export function useSyncActions() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (wish: SyncWish) => call('sync.run', wish),
    onMutate: () => {
      client.setQueryData(syncState.queryKey, (state) => ({ ...idle, ...state, paused: null, running: true }));
    },
    onSuccess: (result, wish) => sayHowItEnded(result, wish, isPaused(client)),
    onError: (error) => {
      if (!isFailure(error, 'busy')) notifyFailure(error);
    },
    onSettled: () => {
      // A run that begins automatically later is not the one that was asked to pause.
      notePause(client, false);
      return askAgain(client);
    },
  });
  const cancel = useMutation({
    mutationFn: () => call('sync.cancel', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: [scopes.sync] }),
    onError: notifyFailure,
  });
  const pause = useMutation({
    mutationFn: () => call('sync.pause', {}),
    onMutate: () => notePause(client, true),
    onError: notifyFailure,
  });
  return {
    start: (wish: SyncWish = {}) => {
      notePause(client, false);
      run.mutate(wish);
    },
    /** Waits once the page on its way is stored. */
    pause: () => pause.mutate(),
    /** Stops at once, and nothing is resumed automatically. */
    cancel: () => {
      notePause(client, false);
      cancel.mutate();
    },
  };
}

const PAUSE_KEY = ['pause'] as const;
const notePause = (client: QueryClient, isPaused: boolean) => client.setQueryData(PAUSE_KEY, isPaused);
const isPaused = (client: QueryClient) => client.getQueryData(PAUSE_KEY) === true;

/** Whether the user has asked the running run to pause. */
export function usePausing(): boolean {
  const { data } = useQuery<boolean>({ queryKey: PAUSE_KEY, queryFn: skipToken });
  return data === true;
}

/** The part of a run's input that prices it, without defaults: the same question is asked once. */
export function priceWish({ full, audit, list, scrub, month }: SyncWish): Input<'sync.price'> {
  return {
    ...(full === true && { full }),
    ...(audit === true && { audit }),
    ...(list === true && { list }),
    ...(scrub === true && { scrub }),
    ...(month !== undefined && { month }),
  };
}

async function askAgain(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: PACE_KEY });
  await Promise.all([
    // What is on its way is asked again by the event of the change itself: ended here, it would take its look's state along.
    client.invalidateQueries({ queryKey: [scopes.data] }, { cancelRefetch: false }),
    client.invalidateQueries({ queryKey: [scopes.sync] }),
  ]);
}

function sayHowItEnded(result: SyncResult, { month, scrub }: SyncWish, paused: boolean): void {
  const texts = uiTexts.sync;
  if (scrub === true && result.scrubLeftOut !== null)
    notifications.show({ message: syncWords.scrubLeftOut[result.scrubLeftOut], color: 'var(--warn)' });
  if (result.stopped && result.stopped.code !== 'cancelled') {
    const { title, sentence, action } = wordError(result.stopped);
    notifications.show({ title, message: `${sentence} ${action}`, color: 'var(--warn)', autoClose: 10_000 });
    return;
  }
  // The screen shows that it waits.
  if (result.stopped && paused) return;
  if (month !== undefined && !result.stopped && result.status === 'partial') {
    const spent = uiTexts.sync.spent(count(result.requestsUsed));
    notifications.show({
      message: dataTexts.coverage.fetched(monthText(month), count(result.recordsReceived), spent),
    });
    return;
  }
  notifications.show(result.stopped ? { message: texts.stopped } : describeEnd(result));
}

/** Estimates how long a download still takes, from its progress so far. Pure. */

export interface Pace {
  /** Epoch milliseconds of this run's first progress. */
  readonly startedAt: number;
  readonly heldAtStart: number;
  /** Of the latest progress. */
  readonly at: number;
}

const ENOUGH_MS = 1500;

/** @returns seconds left; undefined while there is too little to estimate from. */
export function secondsLeft(
  pace: Pace | undefined,
  progress: { readonly held: number; readonly total: number | null },
): number | undefined {
  if (!pace || progress.total === null || progress.held >= progress.total) return undefined;
  const elapsed = pace.at - pace.startedAt;
  const gained = progress.held - pace.heldAtStart;
  if (elapsed < ENOUGH_MS || gained <= 0) return undefined;
  return ((progress.total - progress.held) / gained) * (elapsed / 1000);
}
