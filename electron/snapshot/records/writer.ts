/** The only writer of records: stages a batch and merges it, newer over older. Kept behind this file so that it can be replaced. */
import { DuckDBDataChunk, decimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { fail } from '../../../src/contract/errors.ts';
import { fitsColumn, formatUnits, SCALE } from '../../../src/domain/decimal.ts';
import { midnightUtc, readId } from '../../../src/domain/filter/operand.ts';
import { declaredProperties, type Property } from '../../../src/domain/properties.ts';
import type { TimeLogRecord, Value } from '../../../src/domain/record.ts';
import { dateOfMs, Params, timestampOfMs } from '../database/parameters.ts';
import { keptText } from '../database/received-values.ts';
import { createStage, ownColumns, tableColumns } from '../database/schema.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

/** The most rows one chunk holds; the store's own vector size. */
const CHUNK_ROWS = 2048;

export interface RecordChange {
  /** Upserted by id; a record older than the held one is dropped, an equally old one replaces it. */
  readonly upsert: readonly TimeLogRecord[];
  readonly remove: readonly string[];
  /** False: set aside, durable but invisible to reports. True: visible, with everything set aside before. */
  readonly publish: boolean;
}

export interface Ingest {
  /** Works inside the caller's transaction. */
  apply(change: RecordChange): Promise<void>;
  /** Sets aside those that are newer than the held ones, or not held. Works inside the caller's transaction. */
  setNewsAside(records: readonly TimeLogRecord[]): Promise<void>;
}

/** The batch's own id range comes first: a page of new or neighbouring records touches few of the table's blocks. */
const inRange = 'held.id BETWEEN (SELECT min(id) FROM stage) AND (SELECT max(id) FROM stage)';
const dropOlderThan = (held: string, except = '', than = '>') =>
  `DELETE FROM stage USING ${held} AS held
    WHERE ${inRange} AND held.id = stage.id AND held.updated_at ${than} stage.updated_at ${except}`;
const replaceIn = (target: string) => [
  `DELETE FROM ${target} USING stage WHERE ${target}.id = stage.id`,
  `INSERT INTO ${target} SELECT * FROM stage`,
];

/** Written straight into what reports see: for changes with nothing set aside before them. */
const mergeDirectly = [dropOlderThan('records'), ...replaceIn('records')];

/** A record that was removed while set aside and comes back is stored as it comes, however old. */
const notRemoved = 'AND held.id NOT IN (SELECT id FROM removed)';
const intoWaiting = [...replaceIn('waiting'), 'DELETE FROM removed USING stage WHERE removed.id = stage.id'];
const setAside = [dropOlderThan('waiting'), dropOlderThan('records', notRemoved), ...intoWaiting];

/** A record held in the same version changes nothing: only a newer or missing one waits. */
const setNewsAside = [dropOlderThan('waiting', '', '>='), dropOlderThan('records', notRemoved, '>='), ...intoWaiting];

const publishAll = [
  'DELETE FROM records USING removed WHERE records.id = removed.id',
  'DELETE FROM records USING waiting WHERE records.id = waiting.id',
  'INSERT INTO records SELECT * FROM waiting',
  'DELETE FROM waiting',
  'DELETE FROM removed',
];

const emptyStage = 'DELETE FROM stage';

/** @param connection the writer's own; its transaction is the caller's. One chunk is reused, so that ingesting does not grow memory. */
export async function createIngest(connection: DuckDBConnection): Promise<Ingest> {
  await connection.run(createStage);
  const chunk = DuckDBDataChunk.create(tableColumns.map(({ type }) => type));

  /** In one call: each one crosses to the store's threads and back. @returns the last one's result. */
  const runAll = (statements: readonly string[]) => connection.run(statements.join(';\n'));

  /** For an empty stage. */
  async function stage(records: readonly TimeLogRecord[]): Promise<void> {
    if (records.length === 0) return;
    const appender = await connection.createAppender('stage', null, 'temp');
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

  async function deleteIds(table: 'records' | 'waiting' | 'removed', ids: readonly bigint[]): Promise<void> {
    const params = new Params();
    await connection.run(`DELETE FROM ${table} WHERE id IN ${params.integerRows(ids)}`, params.values, params.types);
  }

  async function setIdsAside(ids: readonly bigint[]): Promise<void> {
    await deleteIds('waiting', ids);
    await deleteIds('removed', ids);
    const params = new Params();
    await connection.run(`INSERT INTO removed ${params.integerRows(ids)}`, params.values, params.types);
  }

  /** Empties the stage. @returns whether anything is set aside. */
  async function begin(): Promise<boolean> {
    const result = await runAll([
      emptyStage,
      'SELECT EXISTS (SELECT 1 FROM waiting) OR EXISTS (SELECT 1 FROM removed)',
    ]);
    return (await result.getRows())[0]?.[0] === true;
  }

  return {
    async apply({ upsert, remove, publish }) {
      const gone = remove.map(toKey);
      const direct = !(await begin()) && publish;
      if (upsert.length > 0) {
        await stage(newestById(upsert));
        await runAll(direct ? mergeDirectly : setAside);
      }
      if (gone.length > 0) await (direct ? deleteIds('records', gone) : setIdsAside(gone));
      if (publish && !direct) await runAll(publishAll);
    },
    async setNewsAside(records) {
      await connection.run(emptyStage);
      await stage(newestById(records));
      await runAll(setNewsAside);
    },
  };
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

/** Values in the order of `tableColumns`. */
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
  return [...Object.values(own), ...values];
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
