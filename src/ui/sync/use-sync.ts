/** The sync for the screens: its state and progress, and functions to start, pause and cancel it. */
import { notifications } from '@mantine/notifications';
import { skipToken, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Input, SyncProgress, SyncResult } from '#contract/api.ts';
import type { Trouble } from '#contract/errors.ts';
import { dataTexts, syncWords } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call, isFailure, explainError } from '../data/client.ts';
import { count, monthText } from '../format/figures-and-times.ts';
import { idle, scopes, syncState } from '../data/queries.ts';
import { describeEnd } from './run-state.ts';
import { notifyFailure } from '../notifications.tsx';

export const PACE_KEY = ['pace'] as const;

export type SyncRequest = Input<'sync.run'>;

export interface SyncView {
  readonly running: boolean;
  readonly progress: SyncProgress | null;
  readonly last: SyncResult | null;
  readonly paused: SyncRequest | null;
  /** When the next run begins automatically. */
  readonly resumesAt: string | null;
  /** The reason why the service refused the last attempt; null if it did not. */
  readonly trouble: Trouble | null;
  /** Undefined while there is too little progress for an estimate. */
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
    secondsLeft: running && progress ? estimateSecondsLeft(pace, progress) : undefined,
  };
}

export function useSyncActions() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (request: SyncRequest) => call('sync.run', request),
    onMutate: () => {
      client.setQueryData(syncState.queryKey, (state) => ({ ...idle, ...state, paused: null, running: true }));
    },
    onSuccess: (result, request) => notifyEnd(result, request, isPaused(client)),
    onError: (error) => {
      if (!isFailure(error, 'busy')) notifyFailure(error);
    },
    onSettled: () => {
      // The request to pause does not apply to a later run.
      notePause(client, false);
      return refetchAfterRun(client);
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
    start: (request: SyncRequest = {}) => {
      notePause(client, false);
      run.mutate(request);
    },
    /** Pauses once the current page is stored. */
    pause: () => pause.mutate(),
    /** Stops at once, without resuming automatically. */
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

/** Picks the input that affects the price, without defaults, so that equal prices share one query. */
export function toPriceInput({ full, audit, list, scrub, month }: SyncRequest): Input<'sync.price'> {
  return {
    ...(full === true && { full }),
    ...(audit === true && { audit }),
    ...(list === true && { list }),
    ...(scrub === true && { scrub }),
    ...(month !== undefined && { month }),
  };
}

async function refetchAfterRun(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: PACE_KEY });
  await Promise.all([
    // Running queries are not cancelled here, because the event of the change refetches them, and cancelling would lose the state of their look.
    client.invalidateQueries({ queryKey: [scopes.data] }, { cancelRefetch: false }),
    client.invalidateQueries({ queryKey: [scopes.sync] }),
  ]);
}

function notifyEnd(result: SyncResult, { month, scrub }: SyncRequest, paused: boolean): void {
  const texts = uiTexts.sync;
  if (scrub === true && result.scrubLeftOut !== null)
    notifications.show({ message: syncWords.scrubLeftOut[result.scrubLeftOut], color: 'var(--warn)' });
  if (result.stopped && result.stopped.code !== 'cancelled') {
    const { title, sentence, action } = explainError(result.stopped);
    notifications.show({ title, message: `${sentence} ${action}`, color: 'var(--warn)', autoClose: 10_000 });
    return;
  }
  // The screen already shows the pause.
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

export interface Pace {
  /** Epoch milliseconds of this run's first progress. */
  readonly startedAt: number;
  readonly heldAtStart: number;
  /** Epoch milliseconds of the latest progress. */
  readonly at: number;
}

const ENOUGH_MS = 1500;

/** Estimates from the progress so far. @returns undefined while there is too little progress */
export function estimateSecondsLeft(
  pace: Pace | undefined,
  progress: { readonly held: number; readonly total: number | null },
): number | undefined {
  if (!pace || progress.total === null || progress.held >= progress.total) return undefined;
  const elapsed = pace.at - pace.startedAt;
  const gained = progress.held - pace.heldAtStart;
  if (elapsed < ENOUGH_MS || gained <= 0) return undefined;
  return ((progress.total - progress.held) / gained) * (elapsed / 1000);
}
