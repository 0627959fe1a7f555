/** What sync needs of the snapshot. The snapshot implements it without knowing sync; scheduler/sync-run.ts joins the two. */
import type { TimeLogRecord } from '../../src/domain/record.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';

export interface SyncChange {
  /** Upserted by id, each only if its `updatedAt` is not older than what is held (equal replaces), unless it `overrules`. */
  readonly upsert: readonly TimeLogRecord[];
  /** Ids proven gone. */
  readonly remove: readonly string[];
  /** The whole sync state as JSON text, stored in the same transaction. */
  readonly state: string;
  /**
   * False: durable, but set aside; reports keep what they see. True: this change and everything set aside before it become
   * visible to reports in this one transaction.
   */
  readonly publish: boolean;
  /** What is held came from a file, which may have any time in it: what the service says replaces it. */
  readonly overrules?: boolean;
}

/**
 * `count`, `months`, `ids`, `idAt` and `versions` see everything committed, set aside or not, computed from the rows each time and never
 * cached. Archived records are in none of them.
 */
export interface SyncStore {
  /** The JSON text of the last committed change, or undefined on a fresh store. */
  loadState(): Promise<string | undefined>;
  /** All or nothing, durable when it resolves. */
  commit(change: SyncChange): Promise<void>;

  count(range: RecordRange): Promise<number>;
  /** The number of records of each recorded month (`YYYY-MM-DD` as held; null: unreadable), oldest first, null last. */
  months(range: RecordRange): Promise<readonly { readonly month: string | null; readonly records: number }[]>;
  /** Ids in a range, ascending as integers; at most `limit` of them when it is given. */
  ids(range: RecordRange, limit?: number): Promise<readonly string[]>;
  /** The id with exactly `index` smaller ones in the range; undefined when there are not that many. */
  idAt(range: RecordRange, index: number): Promise<string | undefined>;
  /** `updatedAt` of those of these ids that are held. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Like `count`, but only what reports see. */
  countPublished(range: RecordRange): Promise<number>;
  /** Records that reports will show differently once what is set aside is published; those read again unchanged do not count. */
  countWaiting(): Promise<number>;
}

/** What the step machine may read. */
export type StoreView = Pick<SyncStore, 'count' | 'months' | 'ids' | 'idAt' | 'versions'>;
