/** Refreshing as the screens see it: is it running, how far, what it costs, start and stop. */
import { notifications } from '@mantine/notifications';
import { skipToken, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SyncProgress, SyncResult } from '../../contract/api.ts';
import { errorText } from '../../contract/error-text.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { call } from '../api.ts';
import { failureText, isFailure } from '../failure.ts';
import { count } from '../format/figures.ts';
import { scopes, syncState } from '../queries.ts';
import { secondsLeft, type Pace } from './pace.ts';

export const PACE_KEY = ['pace'] as const;

export interface SyncView {
  readonly running: boolean;
  readonly progress: SyncProgress | null;
  readonly last: SyncResult | null;
  /** Undefined while there is too little to go by. */
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
    secondsLeft: running && progress ? secondsLeft(pace, progress) : undefined,
  };
}

export function useSyncActions() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ full }: { readonly full: boolean }) => call('sync.run', { full }),
    onMutate: () => {
      client.setQueryData(syncState.queryKey, (state) => ({ last: null, progress: null, ...state, running: true }));
    },
    onSuccess: sayHowItEnded,
    onError: (error) => {
      if (!isFailure(error, 'busy')) sayFailed(error);
    },
    onSettled: () => askAgain(client),
  });
  const cancel = useMutation({ mutationFn: () => call('sync.cancel', {}), onError: sayFailed });
  return {
    start: (full = false) => run.mutate({ full }),
    stop: () => cancel.mutate(),
  };
}

async function askAgain(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: PACE_KEY });
  await Promise.all([
    client.invalidateQueries({ queryKey: [scopes.data] }),
    client.invalidateQueries({ queryKey: [scopes.sync] }),
  ]);
}

function sayHowItEnded(result: SyncResult): void {
  const texts = uiTexts.sync;
  if (result.stopped && result.stopped.code !== 'cancelled') {
    const { title, sentence, action } = errorText(result.stopped);
    notifications.show({ title, message: `${sentence} ${action}`, color: 'var(--warn)', autoClose: 10_000 });
    return;
  }
  notifications.show(
    result.stopped
      ? { message: texts.stopped }
      : { title: texts.done(count(result.requestsUsed)), message: texts.received(count(result.recordsReceived)) },
  );
}

export function sayFailed(error: unknown): void {
  const { title, sentence, action } = failureText(error);
  notifications.show({ title, message: `${sentence} ${action}`, color: 'var(--bad)', autoClose: 12_000 });
}
