/** The one thing to say about refreshing right now, from what is known about coverage and the last run. Pure. */
import type { DataStatus, Output } from '../../contract/api.ts';

type SyncState = Output<'sync.state'>;

export type RunState =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused'; readonly wish: NonNullable<SyncState['paused']> }
  /** Goes on by itself: after the quota's reset, or to look again where counts moved. */
  | { readonly kind: 'resumes'; readonly at: string; readonly why: 'quota' | 'moved' }
  | { readonly kind: 'unverified' }
  /** Left off by an earlier run, or by the end of the program. */
  | { readonly kind: 'begun'; readonly what: 'download' | 'refresh' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'idle' };

/** @param status undefined while it is asked for. */
export function runStateOf(status: DataStatus | undefined, sync: SyncState | undefined): RunState {
  if (sync?.running) return { kind: 'running' };
  if (sync?.paused) return { kind: 'paused', wish: sync.paused };
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
