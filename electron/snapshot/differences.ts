/** Finds what publishing the records that are set aside will change, just before publishing and in the same transaction. */
import { BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { z } from 'zod';
import { storedColumns, toColumnName, type Column } from './database/schema.ts';

/** A record's values by column, as texts that `readCellSql` reads back; null is unset. */
export type RecordCells = Readonly<Record<string, string | null>>;

/** The id and the values that differ; if one side has no such record, null on that side and every set value on the other. */
export type RecordDifference = readonly [id: string, before: RecordCells | null, after: RecordCells | null];

const names = storedColumns.map(toColumnName);

/** Compiles a cell as text, so that decimals never become JavaScript numbers. */
function cellSql({ sql, type }: Column, table: string): string {
  const column = `${table}.${sql}`;
  if (type === VARCHAR) return column;
  return type === TIMESTAMP ? `CAST(epoch_us(${column}) AS VARCHAR)` : `CAST(${column} AS VARCHAR)`;
}

/** Compiles the reverse of `cellSql`. */
export function readCellSql({ type }: Column, text: string): string {
  if (type === VARCHAR) return text;
  if (type === TIMESTAMP) return `make_timestamp(CAST(${text} AS BIGINT))`;
  return type === BOOLEAN ? `CAST(${text} AS BOOLEAN)` : `CAST(${text} AS ${type.toString()})`;
}

/** Compiles every value of a row, in the order of the columns, for `readCells`. */
export const listSql = (table: string) =>
  `json_array(${storedColumns.map((column) => cellSql(column, table)).join(', ')})`;

/** Compiles only the values that differ, each with its column index, because reading all values of both rows takes three times as long. */
const changedSql = (older: string, newer: string) =>
  `to_json(list_filter([${storedColumns
    .map(
      (column, index) => `CASE WHEN ${newer}.${column.sql} IS DISTINCT FROM ${older}.${column.sql}
      THEN ['${index}', ${cellSql(column, older)}, ${cellSql(column, newer)}] END`,
    )
    .join(', ')}], value -> value IS NOT NULL))`;

const selectChanged = (older: string, newer: string) =>
  `SELECT CAST(${newer}.id AS VARCHAR), NULL, NULL, ${changedSql(older, newer)}
  FROM ${newer} JOIN ${older} ON ${newer}.id = ${older}.id
  WHERE ${storedColumns.map(({ sql }) => `${newer}.${sql} IS DISTINCT FROM ${older}.${sql}`).join(' OR ')}`;
const selectAppeared = (older: string, newer: string) =>
  `SELECT CAST(${newer}.id AS VARCHAR), NULL, ${listSql(newer)}, NULL
  FROM ${newer} ANTI JOIN ${older} ON ${newer}.id = ${older}.id`;
const selectRemoved = (older: string, which: string) =>
  `SELECT CAST(${older}.id AS VARCHAR), ${listSql(older)}, NULL, NULL FROM ${older} ${which}`;

const publishingStatements = [
  selectChanged('records', 'waiting'),
  selectAppeared('records', 'waiting'),
  selectRemoved('records', 'SEMI JOIN removed ON records.id = removed.id'),
];

/** @param former a table of all records as they were. @returns the statements that find what has changed in `records` */
export const differencesFrom = (former: string) => [
  selectChanged(former, 'records'),
  selectAppeared(former, 'records'),
  selectRemoved(former, `ANTI JOIN records ON ${former}.id = records.id`),
];

/** @param onFound receives them in batches, because a full download may have changed every record. */
export async function findDifferences(
  connection: DuckDBConnection,
  onFound: (differences: readonly RecordDifference[]) => void,
  statements: readonly string[] = publishingStatements,
): Promise<void> {
  for (const sql of statements) {
    const result = await connection.stream(sql);
    for await (const rows of result.yieldRows()) onFound(rows.map(toDifference));
  }
}

type Cell = string | null;
const areCells = (read: unknown): read is Cell[] =>
  Array.isArray(read) && read.every((cell) => cell === null || typeof cell === 'string');
const cellsSchema = z.custom<Cell[]>(areCells);
/** Each has a column's index, with the value before and after. */
const changesSchema = z.custom<[index: Cell, before: Cell, after: Cell][]>(
  (read) => Array.isArray(read) && read.every((change) => areCells(change) && change.length === 3),
);

function toDifference([id, before, after, changed]: readonly DuckDBValue[]): RecordDifference {
  if (typeof changed !== 'string') return [String(id), readCells(before), readCells(after)];
  const changes = changesSchema
    .parse(JSON.parse(changed))
    .map(([index, ...cells]) => [names[Number(index)] ?? '', cells] as const);
  return [
    String(id),
    Object.fromEntries(changes.map(([name, [valueBefore]]) => [name, valueBefore])),
    Object.fromEntries(changes.map(([name, [, valueAfter]]) => [name, valueAfter])),
  ];
}

/** Reads only the values that are set. */
export function readCells(text: DuckDBValue | undefined): RecordCells | null {
  if (typeof text !== 'string') return null;
  const cells = cellsSchema.parse(JSON.parse(text));
  return Object.fromEntries(cells.flatMap((cell, index) => (cell === null ? [] : [[names[index] ?? '', cell]])));
}
