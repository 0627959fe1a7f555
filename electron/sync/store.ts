/** Defines what sync needs of the snapshot, which implements it without knowing sync; features/sync-scheduler.ts connects the two. */
import type { TimeLogRecord, RecordRange } from '#domain/record.ts';

export interface SyncChange {
  /**
   * Records to upsert by id, each only if its `updatedAt` is not older than the held one (equal replaces), unless the change `overrules`.
   */
  readonly upsert: readonly TimeLogRecord[];
  /** The ids that are proven gone. */
  readonly remove: readonly string[];
  /** The whole sync state as JSON text, stored in the same transaction. */
  readonly state: string;
  /**
   * When false, the change is durable but set aside, and reports keep what they see. When true, this change and everything set aside before
   * it become visible to reports in this one transaction.
   */
  readonly publish: boolean;
  /** True when the held records came from a file, whose times prove nothing, so that the service's records always replace them. */
  readonly overrules?: boolean;
}

/**
 * `count`, `months`, `ids`, `idAt` and `versions` see everything committed, set aside or not. They are computed from the rows each time and
 * never cached. Archived records are in none of them.
 */
export interface SyncStore {
  /** The JSON text of the last committed change, or undefined on a fresh store. */
  loadState(): Promise<string | undefined>;
  /** Commits all or nothing, and is durable when it resolves. */
  commit(change: SyncChange): Promise<void>;

  count(range: RecordRange): Promise<number>;
  /** The number of records of each recorded month (`YYYY-MM-DD` as held; null: unreadable), oldest first, null last. */
  months(range: RecordRange): Promise<readonly { readonly month: string | null; readonly records: number }[]>;
  /** The ids in a range, ascending as integers; at most `limit` of them when it is given. */
  ids(range: RecordRange, limit?: number): Promise<readonly string[]>;
  /** The id with exactly `index` smaller ones in the range; undefined when there are not that many. */
  idAt(range: RecordRange, index: number): Promise<string | undefined>;
  /** The `updatedAt` of those of these ids that are held. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Counts like `count`, but only what reports see. */
  countPublished(range: RecordRange): Promise<number>;
  /** Counts the records that reports will show differently once what is set aside is published; those read again unchanged do not count. */
  countWaiting(): Promise<number>;
}

/** The part of the store that the step machine may read. */
export type StoreView = Pick<SyncStore, 'count' | 'months' | 'ids' | 'idAt' | 'versions'>;
