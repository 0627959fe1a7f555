/**
 * Writes the values of a statement and reads its results as exact text. What could be mistaken for SQL is bound. Numbers, days and words
 * without any sign of SQL are literals, because the store plans a statement with bound values twice.
 */
import {
  BIGINT,
  DATE,
  dateValue,
  LIST,
  listValue,
  TIMESTAMP,
  timestampValue,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
} from '@duckdb/node-api';
import { SCALE, type Units, formatUnits } from '#domain/decimal.ts';
import { DAY_MS } from '#domain/time/utc.ts';
import { decimalType } from './schema.ts';

const COLUMN_LIMIT = 10n ** 18n;
const WIDEST_LIMIT = 10n ** 38n;

export class Params {
  readonly values: DuckDBValue[] = [];
  readonly types: DuckDBType[] = [];

  /** @returns the placeholder, such as `$1`. */
  add(value: DuckDBValue, type: DuckDBType): string {
    this.values.push(value);
    this.types.push(type);
    return `$${this.values.length}`;
  }

  text(value: string): string {
    return isPlain(value) ? `'${value}'` : this.add(value, VARCHAR);
  }

  /** @returns the placeholder of a list. */
  texts(values: readonly string[]): string {
    return this.add(listValue(values), LIST(VARCHAR));
  }

  boolean(value: boolean): string {
    return String(value);
  }

  integer(value: bigint | number): string {
    return `CAST(${BigInt(value)} AS BIGINT)`;
  }

  /** @returns a subquery with one row for each integer, which the store looks up by hash, however many there are */
  integerRows(values: readonly bigint[]): string {
    return `(SELECT unnest(${this.integers(values)}))`;
  }

  /** @returns the placeholder of a list. */
  integers(values: readonly bigint[]): string {
    return this.add(listValue(values), LIST(BIGINT));
  }

  /** Writes exactly up to 30 digits before the point. Beyond, it writes the nearest bound, which compares the same with every stored value. */
  decimal(units: Units): string {
    const magnitude = units < 0n ? -units : units;
    if (magnitude < COLUMN_LIMIT) return `CAST('${formatUnits(units)}' AS ${String(decimalType)})`;
    const max = WIDEST_LIMIT - 1n;
    const bounded = magnitude < WIDEST_LIMIT ? units : units < 0n ? -max : max;
    return `CAST('${formatUnits(bounded)}' AS DECIMAL(38, ${SCALE}))`;
  }

  /** @param midnight the start of the day in UTC epoch milliseconds */
  date(midnight: number): string {
    const text = new Date(midnight).toISOString();
    return hasPlainYear(text) ? `DATE '${text.slice(0, 10)}'` : this.add(toDateValue(midnight), DATE);
  }

  /** @param epochMs UTC epoch milliseconds */
  timestamp(epochMs: number): string {
    const text = new Date(epochMs).toISOString();
    return hasPlainYear(text) ? `TIMESTAMP '${text.slice(0, -1)}'` : this.add(toTimestampValue(epochMs), TIMESTAMP);
  }
}

/** True for short words and names without a quotation mark, a control character or another sign that SQL could give a meaning. */
function isPlain(text: string): boolean {
  return /^[\w .:@/-]{0,100}$/.test(text);
}

/** True for the years from 0001 to 9999, which both write alike. */
function hasPlainYear(isoText: string): boolean {
  return /^(?!0000)\d/.test(isoText);
}

/** @param midnight the start of the day in UTC epoch milliseconds */
export function toDateValue(midnight: number): DuckDBValue {
  return dateValue(midnight / DAY_MS);
}

/** @param epochMs UTC epoch milliseconds */
export function toTimestampValue(epochMs: number): DuckDBValue {
  return timestampValue(BigInt(epochMs) * 1000n);
}

/** Writes decimals exactly without trailing zeros, dates as `YYYY-MM-DD`, times in ISO UTC, booleans as true/false; null is unset. */
export function toText(value: DuckDBValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof DuckDBDecimalValue) return formatUnits(value.value);
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS).toISOString().slice(0, 10);
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n)).toISOString();
  throw new TypeError('The store gave a value of a type it has no column of');
}

/** Runs one statement and reads its complete result. Each step of the binding waits for a thread, so this takes as few as possible. */
export async function readChunks(
  connection: DuckDBConnection,
  sql: string,
  { values, types }: Params,
): Promise<DuckDBDataChunk[]> {
  const statement = values.length === 0 ? undefined : await connection.prepare(sql);
  try {
    statement?.bind(values, types);
    const result = await (statement ? statement.run() : connection.run(sql));
    return Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index));
  } finally {
    statement?.destroySync();
  }
}
