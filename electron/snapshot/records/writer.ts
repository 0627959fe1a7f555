/** The only writer of records: merges a batch, newer over older. Kept behind this file so that it can be replaced. */
import { DuckDBDataChunk, decimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { fail } from '../../../src/contract/errors.ts';
import { fitsColumn, formatUnits, SCALE } from '../../../src/domain/decimal.ts';
import { midnightUtc, readId } from '../../../src/domain/filter/operand.ts';
import { searchedText } from '../../../src/domain/filter/search.ts';
import { declaredProperties, type Property } from '../../../src/domain/properties.ts';
import type { TimeLogRecord, Value } from '../../../src/domain/record.ts';
import { readRows } from '../database/connections.ts';
import { dateOfMs, Params, timestampOfMs } from '../database/parameters.ts';
import { keptText } from '../database/received-values.ts';
import { ownColumns, storedColumns } from '../database/schema.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

/** The most rows one chunk holds; the store's own vector size. */
const CHUNK_ROWS = 2048;

export interface RecordChange {
  /** Upserted by id; a record older than the held one is dropped, an equally old one replaces it. */
  readonly upsert: readonly TimeLogRecord[];
  readonly remove: readonly string[];
  /** False: set aside, durable but invisible to reports. True: visible, with everything set aside before. */
  readonly publish: boolean;
  /** An older record replaces a newer one too. */
  readonly overrules?: boolean | undefined;
}

export interface Ingest {
  /** Works inside the caller's transaction. */
  apply(change: RecordChange): Promise<void>;
  /** Sets aside those that are newer than the held ones, or not held. Works inside the caller's transaction. */
  setNewsAside(records: readonly TimeLogRecord[]): Promise<void>;
}

type Table = 'records' | 'waiting' | 'removed';
type IsNews = (version: number, held: number) => boolean;

const publishAll = [
  'DELETE FROM records USING removed WHERE records.id = removed.id',
  'DELETE FROM records USING waiting WHERE records.id = waiting.id',
  'INSERT INTO records SELECT * FROM waiting',
  'DELETE FROM waiting',
  'DELETE FROM removed',
];

/** @returns whether a refresh has records that reports do not see yet, changed ones or removed ones. */
export async function isAnyAside(connection: DuckDBConnection): Promise<boolean> {
  return (await readRows(connection, 'SELECT 1 FROM waiting UNION ALL SELECT 1 FROM removed LIMIT 1')).length > 0;
}

/** Ids of a change, at least one, as conditions of SQL. */
interface AmongIds {
  /** Between the least and the most of them: the store reads only the blocks that may hold such an id. */
  readonly inRange: (params: Params) => string;
  readonly isOne: (params: Params) => string;
}

function among(ids: readonly bigint[]): AmongIds {
  const [first = 0n] = ids;
  const least = ids.reduce((before, id) => (id < before ? id : before), first);
  const most = ids.reduce((before, id) => (id > before ? id : before), first);
  const inRange = (params: Params) => `id BETWEEN ${params.integer(least)} AND ${params.integer(most)}`;
  return { inRange, isOne: (params) => `${inRange(params)} AND id IN ${params.integerRows(ids)}` };
}

/** @param connection the writer's own; its transaction is the caller's. One chunk is reused, so that ingesting does not grow memory. */
export function createIngest(connection: DuckDBConnection): Ingest {
  const chunk = DuckDBDataChunk.create(storedColumns.map(({ type }) => type));

  /** @returns when those of these that reports see were last changed, by id */
  async function readVersions(ids: readonly bigint[]): Promise<ReadonlyMap<string, number>> {
    const { inRange, isOne } = among(ids);
    // Each page of a first download has a range of its own: this is far quicker than looking up each id.
    const near = new Params();
    const found = await readRows(connection, `SELECT 1 FROM records WHERE ${inRange(near)} LIMIT 1`, near);
    if (found.length === 0) return new Map();
    const params = new Params();
    return toVersions(
      await readRows(connection, `SELECT id, epoch_ms(updated_at) FROM records WHERE ${isOne(params)}`, params),
    );
  }

  /** @returns when the newest version of each, set aside or seen by reports, was last changed */
  async function readNewestVersions(ids: readonly bigint[]): Promise<ReadonlyMap<string, number>> {
    const params = new Params();
    const isOne = among(ids).isOne(params);
    // A record that was removed while set aside and comes back is stored as it comes, however old.
    return toVersions(
      await readRows(
        connection,
        `SELECT id, epoch_ms(max(updated_at)) FROM (
          SELECT id, updated_at FROM waiting WHERE ${isOne} UNION ALL
          SELECT id, updated_at FROM records WHERE ${isOne} AND id NOT IN (SELECT id FROM removed)
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
    await connection.run(`DELETE FROM ${table} WHERE ${among(ids).isOne(params)}`, params.values, params.types);
  }

  async function setIdsAside(ids: readonly bigint[]): Promise<void> {
    await deleteIds('waiting', ids);
    await deleteIds('removed', ids);
    const params = new Params();
    await connection.run(`INSERT INTO removed ${params.integerRows(ids)}`, params.values, params.types);
  }

  /** Written straight into what reports see: for changes with nothing set aside before them. */
  async function mergeDirectly(records: readonly TimeLogRecord[], isNews: IsNews): Promise<void> {
    const held = await readVersions(records.map(({ id }) => toKey(id)));
    const current = records.filter(({ id, updatedAt }) => isNews(updatedAt, held.get(id) ?? -Infinity));
    await deleteIds(
      'records',
      current.flatMap(({ id }) => (held.has(id) ? [toKey(id)] : [])),
    );
    await append('records', current);
  }

  /** @param isNews decides against the newest version held, set aside or not */
  async function setAside(records: readonly TimeLogRecord[], isNews: IsNews): Promise<void> {
    const held = await readNewestVersions(records.map(({ id }) => toKey(id)));
    const news = records.filter(({ id, updatedAt }) => isNews(updatedAt, held.get(id) ?? -Infinity));
    const ids = news.map(({ id }) => toKey(id));
    await deleteIds('waiting', ids);
    await deleteIds('removed', ids);
    await append('waiting', news);
  }

  return {
    async apply({ upsert, remove, publish, overrules = false }) {
      const gone = remove.map(toKey);
      const direct = publish && !(await isAnyAside(connection));
      if (upsert.length > 0) {
        const newest = newestById(upsert);
        await (direct ? mergeDirectly : setAside)(newest, (version, held) => overrules || version >= held);
      }
      if (gone.length > 0) await (direct ? deleteIds('records', gone) : setIdsAside(gone));
      // In one call: each one crosses to the store's threads and back.
      if (publish && !direct) await connection.run(publishAll.join(';\n'));
    },
    async setNewsAside(records) {
      // A record held in the same version changes nothing: only a newer or missing one waits.
      if (records.length > 0) await setAside(newestById(records), (version, held) => version > held);
    },
  };
}

function toVersions(rows: readonly DuckDBValue[][]): ReadonlyMap<string, number> {
  return new Map(rows.map(([id, updatedAt]) => [String(id), Number(updatedAt)]));
}

/** One version per id: the newest; of equally new ones the last. */
function newestById(records: readonly TimeLogRecord[]): readonly TimeLogRecord[] {
  const newest = new Map<string, TimeLogRecord>();
  for (const record of records) {
    const held = newest.get(record.id);
    if (!held || record.updatedAt >= held.updatedAt) newest.set(record.id, record);
  }
  return [...newest.values()];
}

/** Paging and counting rely on integer ids: another one breaks the interface's promise. */
function toKey(id: string): bigint {
  return readId(id) ?? fail({ code: 'service-changed', detail: answers.recordId(id) });
}

/** Values in the order of `storedColumns`. */
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
  const own: Readonly<Record<keyof typeof ownColumns, DuckDBValue>> = {
    id: toKey(record.id),
    createdAt: timestampOfMs(record.createdAt),
    updatedAt: timestampOfMs(record.updatedAt),
    archived: record.archived,
    anomalies: keptText(anomalies),
    rounded: keptText(record.rounded),
    extra: keptText(record.extra),
  };
  return [...Object.values(own), ...values, searchedText(record)];
}

/** @returns null for a number too large for its column: it is kept as an anomaly, never cut. */
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
      return timestampOfMs(value);
    case 'date':
      if (typeof value !== 'string') break;
      return dateOfMs(midnightUtc(value));
    case 'string':
    case 'enumeration':
      if (typeof value !== 'string') break;
      return value;
  }
  throw new TypeError(`A ${typeof value} is no value of ${property.name}`);
}
