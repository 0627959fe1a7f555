/** Compiles the cells of a column: their exact texts for CSV, and their values for typed files. */
import { BIGINT, DATE, BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import type { CellSource } from '#domain/exports/record-columns.ts';
import { CLIENT_PROPERTY, isLocal } from '#domain/local-properties.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { clockOffsetSql } from '../conditions/time-zone-sql.ts';
import { readCount } from '../database/connections.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql, findColumn, unreadablePropertySql } from '../database/schema.ts';
import {
  clockSql,
  clockTextSql,
  decimalTextSql,
  hoursSql,
  hoursTextSql,
  minutesOfHoursSql,
  minutesSql,
} from '../conditions/number-sql.ts';

/** The tables that are joined to the records. None of their columns has the name of a record column. */
export type Join = 'owners' | 'objects' | 'unreadable';

export interface BulkCell {
  /** A single expression such as `CASE … END`. */
  readonly text: string;
  /** The value, of a type that `typeColumn` of Parquet knows. */
  readonly value: string;
  /** The decimal to add up; undefined if the column has none. */
  readonly decimal?: string;
  /** True for text that a spreadsheet may take for something else. */
  readonly isText: boolean;
  /** True if hardly any two records share a text. */
  readonly isMostlyUnique?: boolean;
  /** For a time, its text with a blank instead of a T. */
  readonly spaced?: string;
  /** True for a number whose text is not a decimal. */
  readonly isClock?: boolean;
  readonly join?: Join;
}

export async function compileCells(
  connection: DuckDBConnection,
  sources: readonly CellSource[],
): Promise<readonly BulkCell[]> {
  const cells: BulkCell[] = [];
  for (const source of sources) cells.push(await compileCell(connection, source));
  return cells;
}

async function compileCell(connection: DuckDBConnection, source: CellSource): Promise<BulkCell> {
  switch (source.kind) {
    case 'property':
      return source.zone === undefined
        ? compilePropertyCell(source.name)
        : compileLocalTimeCell(connection, columnSql(source.name), source.zone);
    case 'owner-name':
      return { ...createTextCell('x_owner_name'), join: 'owners' };
    case 'object-name':
      return { ...createTextCell('x_object_name'), join: 'objects' };
    case 'object-client':
      return { ...createTextCell('x_object_client'), join: 'objects' };
    case 'currency': {
      const otherwise = source.otherwise === null ? 'NULL' : `'${source.otherwise.replaceAll("'", "''")}'`;
      return { ...createTextCell(`coalesce(x_object_currency, ${otherwise})`), join: 'objects' };
    }
    case 'unreadable':
      return { ...createTextCell('x_unreadable'), isText: false, join: 'unreadable' };
    case 'clock': {
      const minutes = minutesOfHoursSql(columnSql(source.name));
      return { text: clockTextSql(minutes), value: minutes, decimal: minutes, isText: false, isClock: true };
    }
    case 'counted':
      return createNumberCell(countedAmountSql(source.from));
    case 'hours':
      return { ...createNumberCell(hoursSql()), text: hoursTextSql() };
    case 'minutes':
      return { text: clockSql(), value: minutesSql(), decimal: minutesSql(), isText: false, isClock: true };
  }
}

function countedAmountSql([name, ...others]: readonly string[]): string {
  if (name === undefined) return 'NULL';
  const column = columnSql(name);
  if (others.length === 0) return column;
  const isBroken = `(anomalies IS NOT NULL AND ${unreadablePropertySql({ name })})`;
  return `coalesce(${column}, CASE WHEN NOT ${isBroken} THEN ${countedAmountSql(others)} END)`;
}

const createTextCell = (sql: string): BulkCell => ({ text: sql, value: sql, isText: true });
const createNumberCell = (sql: string): BulkCell => ({
  text: decimalTextSql(sql),
  value: sql,
  decimal: sql,
  isText: false,
});

function compilePropertyCell(name: string): BulkCell {
  if (isLocal({ name })) return compileLocalCell(name);
  const { sql, type } = findColumn({ name });
  switch (type) {
    case VARCHAR:
      return name === propertyNames.recordId ? { ...createTextCell(sql), isMostlyUnique: true } : createTextCell(sql);
    case BIGINT:
      return createTextCell(`CAST(${sql} AS VARCHAR)`);
    case DATE:
    case BOOLEAN:
      return { text: `CAST(${sql} AS VARCHAR)`, value: sql, isText: false };
    case TIMESTAMP:
      return {
        text: utcTextSql(sql, 'T'),
        // A cast would read the time by this computer's clock.
        value: `make_timestamptz(epoch_us(${sql}))`,
        isText: false,
        spaced: utcTextSql(sql, ' '),
      };
    default:
      return createNumberCell(sql);
  }
}

/** Joins the value, because a join condition takes no subquery. Types in keys have no colon. */
function compileLocalCell(name: string): BulkCell {
  if (name !== CLIENT_PROPERTY) return { ...createTextCell('x_owner_team'), join: 'owners' };
  const isKey = `NOT contains(${columnSql(propertyNames.objectType)}, ':')`;
  return { ...createTextCell(`CASE WHEN ${isKey} THEN x_object_client END`), join: 'objects' };
}

async function compileLocalTimeCell(connection: DuckDBConnection, sql: string, zone: string): Promise<BulkCell> {
  const offset = await clockOffsetSql(connection, sql, zone, undefined);
  const local = `make_timestamp(epoch_us(${sql}) + ${offset})`;
  return { text: localTextSql(local, 'T'), value: local, isText: false, spaced: localTextSql(local, ' ') };
}

export async function hasFourDigitYears(
  connection: DuckDBConnection,
  sources: readonly CellSource[],
): Promise<boolean> {
  const times = sources.flatMap((source) =>
    source.kind === 'property' && source.zone !== undefined ? [columnSql(source.name)] : [],
  );
  if (times.length === 0) return true;
  const unusual = times.map((sql) => `${sql} NOT BETWEEN ${FOUR_DIGITS}`).join(' OR ');
  return (await readCount(connection, `SELECT count(*) FROM records WHERE ${unusual}`)) === 0;
}

/** @param unreadable texts by record id, added to `params` if they are joined */
export function joinsSql(cells: readonly BulkCell[], unreadable: ReadonlyMap<bigint, string>, params: Params): string {
  const [type, id] = [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)];
  const statements: Readonly<Record<Join, () => string>> = {
    owners: () => `LEFT JOIN (SELECT id AS x_owner, name AS x_owner_name, team AS x_owner_team FROM directory_owners)
      ON x_owner = ${columnSql(OWNER_PROPERTY)}`,
    // The key is built as the directory writes its keys, because a type may have a colon.
    objects: () => `LEFT JOIN (SELECT type || ':' || id AS x_object, name AS x_object_name, client AS x_object_client,
        currency AS x_object_currency FROM directory_objects) ON x_object = ${type} || ':' || ${id}`,
    unreadable: () => `LEFT JOIN (SELECT unnest(${params.integers([...unreadable.keys()])}) AS x_id,
        unnest(${params.texts([...unreadable.values()])}) AS x_unreadable) ON x_id = id`,
  };
  const joins = new Set(cells.flatMap(({ join }) => join ?? []));
  return [...joins].map((join) => statements[join]()).join(' ');
}

