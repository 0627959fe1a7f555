/** What sync needs of the snapshot. The snapshot implements it without knowing sync; app.ts joins the two. */
import type { TimeLogRecord } from '../../src/domain/record.ts';

/** A set of held, live (not archived) records. Every bound is optional; ids compare as integers, not as text. */
export interface Range {
  /** First recorded month, `YYYY-MM-01`, inclusive. */
  readonly monthFrom?: string;
  /** Last recorded month, `YYYY-MM-01`, inclusive. */
  readonly monthTo?: string;
  /** Also the records that have no readable recorded month. With no month bounds they are always in. */
  readonly orNoMonth?: boolean;
  /** Exclusive. */
  readonly idAbove?: string;
  /** Exclusive. */
  readonly idBelow?: string;
  /** Created before this time (exclusive), epoch milliseconds. */
  readonly createdBefore?: number;
}

export interface SyncChange {
  /** Upserted by id, each only if its `updatedAt` is not older than what is held. */
  readonly upsert: readonly TimeLogRecord[];
  /** Ids proven gone. */
  readonly remove: readonly string[];
  /** The whole sync state as JSON text, stored in the same transaction. */
  readonly state: string;
}

export interface SyncStore {
  /** The JSON text of the last committed change, or undefined on a fresh store. */
  loadState(): Promise<string | undefined>;
  /** All or nothing, durable when it resolves. */
  commit(change: SyncChange): Promise<void>;
  /** Computed from the rows each time, never remembered. */
  count(range: Range): Promise<number>;
  /** Ids held in a range, ascending; at most `limit` of them. */
  ids(range: Range, limit: number): Promise<string[]>;
}
