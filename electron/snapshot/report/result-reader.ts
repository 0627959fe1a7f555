/** Reads a report statement's answer from the store's vectors, without an object for each value. */
import {
  DuckDBBigIntVector,
  DuckDBDecimal128Vector,
  DuckDBIntegerVector,
  DuckDBListVector,
  DuckDBStructVector,
  DuckDBVarCharVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBVector,
} from '@duckdb/node-api';
import { SCALE, type Units } from '../../../src/domain/decimal.ts';
import type { Params } from '../database/parameters.ts';
import { NO_KEY, type KeyEncoding } from './dimensions.ts';
import { DAY_MS } from '../../../src/domain/time/day.ts';

export type Key = string | null;

export type Read<T> = (index: number) => T | null;

/** One cell: its row's keys, its column's key (undefined without a column), the number of records, and where its aggregates are read. */
export type VisitCell = (
  row: readonly Key[],
  column: Key | undefined,
  records: number,
  sums: readonly Read<Units>[],
  index: number,
) => void;

export interface CellShape {
  readonly rows: readonly KeyEncoding[];
  readonly column: KeyEncoding | undefined;
  readonly aggregates: number;
}

export async function readCells(
  connection: DuckDBConnection,
  sql: string,
  params: Params,
  { rows, column, aggregates }: CellShape,
  visit: VisitCell,
): Promise<void> {
  const result = await connection.run(sql, params.values, params.types);
  for (const chunk of await result.fetchAllChunks()) {
    const keys = rows.map((encoding, index) => keyReader(chunk.getColumnVector(index), encoding));
    const read =
      column === undefined
        ? readPlain(chunk, rows.length, aggregates)
        : readLists(chunk, rows.length, column, aggregates);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const own = keys.map((key) => key(row));
      read(row, own, visit);
    }
  }
}

/** One of the distinct values of a row, or of one of its cells; numbers stand for values. */
export type VisitValue = (row: readonly Key[], column: Key | undefined, value: number) => void;

export async function readValues(
  connection: DuckDBConnection,
  sql: string,
  params: Params,
  { rows, column }: Pick<CellShape, 'rows' | 'column'>,
  visit: VisitValue,
): Promise<void> {
  const result = await connection.run(sql, params.values, params.types);
  for (const chunk of await result.fetchAllChunks()) {
    const keys = rows.map((encoding, index) => keyReader(chunk.getColumnVector(index), encoding));
    const { list, entries } = listReader(chunk, rows.length);
    const value = integers(entries.entryVectorAt(0));
    const keyOf = column === undefined ? undefined : keyReader(entries.entryVectorAt(1), column);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const own = keys.map((key) => key(row));
      const start = list.getEntryOffset(row);
      const end = start + list.getEntryLength(row);
      for (let entry = start; entry < end; entry += 1) visit(own, keyOf?.(entry), value(entry) ?? 0);
    }
  }
}

function listReader(chunk: DuckDBDataChunk, at: number): { list: DuckDBListVector; entries: DuckDBStructVector } {
  const list = chunk.getColumnVector(at);
  if (!(list instanceof DuckDBListVector)) throw new TypeError('Cells that are not a list');
  const entries = list.childVector;
  if (!(entries instanceof DuckDBStructVector)) throw new TypeError('A cell that is no struct');
  return { list, entries };
}

type ReadRow = (row: number, keys: readonly Key[], visit: VisitCell) => void;

function readPlain(chunk: DuckDBDataChunk, first: number, aggregates: number): ReadRow {
  const counts = integers(chunk.getColumnVector(first));
  const sums = Array.from({ length: aggregates }, (_, index) => unitsReader(chunk.getColumnVector(first + 1 + index)));
  return (row, keys, visit) => visit(keys, undefined, counts(row) ?? 0, sums, row);
}

function readLists(chunk: DuckDBDataChunk, first: number, column: KeyEncoding, aggregates: number): ReadRow {
  const { list, entries: cells } = listReader(chunk, first);
  const keyOf = keyReader(cells.entryVectorAt(0), column);
  const counts = integers(cells.entryVectorAt(1));
  const sums = Array.from({ length: aggregates }, (_, index) => unitsReader(cells.entryVectorAt(2 + index)));
  return (row, keys, visit) => {
    const start = list.getEntryOffset(row);
    const end = start + list.getEntryLength(row);
    for (let cell = start; cell < end; cell += 1) {
      visit(keys, keyOf(cell), counts(cell) ?? 0, sums, cell);
    }
  };
}

function integers(vector: DuckDBVector): Read<number> {
  if (!(vector instanceof DuckDBIntegerVector)) throw new TypeError('A count that is no integer');
  return (index) => vector.getItem(index);
}

function unitsReader(vector: DuckDBVector): Read<Units> {
  if (vector instanceof DuckDBDecimal128Vector) return (index) => vector.getScaledValue(index);
  if (!(vector instanceof DuckDBBigIntVector)) throw new TypeError('A sum that is not an exact decimal');
  return (index) => {
    const count = vector.getItem(index);
    return count === null ? null : count * 10n ** BigInt(SCALE);
  };
}

function keyReader(vector: DuckDBVector, encoding: KeyEncoding): Read<string> {
  if (encoding === 'text') {
    if (!(vector instanceof DuckDBVarCharVector)) throw new TypeError('A key that is no text');
    return (index) => vector.getItem(index);
  }
  const number = integers(vector);
  const written = new Map<number, string>();
  const write = encoding === 'days' ? formatDay : formatMonth;
  return (index) => {
    const value = number(index);
    if (value === null || value === NO_KEY) return null;
    const known = written.get(value);
    if (known !== undefined) return known;
    const text = write(value);
    written.set(value, text);
    return text;
  };
}

/** Days since 1970-01-01 as `YYYY-MM-DD`. */
function formatDay(days: number): string {
  const [date = ''] = new Date(days * DAY_MS).toISOString().split('T');
  return date;
}

/** Months since 0000-01 as the first day of one. */
function formatMonth(months: number): string {
  return formatDay(Date.UTC(2000, months - 24_000, 1) / DAY_MS);
}
