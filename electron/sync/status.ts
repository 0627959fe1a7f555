/** Reads from the stored state whether the data is complete and as of when. This costs no request. */
import type { DataStatus } from '#contract/api.ts';
import { TOTAL_CEILING } from './service.ts';
import { toUnreadRange } from './from-file.ts';
import { readState, type SyncState, type Partition } from './state.ts';
import type { SyncStore } from './store.ts';
import { toRange } from './partitions.ts';

export interface SyncStatus {
  readonly records: number;
  /** True when every record as of `asOf` is held. False until a first download was proven complete. */
  readonly complete: boolean;
  /** A UTC timestamp on the service's clock. */
  readonly asOf: string | null;
  /** The UTC timestamp at which the loaded file was saved, while some of its records were not read from the service since. */
  readonly fromFile?: string | undefined;
  /** The moment of the past to which the state belongs, as UTC timestamp; absent for today's. */
  readonly asKnown?: string | undefined;
  /** The number of records that reports see and that were loaded from the file without being read from the service since. */
  readonly unreadFromFile?: number | undefined;
  readonly partitions: DataStatus['partitions'];
  /** The number of changes that were fetched and set aside until a refresh is complete. */
  readonly waiting: number;
  /** The unfinished work that the next run continues. `not-verified` means that everything was read, but the counts changed meanwhile. */
  readonly pending: 'nothing' | 'download' | 'refresh' | 'not-verified';
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

/**
 * Reads the completeness from a stored state.
 * @throws AppFailure store-newer, store-damaged.
 */
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
