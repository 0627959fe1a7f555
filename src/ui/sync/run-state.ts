/** Derives the state of refreshing to show, from the coverage and the last run. Pure. */
import { uiTexts } from '#texts/screens/ui.ts';
import type { DataStatus, Output, SyncResult } from '#contract/api.ts';
import { isTrouble, type AppError } from '#contract/errors.ts';
import { count } from '../format/figures-and-times.ts';

type SyncState = Output<'sync.state'>;

export type RunState =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused'; readonly request: NonNullable<SyncState['paused']> }
  /** Resumes automatically after the quota's reset, or to check again because counts changed. */
  | { readonly kind: 'resumes'; readonly at: string; readonly why: 'quota' | 'moved' }
  | { readonly kind: 'unverified' }
  /** An earlier run did not finish, or the program ended. */
  | { readonly kind: 'begun'; readonly what: 'download' | 'refresh' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'idle' };

/** @param status undefined while loading */
export function toRunState(status: DataStatus | undefined, sync: SyncState | undefined): RunState {
  if (sync?.running) return { kind: 'running' };
  if (sync?.paused) return { kind: 'paused', request: sync.paused };
  if (sync?.resumesAt != null)
    return { kind: 'resumes', at: sync.resumesAt, why: sync.last?.stopped === null ? 'moved' : 'quota' };
  switch (status?.pending) {
    case 'not-verified':
      return { kind: 'unverified' };
    case 'download':
      return status.records === 0 ? { kind: 'empty' } : { kind: 'begun', what: 'download' };
    case 'refresh':
      return { kind: 'begun', what: 'refresh' };
    case 'nothing':
      return status.records === 0 && !status.complete ? { kind: 'empty' } : { kind: 'idle' };
    case undefined:
      return { kind: 'idle' };
  }
}

/** Finds the current failure. An error of the service is over as soon as it answers any request. */
export function findFailure(sync: Pick<SyncState, 'running' | 'last' | 'trouble'>): AppError | undefined {
  if (sync.running) return undefined;
  if (sync.trouble) return sync.trouble;
  const stopped = sync.last?.stopped;
  return stopped && stopped.code !== 'cancelled' && !isTrouble(stopped) ? stopped : undefined;
}

/** Whether a different key would solve the failure. */
export function isAboutKey(failure: AppError | null | undefined): boolean {
  return failure?.code === 'key-rejected' || failure?.code === 'key-deactivated';
}

/** Describes a successful run. For a refresh it omits the records received, because most of them have not changed. */
export function describeEnd({ mode, status, requestsUsed, recordsReceived }: SyncResult): {
  readonly title?: string;
  readonly message: string;
} {
  const texts = uiTexts.sync;
  const received = texts.received(count(recordsReceived));
  if (status === 'partial') return { message: received };
  const title = texts.done(count(requestsUsed));
  return mode === 'refresh' || mode === 'audit' ? { message: title } : { title, message: received };
}
