/** Merges batches of records, newer over older. No other module writes records, so that this one can be replaced. */
import { DuckDBDataChunk, decimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { fitsColumn, formatUnits, SCALE } from '#domain/decimal.ts';
import { toMidnightUtc, readId } from '#domain/filter/operand.ts';
import { toSearchText } from '#domain/filter/search.ts';
import { declaredProperties, type Property } from '#domain/properties.ts';
import type { TimeLogRecord, Value } from '#domain/record.ts';
import { readRows } from './database/connections.ts';
import { toDateValue, Params, toTimestampValue } from './database/parameters.ts';
import { writeReceivedValues } from './database/received-values.ts';
import { recordColumns, storedColumns } from './database/schema.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

/** The maximum rows of one chunk, which is the store's vector size. */
const CHUNK_ROWS = 2048;

export interface RecordChange {
  /** Records to upsert by id. A record older than the held one is dropped, an equally old one replaces it. */
  readonly upsert: readonly TimeLogRecord[];
  readonly remove: readonly string[];
  /**
   * When false, the change is set aside: durable but invisible to reports. When true, it becomes visible with everything set aside before
   * it.
   */
  readonly publish: boolean;
  /** When true, an older record replaces a newer one too. */
  readonly overrules?: boolean | undefined;
}

type Table = 'records' | 'waiting' | 'removed';
type IsNewerVersion = (version: number, heldVersion: number) => boolean;

const publishStatements = [
  'DELETE FROM records USING removed WHERE records.id = removed.id',
  'DELETE FROM records USING waiting WHERE records.id = waiting.id',
  'INSERT INTO records SELECT * FROM waiting',
  'DELETE FROM waiting',
  'DELETE FROM removed',
];

/** @returns true when a refresh has changed or removed records that reports do not see yet. */
export async function hasSetAside(connection: DuckDBConnection): Promise<boolean> {
  return (await readRows(connection, 'SELECT 1 FROM waiting UNION ALL SELECT 1 FROM removed LIMIT 1')).length > 0;
}

/** Compiles the ids of a change, at least one, to SQL conditions. */
function createIdConditions(ids: readonly bigint[]) {
  const [first = 0n] = ids;
  const least = ids.reduce((lower, id) => (id < lower ? id : lower), first);
  const greatest = ids.reduce((higher, id) => (id > higher ? id : higher), first);
  /** Compiles a condition for ids between the least and the greatest, with which the store reads only the blocks that may hold such an id. */
  const inRange = (params: Params) => `id BETWEEN ${params.integer(least)} AND ${params.integer(greatest)}`;
  return { inRange, isListed: (params: Params) => `${inRange(params)} AND id IN ${params.integerRows(ids)}` };
}

/**
 * Creates the writer. One chunk is reused, so that ingesting does not grow memory.
 * @param connection the writer's connection; the caller manages its transaction.
 */
export function createIngest(connection: DuckDBConnection) {
  const chunk = DuckDBDataChunk.create(storedColumns.map(({ type }) => type));

  /** @returns the times of the last change of these records, by id, as far as reports see them */
  async function readVersions(ids: readonly bigint[]): Promise<ReadonlyMap<string, number>> {
    const { inRange, isListed } = createIdConditions(ids);
    // Each page of a first download has a new range of ids, so this is far quicker than looking up each id.
    const rangeParams = new Params();
    const existing = await readRows(
      connection,
      `SELECT 1 FROM records WHERE ${inRange(rangeParams)} LIMIT 1`,
      rangeParams,
    );
    if (existing.length === 0) return new Map();
    const params = new Params();
    return toVersions(
      await readRows(connection, `SELECT id, epoch_ms(updated_at) FROM records WHERE ${isListed(params)}`, params),
    );
  }

  /** @returns the time of the last change of each record's newest version, set aside or not, by id */
  async function readNewestVersions(ids: readonly bigint[]): Promise<ReadonlyMap<string, number>> {
    const params = new Params();
    const isListed = createIdConditions(ids).isListed(params);
    // A record that was removed while set aside and comes back is stored as it comes, however old.
    return toVersions(
      await readRows(
        connection,
        `SELECT id, epoch_ms(max(updated_at)) FROM (
          SELECT id, updated_at FROM waiting WHERE ${isListed} UNION ALL
          SELECT id, updated_at FROM records WHERE ${isListed} AND id NOT IN (SELECT id FROM removed)
        ) GROUP BY id`,
        params,
      ),
    );
  }

  async function append(table: Table, records: readonly TimeLogRecord[]): Promise<void> {
    if (records.length === 0) return;
    const appender = await connection.createAppender(table);
    try {
      for (let start = 0; start < records.length; start += CHUNK_ROWS) {
        chunk.reset();
        chunk.setRows(records.slice(start, start + CHUNK_ROWS).map(toRow));
        appender.appendDataChunk(chunk);
      }
    } finally {
      appender.closeSync();
    }
  }

  async function deleteIds(table: Table, ids: readonly bigint[]): Promise<void> {
    if (ids.length === 0) return;
    const params = new Params();
    await connection.run(
      `DELETE FROM ${table} WHERE ${createIdConditions(ids).isListed(params)}`,
      params.values,
      params.types,
    );
  }

  async function setIdsAside(ids: readonly bigint[]): Promise<void> {
    await deleteIds('waiting', ids);
    await deleteIds('removed', ids);
    const params = new Params();
    await connection.run(`INSERT INTO removed ${params.integerRows(ids)}`, params.values, params.types);
  }

  /** Writes straight into what reports see, for changes with nothing set aside before them. */
  async function mergeDirectly(records: readonly TimeLogRecord[], isNewerVersion: IsNewerVersion): Promise<void> {
    const versions = await readVersions(records.map(({ id }) => toKey(id)));
    const current = records.filter(({ id, updatedAt }) => isNewerVersion(updatedAt, versions.get(id) ?? -Infinity));
    await deleteIds(
      'records',
      current.flatMap(({ id }) => (versions.has(id) ? [toKey(id)] : [])),
    );
    await append('records', current);
  }

  /** @param isNewerVersion compares with the newest version held, set aside or not */
  async function setAside(records: readonly TimeLogRecord[], isNewerVersion: IsNewerVersion): Promise<void> {
    const versions = await readNewestVersions(records.map(({ id }) => toKey(id)));
    const newRecords = records.filter(({ id, updatedAt }) => isNewerVersion(updatedAt, versions.get(id) ?? -Infinity));
    const ids = newRecords.map(({ id }) => toKey(id));
    await deleteIds('waiting', ids);
    await deleteIds('removed', ids);
    await append('waiting', newRecords);
  }

  return {
    /** Applies a change inside the caller's transaction. */
    async apply({ upsert, remove, publish, overrules = false }: RecordChange) {
      const removedIds = remove.map(toKey);
      const isDirect = publish && !(await hasSetAside(connection));
      if (upsert.length > 0) {
        const newest = keepNewestById(upsert);
        await (isDirect ? mergeDirectly : setAside)(
          newest,
          (version, heldVersion) => overrules || version >= heldVersion,
        );
      }
      if (removedIds.length > 0) await (isDirect ? deleteIds('records', removedIds) : setIdsAside(removedIds));
      // The statements run in one call, because each call crosses to the store's threads and back.
      if (publish && !isDirect) await connection.run(publishStatements.join(';\n'));
    },
    /** Sets aside those records that are newer than the held ones, or not held, inside the caller's transaction. */
    async setNewsAside(records: readonly TimeLogRecord[]) {
      // A record held in the same version changes nothing, so only a newer or missing one waits.
      if (records.length > 0) await setAside(keepNewestById(records), (version, heldVersion) => version > heldVersion);
    },
  };
}

function toVersions(rows: readonly DuckDBValue[][]): ReadonlyMap<string, number> {
  return new Map(rows.map(([id, updatedAt]) => [String(id), Number(updatedAt)]));
}

/** Keeps one version per id: the newest, or of equally new ones the last. */
function keepNewestById(records: readonly TimeLogRecord[]): readonly TimeLogRecord[] {
  const newest = new Map<string, TimeLogRecord>();
  for (const record of records) {
    const newestSoFar = newest.get(record.id);
    if (!newestSoFar || record.updatedAt >= newestSoFar.updatedAt) newest.set(record.id, record);
  }
  return [...newest.values()];
}

/** Paging and counting rely on integer ids, which the interface guarantees. */
function toKey(id: string): bigint {
  return readId(id) ?? fail({ code: 'service-changed', detail: answers.recordId(id) });
}

/** Lists the values in the order of `storedColumns`. */
function toRow(record: TimeLogRecord): DuckDBValue[] {
  const anomalies = new Map(record.anomalies);
  const values = declaredProperties.map((property) => {
    const value = record.values.get(property.name);
    if (value === undefined) return null;
    const cell = toCell(property, value);
    if (cell === null)
      anomalies.set(property.name, typeof value === 'bigint' ? formatUnits(value) : JSON.stringify(value));
    return cell;
  });
  const recordCells: Readonly<Record<keyof typeof recordColumns, DuckDBValue>> = {
    id: toKey(record.id),
    createdAt: toTimestampValue(record.createdAt),
    updatedAt: toTimestampValue(record.updatedAt),
    archived: record.archived,
    anomalies: writeReceivedValues(anomalies),
    rounded: writeReceivedValues(record.rounded),
    extra: writeReceivedValues(record.extra),
  };
  return [...Object.values(recordCells), ...values, toSearchText(record)];
}

/** @returns null for a number too large for its column, which is kept as an anomaly and never cut. */
function toCell(property: Property, value: Value): DuckDBValue {
  switch (property.type) {
    case 'number':
      if (typeof value !== 'bigint') break;
      return fitsColumn(value) ? decimalValue(value, 18, SCALE) : null;
    case 'boolean':
      if (typeof value !== 'boolean') break;
      return value;
    case 'datetime':
      if (typeof value !== 'number') break;
      return toTimestampValue(value);
    case 'date':
      if (typeof value !== 'string') break;
      return toDateValue(toMidnightUtc(value));
    case 'string':
    case 'enumeration':
      if (typeof value !== 'string') break;
      return value;
  }
  throw new TypeError(`A ${typeof value} is no value of ${property.name}`);
}
