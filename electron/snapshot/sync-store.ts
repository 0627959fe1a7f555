/** Gives sync access to everything committed, set aside or not. It implements `SyncStore` without importing sync. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readId, toMidnightUtc } from '#domain/filter/operand.ts';
import type { TimeLogRecord, RecordRange } from '#domain/record.ts';
import { readCount, readRows, type Connections } from './database/connections.ts';
import { findDifferences, type RecordDifference } from './differences.ts';
import { compareWithFormer, writeBase, type FormerRecords } from './base.ts';
import { createIngest, hasSetAside, type RecordChange } from './writer.ts';
import { COMMITS, dropMeta, MERGE, readMerge, saveMeta, readMeta, STATE } from './database/metadata.ts';
import { Params, toText } from './database/parameters.ts';
import { columnSql, recordColumns } from './database/schema.ts';
import { propertyNames } from '#domain/properties.ts';

interface SnapshotChange extends RecordChange {
  /** The complete sync state as JSON text, stored in the same transaction. */
  readonly state: string;
}

const MONTH = columnSql(propertyNames.month);
const keyColumns = [...Object.values(recordColumns).map(({ sql }) => sql), MONTH].join(', ');

/** The newest committed version of every record. */
const committedSql = `(
  SELECT ${keyColumns} FROM records
    WHERE id NOT IN (SELECT id FROM waiting) AND id NOT IN (SELECT id FROM removed)
  UNION ALL SELECT ${keyColumns} FROM waiting)`;

const WAITING = `SELECT
  (SELECT count(*) FROM waiting LEFT JOIN records USING (id)
    WHERE records.updated_at IS DISTINCT FROM waiting.updated_at)
  + (SELECT count(*) FROM removed WHERE id IN (SELECT id FROM records))`;

interface Bookkeeping {
  readonly commits: number;
  /** Reports each change's number to the manifest. */
  readonly onCommit: (commits: number) => void;
  readonly log?: MergeLog | undefined;
}

/** Logs what becomes visible to reports before it does. The change log implements it; the snapshot does not import the log. */
export interface MergeLog {
  /**
   * @param state the sync state that becomes visible
   * @param canCompare true when the new records may be compared with the log's records of the last merge
   * @returns undefined if this merge is not logged
   */
  open(state: string, canCompare: boolean): Promise<OpenMerge | undefined>;
  /** Called when an unlogged change became visible, so that the records no longer belong to a merge. */
  forget(): void;
}

interface OpenMerge {
  /** What the records are compared with; undefined if the log notes the merge, but not what it changed. */
  readonly before: 'records' | FormerRecords | undefined;
  add(differences: readonly RecordDifference[]): void;
  /** Makes the merge durable, still unconfirmed. @returns its number, which the records carry */
  finish(): number;
  confirm(): void;
  abandon(): void;
  /** Called once the merge is confirmed. @param write writes all its records to a new file, and returns the file's path */
  keepBase(write: () => Promise<string>): Promise<void>;
}

