/** What a column's cells are made of, compiled: their exact texts as CSV has them, and their values as typed files have them. */
import { BIGINT, DATE, BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import type { CellSource } from '../../../src/domain/exports/bulk/cell-source.ts';
import { CLIENT_PROPERTY, isLocal } from '../../../src/domain/local-properties.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import { FOUR_DIGITS, localTextSql, utcTextSql } from '../conditions/time-text-sql.ts';
import { clockOffsetSql } from '../conditions/time-zone-sql.ts';
import { readCount } from '../database/connections.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql, findColumn, isUnreadable } from '../database/schema.ts';
import {
  clockSql,
  clockTextSql,
  decimalTextSql,
  hoursSql,
  hoursTextSql,
  minutesOfHoursSql,
  minutesSql,
} from '../conditions/number-sql.ts';

/** What stands beside the records. None of its columns is called like one of theirs. */
export type Join = 'owners' | 'objects' | 'unreadable';

export interface BulkCell {
  /** As `CASE … END` or any other single expression. */
  readonly text: string;
  /** Of a type as in `typeColumn` of Parquet. */
  readonly value: string;
  /** Decimals, to be added up; undefined: it holds none. */
  readonly decimal?: string;
  /** Text that a spreadsheet may take for something else. */
  readonly isText: boolean;
  /** Hardly two records have the same. */
  readonly isOwn?: boolean;
  /** Of a time: its text with a blank instead of a T. */
  readonly spaced?: string;
  /** A number whose text is no decimal. */
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
  switch (source.of) {
    case 'property':
      return source.zone === undefined
        ? propertyCell(source.name)
        : localTimeCell(connection, columnSql(source.name), source.zone);
    case 'owner-name':
      return { ...textCell('x_owner_name'), join: 'owners' };
    case 'object-name':
      return { ...textCell('x_object_name'), join: 'objects' };
    case 'object-client':
      return { ...textCell('x_object_client'), join: 'objects' };
    case 'currency': {
      const otherwise = source.otherwise === null ? 'NULL' : `'${source.otherwise.replaceAll("'", "''")}'`;
      return { ...textCell(`coalesce(x_object_currency, ${otherwise})`), join: 'objects' };
    }
    case 'unreadable':
      return { ...textCell('x_unreadable'), isText: false, join: 'unreadable' };
    case 'clock': {
      const minutes = minutesOfHoursSql(columnSql(source.name));
      return { text: clockTextSql(minutes), value: minutes, decimal: minutes, isText: false, isClock: true };
    }
    case 'counted':
      return numberCell(countedSql(source.from));
    case 'hours':
      return { ...numberCell(hoursSql()), text: hoursTextSql() };
    case 'minutes':
      return { text: clockSql(), value: minutesSql(), decimal: minutesSql(), isText: false, isClock: true };
  }
}

/** As reports count amounts. */
function countedSql([name, ...others]: readonly string[]): string {
  if (name === undefined) return 'NULL';
  const own = columnSql(name);
  if (others.length === 0) return own;
  const isBroken = `(anomalies IS NOT NULL AND ${isUnreadable({ name })})`;
  return `coalesce(${own}, CASE WHEN NOT ${isBroken} THEN ${countedSql(others)} END)`;
}

const textCell = (sql: string): BulkCell => ({ text: sql, value: sql, isText: true });
const numberCell = (sql: string): BulkCell => ({
  text: decimalTextSql(sql),
  value: sql,
  decimal: sql,
  isText: false,
});

function propertyCell(name: string): BulkCell {
  if (isLocal({ name })) return localCell(name);
  const { sql, type } = findColumn({ name });
  switch (type) {
    case VARCHAR:
      return name === propertyNames.recordId ? { ...textCell(sql), isOwn: true } : textCell(sql);
    case BIGINT:
      return textCell(`CAST(${sql} AS VARCHAR)`);
    case DATE:
    case BOOLEAN:
      return { text: `CAST(${sql} AS VARCHAR)`, value: sql, isText: false };
    case TIMESTAMP:
      return {
        text: utcTextSql(sql, 'T'),
        // A cast would read the time by the clock of this computer.
        value: `make_timestamptz(epoch_us(${sql}))`,
        isText: false,
        spaced: utcTextSql(sql, ' '),
      };
    default:
      return numberCell(sql);
  }
}

/** Joined, since a condition of a join takes no query. Types of keys have no colon. */
function localCell(name: string): BulkCell {
  if (name !== CLIENT_PROPERTY) return { ...textCell('x_owner_team'), join: 'owners' };
  const isKey = `NOT contains(${columnSql(propertyNames.objectType)}, ':')`;
  return { ...textCell(`CASE WHEN ${isKey} THEN x_object_client END`), join: 'objects' };
}

async function localTimeCell(connection: DuckDBConnection, sql: string, zone: string): Promise<BulkCell> {
  const offset = await clockOffsetSql(connection, sql, zone, undefined);
  const local = `make_timestamp(epoch_us(${sql}) + ${offset})`;
  return { text: localTextSql(local, 'T'), value: local, isText: false, spaced: localTextSql(local, ' ') };
}

/** Whether every local time has a year of four digits. */
export async function areTimesPlain(connection: DuckDBConnection, sources: readonly CellSource[]): Promise<boolean> {
  const times = sources.flatMap((source) =>
    source.of === 'property' && source.zone !== undefined ? [columnSql(source.name)] : [],
  );
  if (times.length === 0) return true;
  const odd = times.map((sql) => `${sql} NOT BETWEEN ${FOUR_DIGITS}`).join(' OR ');
  return (await readCount(connection, `SELECT count(*) FROM records WHERE ${odd}`)) === 0;
}

/** @param unreadable texts by record id, added to `params` where they are joined */
export function joinsSql(cells: readonly BulkCell[], unreadable: ReadonlyMap<bigint, string>, params: Params): string {
  const [type, id] = [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)];
  const statements: Readonly<Record<Join, () => string>> = {
    owners: () => `LEFT JOIN (SELECT id AS x_owner, name AS x_owner_name, team AS x_owner_team FROM directory.owners)
      ON x_owner = ${columnSql(OWNER_PROPERTY)}`,
    // As the directory's keys are written: a type may have a colon.
    objects: () => `LEFT JOIN (SELECT type || ':' || id AS x_object, name AS x_object_name, client AS x_object_client,
        currency AS x_object_currency FROM directory.objects) ON x_object = ${type} || ':' || ${id}`,
    unreadable: () => `LEFT JOIN (SELECT unnest(${params.integers([...unreadable.keys()])}) AS x_id,
        unnest(${params.texts([...unreadable.values()])}) AS x_unreadable) ON x_id = id`,
  };
  const joins = new Set(cells.flatMap(({ join }) => join ?? []));
  return [...joins].map((join) => statements[join]()).join(' ');
}