// The functions below compile times to exact texts in the store. A cast takes a third of the time of `strftime`, but leaves out the zeros
// at the end of a fraction.

/** A range more than a day inside the first and the last four-digit year, so that no zone's offset leads out of them. */
const FOUR_DIGITS = "TIMESTAMP '0001-01-03' AND TIMESTAMP '9999-12-29'";

type TimeSeparator = 'T' | ' ';

const toFormat = (separator: TimeSeparator) => `%Y-%m-%d${separator}%H:%M:%S`;

/** @param sql a timestamp with a four-digit year */
function castSql(sql: string, separator: TimeSeparator): string {
  if (separator === ' ') return `CAST(${sql} AS VARCHAR)`;
  return `concat(CAST(CAST(${sql} AS DATE) AS VARCHAR), 'T', CAST(CAST(${sql} AS TIME) AS VARCHAR))`;
}

const isWholeSql = (sql: string) => `epoch_us(${sql}) % 1000000 = 0`;
/** A cast writes three digits in this case. */
const hasThreeDigitsSql = (sql: string) => `epoch_us(${sql}) % 1000 = 0 AND epoch_us(${sql}) % 10000 <> 0`;

/** Writes `2026-10-05T08:00:00.000Z`, always with three digits; null stays null. */
function utcTextSql(sql: string, separator: TimeSeparator): string {
  const cast = castSql(sql, separator);
  const format = `strftime(${sql}, '${toFormat(separator)}.%gZ')`;
  return `CASE WHEN ${sql} NOT BETWEEN ${FOUR_DIGITS} THEN ${format} WHEN ${isWholeSql(sql)} THEN concat(${cast}, '.000Z')
    WHEN ${hasThreeDigitsSql(sql)} THEN concat(${cast}, 'Z') ELSE ${format} END`;
}

/**
 * Writes `2026-10-05T08:00:00`, with three more digits if there is a fraction; null stays null.
 * @param sql a timestamp with a four-digit year
 */
function localTextSql(sql: string, separator: TimeSeparator): string {
  return `CASE WHEN ${isWholeSql(sql)} OR (${hasThreeDigitsSql(sql)}) THEN ${castSql(sql, separator)}
    ELSE strftime(${sql}, '${toFormat(separator)}.%g') END`;
}