export async function openHolding(connections: Connections, bookkeeping: Bookkeeping) {
  const ingest = await connections.write(async (connection) => createIngest(connection));
  let commits = bookkeeping.commits;
  let carriesMerge = (await connections.read((connection) => readMeta(connection, MERGE))) !== undefined;

  /** Reads the plain table when nothing is set aside, because it can skip what a range excludes. */
  const chooseSource = async (connection: DuckDBConnection) =>
    (await hasSetAside(connection)) ? committedSql : 'records';

  const runQuery = <T>(work: (connection: DuckDBConnection, from: string) => Promise<T>) =>
    connections.read(async (connection) => work(connection, await chooseSource(connection)));

  const countRange = (connection: DuckDBConnection, from: string, range: RecordRange) => {
    const params = new Params();
    return readCount(connection, `SELECT count(*) FROM ${from} WHERE ${rangeSql(range, params)}`, params);
  };

  const commitNumbered = async (
    work: (connection: DuckDBConnection) => Promise<void>,
    texts: Readonly<Record<string, string>> = {},
    isSurvey = false,
  ) => {
    const number = await connections.write(async (connection) => {
      // A change that fails leaves a gap, because numbers only have to rise.
      commits += 1;
      const changeNumber = commits;
      await work(connection);
      await saveMeta(connection, { ...texts, [COMMITS]: String(changeNumber) });
      return changeNumber;
    }, isSurvey);
    bookkeeping.onCommit(number);
  };

  const commitLogged = async (change: SnapshotChange, merge: OpenMerge) => {
    const { before } = merge;
    const isCompared = typeof before === 'object';
    const add = (differences: readonly RecordDifference[]) => merge.add(differences);
    const store = async (connection: DuckDBConnection) => {
      await ingest.apply({ ...change, publish: false });
      if (before === 'records' && (await hasSetAside(connection))) await findDifferences(connection, add);
      await ingest.apply({ upsert: [], remove: [], publish: true });
      if (isCompared) await compareWithFormer(connection, connections.temporary, before, add);
      await saveMeta(connection, { [MERGE]: String(merge.finish()) });
    };
    try {
      await commitNumbered(store, { [STATE]: change.state }, isCompared);
    } catch (cause) {
      merge.abandon();
      throw cause;
    }
    carriesMerge = true;
    merge.confirm();
    await merge.keepBase(() => connections.survey((connection) => writeBase(connection, connections.temporary)));
  };

  return {
    loadState: () => connections.read((connection) => readMeta(connection, STATE)),
    /** Commits all or nothing, and is durable when it resolves. */
    async commit(change: SnapshotChange) {
      const merge = change.publish ? await bookkeeping.log?.open(change.state, true) : undefined;
      if (!merge) {
        const isUnlogged = change.publish && carriesMerge;
        await commitNumbered(
          async (connection) => {
            await ingest.apply(change);
            // These records replace those of the last merge but belong to no merge.
            if (isUnlogged) await dropMeta(connection, MERGE);
          },
          { [STATE]: change.state },
        );
        if (!isUnlogged) return;
        carriesMerge = false;
        bookkeeping.log?.forget();
        return;
      }
      try {
        await commitLogged(change, merge);
      } catch (cause) {
        if (typeof merge.before !== 'object') throw cause;
        // The new download matters more than the comparison, which may need more memory than is available.
        const uncompared = await bookkeeping.log?.open(change.state, false);
        if (!uncompared) throw cause;
        await commitLogged(change, uncompared);
      }
    },
    /** The number of the last merge in the change log that these records carry; undefined if they carry none. */
    carriedMerge: () => connections.read(async (connection) => readMerge(await readMeta(connection, MERGE))),
    async carryMerge(merge: number) {
      await connections.write((connection) => saveMeta(connection, { [MERGE]: String(merge) }));
      carriesMerge = true;
    },
    /** Commits without touching the sync state, for a store that is filled from a saved workspace. */
    restore: (change: RecordChange) => commitNumbered(() => ingest.apply(change)),
    /**
     * Stores complete records that were fetched outside of sync (by a live search or a lookup) if they are newer than the held ones or not held.
     * They are set aside: reports see them with sync's next complete state, and the sync state is unchanged. Sync stays correct, because
     * each record was the service's current version when it was read, and because sync recounts the rows each time, which also reveals records
     * that were deleted since.
     */
    saveFound: (records: readonly TimeLogRecord[]) => commitNumbered(() => ingest.setNewsAside(records)),
    count: (range: RecordRange) => runQuery((connection, from) => countRange(connection, from, range)),
    months: (range: RecordRange) =>
      runQuery(async (connection, from) => {
        const params = new Params();
        const sql = `SELECT ${MONTH} AS month, count(*) FROM ${from} WHERE ${rangeSql(range, params)}
          GROUP BY month ORDER BY month NULLS LAST`;
        const rows = await readRows(connection, sql, params);
        return rows.map(([month, records]) => ({ month: toText(month), records: Number(records) }));
      }),
    /** Ascending as integers. */
    ids: (range: RecordRange, limit?: number) =>
      runQuery(async (connection, from) => {
        const params = new Params();
        const where = rangeSql(range, params);
        const limitSql = limit === undefined ? '' : `LIMIT ${params.integer(limit)}`;
        const rows = await readRows(
          connection,
          `SELECT id FROM ${from} WHERE ${where} ORDER BY id ${limitSql}`,
          params,
        );
        return rows.map(([id]) => String(id));
      }),
    /** The id with exactly `index` smaller ones in the range. */
    idAt: (range: RecordRange, index: number) =>
      runQuery(async (connection, from) => {
        const params = new Params();
        const where = rangeSql(range, params);
        const sql = `SELECT id FROM ${from} WHERE ${where} ORDER BY id LIMIT 1 OFFSET ${params.integer(index)}`;
        const [row] = await readRows(connection, sql, params);
        return row ? String(row[0]) : undefined;
      }),
    /** The `updatedAt` of those of these ids that are held live. */
    versions: (ids: readonly string[]) =>
      runQuery(async (connection, from) => {
        const params = new Params();
        const idRows = params.integerRows(ids.flatMap((id) => readId(id) ?? []));
        const sql = `SELECT id, epoch_ms(updated_at) FROM ${from} WHERE NOT archived AND id IN ${idRows}`;
        const rows = await readRows(connection, sql, params);
        return new Map(rows.map(([id, updatedAt]) => [String(id), Number(updatedAt)]));
      }),
    /** Counts like `count`, but only what reports see. */
    countPublished: (range: RecordRange) => connections.read((connection) => countRange(connection, 'records', range)),
    /**
     * Counts the records that reports will show differently once what is set aside is published, without those that were fetched again
     * unchanged.
     */
    countWaiting: () =>
      connections.read(async (connection) => ((await hasSetAside(connection)) ? readCount(connection, WAITING) : 0)),
  };
}

/** Compiles a range by which sync counts and reads. @throws RangeError for an id that is not an integer, which is a fault of the caller. */
function rangeSql(range: RecordRange, params: Params): string {
  const month = columnSql(propertyNames.month);
  const months = [
    ...(range.monthFrom === undefined ? [] : [`${month} >= ${params.date(toMidnightUtc(range.monthFrom))}`]),
    ...(range.monthBelow === undefined ? [] : [`${month} < ${params.date(toMidnightUtc(range.monthBelow))}`]),
  ];
  const inMonths = months.length > 0 && range.orNoMonth ? [`${month} IS NULL OR (${months.join(' AND ')})`] : months;
  const parts = [
    'NOT archived',
    ...inMonths.map((condition) => `(${condition})`),
    ...(range.idAbove === undefined ? [] : [`${recordColumns.id.sql} > ${params.integer(parseId(range.idAbove))}`]),
    ...(range.idBelow === undefined ? [] : [`${recordColumns.id.sql} < ${params.integer(parseId(range.idBelow))}`]),
    ...(range.createdBefore === undefined
      ? []
      : [`${recordColumns.createdAt.sql} < ${params.timestamp(range.createdBefore)}`]),
  ];
  return parts.join(' AND ');
}

function parseId(text: string): bigint {
  const id = readId(text);
  if (id === undefined) throw new RangeError(`Not a record id: ${text}`);
  return id;
}
