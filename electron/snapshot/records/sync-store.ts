/** Sync's access to everything committed, set aside or not; fulfils the promises of `SyncStore` without importing sync. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readId } from '../../../src/domain/filter/operand.ts';
import type { TimeLogRecord } from '../../../src/domain/record.ts';
import { readCount, readRows, type Connections } from '../database/connections.ts';
import { createIngest, isAnyAside, type RecordChange } from './writer.ts';
import { saveMeta, readMeta, STATE } from '../database/metadata.ts';
import { Params } from '../database/parameters.ts';
import { rangeSql } from '../conditions/range-sql.ts';
import { toText } from '../database/values.ts';
import { columnSql, ownColumns } from '../database/schema.ts';
import type { RecordRange } from '../../../src/domain/records/record-range.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

interface SnapshotChange extends RecordChange {
  /** The whole sync state as JSON text, stored in the same transaction. */
  readonly state: string;
}

export interface SnapshotHolding {
  loadState(): Promise<string | undefined>;
  /** All or nothing, durable when it resolves. */
  commit(change: SnapshotChange): Promise<void>;
  /** The same, without touching the sync state: for a store that is filled from a saved workspace. */
  restore(change: RecordChange): Promise<void>;
  /**
   * Stores complete records that were paid for outside of sync (a live search, a lookup) if they are newer than the held ones or not held.
   * Set aside: reports see them with sync's next complete state, and sync's own state stays as it is. That is sound for sync: each was the
   * service's current version when it was read, so every promise about held records is kept; its counts are always taken from the rows; and
   * a record deleted by then is a difference that its count finds.
   */
  saveFound(records: readonly TimeLogRecord[]): Promise<void>;
  count(range: RecordRange): Promise<number>;
  months(range: RecordRange): Promise<readonly { readonly month: string | null; readonly records: number }[]>;
  /** Ascending as integers. */
  ids(range: RecordRange, limit?: number): Promise<readonly string[]>;
  /** The id with exactly `index` smaller ones in the range. */
  idAt(range: RecordRange, index: number): Promise<string | undefined>;
  /** `updatedAt` of those of these ids that are held live. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Like `count`, but only what reports see. */
  countPublished(range: RecordRange): Promise<number>;
  /** Records that reports will show differently once what is set aside is published; those read again in the same version do not count. */
  countWaiting(): Promise<number>;
}

/** How many changes this file has taken. */
export const COMMITS = 'commits';
const MONTH = columnSql(propertyNames.month);
const keyColumns = [...Object.values(ownColumns).map(({ sql }) => sql), MONTH].join(', ');

/** The newest committed version of every record. */
const everything = `(
  SELECT ${keyColumns} FROM records
    WHERE id NOT IN (SELECT id FROM waiting) AND id NOT IN (SELECT id FROM removed)
  UNION ALL SELECT ${keyColumns} FROM waiting)`;

const WAITING = `SELECT
  (SELECT count(*) FROM waiting LEFT JOIN records USING (id)
    WHERE records.updated_at IS DISTINCT FROM waiting.updated_at)
  + (SELECT count(*) FROM removed WHERE id IN (SELECT id FROM records))`;

/** Reports each change's number to the manifest. */
interface Bookkeeping {
  readonly commits: number;
  readonly onCommit: (commits: number) => void;
}

export async function openHolding(connections: Connections, kept: Bookkeeping): Promise<SnapshotHolding> {
  const ingest = await connections.write(async (connection) => createIngest(connection));
  let commits = kept.commits;

  /** With nothing set aside the plain table is read: it can skip what a range excludes. */
  const source = async (connection: DuckDBConnection) => ((await isAnyAside(connection)) ? everything : 'records');

  const ask = <T>(work: (connection: DuckDBConnection, from: string) => Promise<T>) =>
    connections.read(async (connection) => work(connection, await source(connection)));

  const count = (connection: DuckDBConnection, from: string, range: RecordRange) => {
    const params = new Params();
    return readCount(connection, `SELECT count(*) FROM ${from} WHERE ${rangeSql(range, params)}`, params);
  };

  const numbered = async (work: () => Promise<void>, texts: Readonly<Record<string, string>> = {}) => {
    const number = await connections.write(async (connection) => {
      // A change that fails leaves a gap: numbers only have to rise.
      commits += 1;
      const mine = commits;
      await work();
      await saveMeta(connection, { ...texts, [COMMITS]: String(mine) });
      return mine;
    });
    kept.onCommit(number);
  };

  return {
    loadState: () => connections.read((connection) => readMeta(connection, STATE)),
    commit: (change) => numbered(() => ingest.apply(change), { [STATE]: change.state }),
    restore: (change) => numbered(() => ingest.apply(change)),
    saveFound: (records) => numbered(() => ingest.setNewsAside(records)),
    count: (range) => ask((connection, from) => count(connection, from, range)),
    months: (range) =>
      ask(async (connection, from) => {
        const params = new Params();
        const sql = `SELECT ${MONTH} AS month, count(*) FROM ${from} WHERE ${rangeSql(range, params)}
          GROUP BY month ORDER BY month NULLS LAST`;
        const rows = await readRows(connection, sql, params);
        return rows.map(([month, held]) => ({ month: toText(month), records: Number(held) }));
      }),
    ids: (range, limit) =>
      ask(async (connection, from) => {
        const params = new Params();
        const where = rangeSql(range, params);
        const most = limit === undefined ? '' : `LIMIT ${params.integer(limit)}`;
        const rows = await readRows(connection, `SELECT id FROM ${from} WHERE ${where} ORDER BY id ${most}`, params);
        return rows.map(([id]) => String(id));
      }),
    idAt: (range, index) =>
      ask(async (connection, from) => {
        const params = new Params();
        const where = rangeSql(range, params);
        const sql = `SELECT id FROM ${from} WHERE ${where} ORDER BY id LIMIT 1 OFFSET ${params.integer(index)}`;
        const [row] = await readRows(connection, sql, params);
        return row ? String(row[0]) : undefined;
      }),
    versions: (ids) =>
      ask(async (connection, from) => {
        const params = new Params();
        const wanted = params.integerRows(ids.flatMap((id) => readId(id) ?? []));
        const sql = `SELECT id, epoch_ms(updated_at) FROM ${from} WHERE NOT archived AND id IN ${wanted}`;
        const rows = await readRows(connection, sql, params);
        return new Map(rows.map(([id, updatedAt]) => [String(id), Number(updatedAt)]));
      }),
    countPublished: (range) => connections.read((connection) => count(connection, 'records', range)),
    countWaiting: () =>
      connections.read(async (connection) => ((await isAnyAside(connection)) ? readCount(connection, WAITING) : 0)),
  };
}
