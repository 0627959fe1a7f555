/** Finds what publishing the records that are set aside would change, before it is done, in the transaction that does it. */
import { BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { z } from 'zod';
import { storedColumns, toColumnName, type Column } from './database/schema.ts';

/** Values of a record by column, as `CAST` reads them back; null is unset. */
export type RecordCells = Readonly<Record<string, string | null>>;

/** The id, and the values that differ; null on the side where there is no such record, with every set value on the other. */
export type RecordDifference = readonly [id: string, before: RecordCells | null, after: RecordCells | null];

const names = storedColumns.map(toColumnName);

/** A cell as text, so that decimals never become numbers of JavaScript. */
function cellSql({ sql, type }: Column, table: string): string {
  const column = `${table}.${sql}`;
  if (type === VARCHAR) return column;
  return type === TIMESTAMP ? `CAST(epoch_us(${column}) AS VARCHAR)` : `CAST(${column} AS VARCHAR)`;
}

/** Reads back what `cellSql` wrote. */
export function readCellSql({ type }: Column, text: string): string {
  if (type === VARCHAR) return text;
  if (type === TIMESTAMP) return `make_timestamp(CAST(${text} AS BIGINT))`;
  return type === BOOLEAN ? `CAST(${text} AS BOOLEAN)` : `CAST(${text} AS ${type.toString()})`;
}

/** Every value of a row, in the order of the columns, for `readCells`. */
export const listSql = (table: string) =>
  `json_array(${storedColumns.map((column) => cellSql(column, table)).join(', ')})`;

/** The values that differ, each with its column's place, before and after: reading all values of both rows takes three times as long. */
const changedSql = (older: string, newer: string) =>
  `to_json(list_filter([${storedColumns
    .map(
      (column, place) => `CASE WHEN ${newer}.${column.sql} IS DISTINCT FROM ${older}.${column.sql}
      THEN ['${place}', ${cellSql(column, older)}, ${cellSql(column, newer)}] END`,
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

/** What publishing changes. */
const ofPublishing = [
  selectChanged('records', 'waiting'),
  selectAppeared('records', 'waiting'),
  selectRemoved('records', 'SEMI JOIN removed ON records.id = removed.id'),
];

/**
 * @param former a table of all records as they were.
 * @returns the statements that find what is another in `records`
 */
export const differencesFrom = (former: string) => [
  selectChanged(former, 'records'),
  selectAppeared(former, 'records'),
  selectRemoved(former, `ANTI JOIN records ON ${former}.id = records.id`),
];

/** @param onFound gets them piece by piece, because a full download may have changed every record. */
export async function findDifferences(
  connection: DuckDBConnection,
  onFound: (differences: readonly RecordDifference[]) => void,
  statements: readonly string[] = ofPublishing,
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
/** Each is the place of a column, with the value before and after. */
const changesSchema = z.custom<[place: Cell, before: Cell, after: Cell][]>(
  (read) => Array.isArray(read) && read.every((change) => areCells(change) && change.length === 3),
);

function toDifference([id, before, after, changed]: readonly DuckDBValue[]): RecordDifference {
  if (typeof changed !== 'string') return [String(id), readCells(before), readCells(after)];
  const changes = changesSchema
    .parse(JSON.parse(changed))
    .map(([place, ...cells]) => [names[Number(place)] ?? '', cells] as const);
  return [
    String(id),
    Object.fromEntries(changes.map(([name, [was]]) => [name, was])),
    Object.fromEntries(changes.map(([name, [, is]]) => [name, is])),
  ];
}

/** Only the values that are set. */
export function readCells(text: DuckDBValue | undefined): RecordCells | null {
  if (typeof text !== 'string') return null;
  const cells = cellsSchema.parse(JSON.parse(text));
  return Object.fromEntries(cells.flatMap((cell, at) => (cell === null ? [] : [[names[at] ?? '', cell]])));
}
