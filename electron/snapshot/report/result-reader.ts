/** Reads the result of a report's statement from the store's vectors, without an object for each value. */
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
import { SCALE, type Units } from '#domain/decimal.ts';
import { readChunks, type Params } from '../database/parameters.ts';
import { NO_KEY, type KeyEncoding } from './dimensions.ts';
import { DAY_MS } from '#domain/time/utc.ts';

export type Key = string | null;

export type Read<T> = (index: number) => T | null;

/**
 * Visits a cell with its row's keys, its column's key (undefined without a column), the number of records, and the readers of its
 * aggregates with the index to read.
 */
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
  for (const chunk of await readChunks(connection, sql, params)) {
    const keyReaders = rows.map((encoding, index) => createKeyReader(chunk.getColumnVector(index), encoding));
    const readRow =
      column === undefined
        ? createPlainReader(chunk, rows.length, aggregates)
        : createListReader(chunk, rows.length, column, aggregates);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const rowKeys = keyReaders.map((readKey) => readKey(row));
      readRow(row, rowKeys, visit);
    }
  }
}

/** Visits one of the distinct values of a row or of one of its cells. The values are numbered. */
export type VisitValue = (row: readonly Key[], column: Key | undefined, value: number) => void;

export async function readValues(
  connection: DuckDBConnection,
  sql: string,
  params: Params,
  { rows, column }: Pick<CellShape, 'rows' | 'column'>,
  visit: VisitValue,
): Promise<void> {
  for (const chunk of await readChunks(connection, sql, params)) {
    const keyReaders = rows.map((encoding, index) => createKeyReader(chunk.getColumnVector(index), encoding));
    const { list, entries } = readList(chunk, rows.length);
    const readNumber = createIntegerReader(entries.entryVectorAt(0));
    const readColumnKey = column === undefined ? undefined : createKeyReader(entries.entryVectorAt(1), column);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const rowKeys = keyReaders.map((readKey) => readKey(row));
      const start = list.getEntryOffset(row);
      const end = start + list.getEntryLength(row);
      for (let entry = start; entry < end; entry += 1) visit(rowKeys, readColumnKey?.(entry), readNumber(entry) ?? 0);
    }
  }
}

function readList(
  chunk: DuckDBDataChunk,
  columnIndex: number,
): { list: DuckDBListVector; entries: DuckDBStructVector } {
  const list = chunk.getColumnVector(columnIndex);
  if (!(list instanceof DuckDBListVector)) throw new TypeError('Cells that are not a list');
  const entries = list.childVector;
  if (!(entries instanceof DuckDBStructVector)) throw new TypeError('A cell that is no struct');
  return { list, entries };
}

type ReadRow = (row: number, keys: readonly Key[], visit: VisitCell) => void;

function createPlainReader(chunk: DuckDBDataChunk, first: number, aggregates: number): ReadRow {
  const readCounts = createIntegerReader(chunk.getColumnVector(first));
  const sums = Array.from({ length: aggregates }, (_, index) =>
    createUnitsReader(chunk.getColumnVector(first + 1 + index)),
  );
  return (row, keys, visit) => visit(keys, undefined, readCounts(row) ?? 0, sums, row);
}

function createListReader(chunk: DuckDBDataChunk, first: number, column: KeyEncoding, aggregates: number): ReadRow {
  const { list, entries: cells } = readList(chunk, first);
  const readColumnKey = createKeyReader(cells.entryVectorAt(0), column);
  const readCounts = createIntegerReader(cells.entryVectorAt(1));
  const sums = Array.from({ length: aggregates }, (_, index) => createUnitsReader(cells.entryVectorAt(2 + index)));
  return (row, keys, visit) => {
    const start = list.getEntryOffset(row);
    const end = start + list.getEntryLength(row);
    for (let cell = start; cell < end; cell += 1) {
      visit(keys, readColumnKey(cell), readCounts(cell) ?? 0, sums, cell);
    }
  };
}

function createIntegerReader(vector: DuckDBVector): Read<number> {
  if (!(vector instanceof DuckDBIntegerVector)) throw new TypeError('A count that is no integer');
  return (index) => vector.getItem(index);
}

function createUnitsReader(vector: DuckDBVector): Read<Units> {
  if (vector instanceof DuckDBDecimal128Vector) return (index) => vector.getScaledValue(index);
  if (!(vector instanceof DuckDBBigIntVector)) throw new TypeError('A sum that is not an exact decimal');
  return (index) => {
    const count = vector.getItem(index);
    return count === null ? null : count * 10n ** BigInt(SCALE);
  };
}

function createKeyReader(vector: DuckDBVector, encoding: KeyEncoding): Read<string> {
  if (encoding === 'text') {
    if (!(vector instanceof DuckDBVarCharVector)) throw new TypeError('A key that is no text');
    return (index) => vector.getItem(index);
  }
  const readNumber = createIntegerReader(vector);
  const texts = new Map<number, string>();
  const write = encoding === 'days' ? formatDay : formatMonth;
  return (index) => {
    const value = readNumber(index);
    if (value === null || value === NO_KEY) return null;
    const cachedText = texts.get(value);
    if (cachedText !== undefined) return cachedText;
    const text = write(value);
    texts.set(value, text);
    return text;
  };
}

/** Writes days since 1970-01-01 as `YYYY-MM-DD`. */
function formatDay(days: number): string {
  const [date = ''] = new Date(days * DAY_MS).toISOString().split('T');
  return date;
}

/** Writes months since 0000-01 as the first day of the month. */
function formatMonth(months: number): string {
  return formatDay(Date.UTC(2000, months - 24_000, 1) / DAY_MS);
}
