/** Reads from the stored state whether the data is complete, and as of which time. This costs no request. */
import type { DataStatus } from '#contract/api.ts';
import { TOTAL_CEILING } from './service.ts';
import { toUnreadRange } from './from-file.ts';
import { readState, type SyncState, type Partition } from './state.ts';
import type { SyncStore } from './store.ts';
import { toRange } from './partitions.ts';

/** It is `complete` when every record as of `asOf` is held, which a first download must have proven. */
export interface SyncStatus extends Readonly<Omit<DataStatus, 'quota' | 'anomalies' | 'journal'>> {
  /** The moment of the past to which the state belongs, as UTC timestamp; absent for today's. */
  readonly asKnown?: string | undefined;
  /** The service's latest count of everything; null when it was never sent or is not plausible. */
  readonly total: number | null;
}

/** @throws AppFailure store-newer, store-damaged. */
export async function readStatus(store: SyncStore): Promise<SyncStatus> {
  const text = await store.loadState();
  const state = text === undefined ? undefined : readState(text);
  return {
    records: await store.countPublished({}),
    ...readCompleteness(text),
    ...(state?.file && { unreadFromFile: await store.countPublished(toUnreadRange(state.file)) }),
    partitions: await Promise.all(
      (state?.tiers ?? []).map((partition) => describePartition(partition, state?.sealed ?? null, store)),
    ),
    waiting: await store.countWaiting(),
    pending: findPending(state),
    total: state ? findReliableTotal(state) : null,
  };
}

/** Reads the completeness from a stored state. @throws AppFailure store-newer, store-damaged. */
export function readCompleteness(
  text: string | undefined,
): Pick<SyncStatus, 'complete' | 'asOf' | 'fromFile' | 'asKnown'> {
  const { sealed, file, asKnown } = text === undefined ? { sealed: null, file: null } : readState(text);
  const toText = (time: number) => new Date(time).toISOString();
  return {
    complete: sealed !== null,
    asOf: sealed && toText(sealed.asOf),
    ...(file && { fromFile: toText(file.savedAt) }),
    ...(asKnown !== undefined && { asKnown: toText(asKnown) }),
  };
}

/** A total of exactly 10,000 may be a ceiling, so it is not shown until it is proven. */
export function findReliableTotal(state: SyncState): number | null {
  const proven = state.phase.name === 'done' && state.phase.verified ? (state.sealed?.total ?? null) : null;
  if (state.total === TOTAL_CEILING || state.total === null) return proven;
  return state.total;
}

async function describePartition(
  partition: Partition,
  sealed: SyncState['sealed'],
  store: SyncStore,
): Promise<DataStatus['partitions'][number]> {
  const publishedCount = await store.countPublished(toRange(partition));
  return {
    from: partition.monthFrom?.slice(0, 7) ?? null,
    to: partition.monthBelow === undefined ? null : getPreviousMonth(partition.monthBelow),
    total: sealed ? publishedCount : partition.total === TOTAL_CEILING ? null : partition.total,
    held: publishedCount,
    sealed: sealed !== null || partition.sealed,
  };
}

function getPreviousMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

function findPending(state: SyncState | undefined): SyncStatus['pending'] {
  if (!state || state.phase.name === 'first') return 'nothing';
  const { phase } = state;
  if (phase.name === 'done' && !phase.unpublished) return phase.verified ? 'nothing' : 'not-verified';
  return state.sealed === null ? 'download' : 'refresh';
}
