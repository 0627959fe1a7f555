/** Binds the parameters of a statement, so that values are never part of the SQL, and reads the results as exact text. */
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  dateValue,
  decimalValue,
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
    return this.add(value, VARCHAR);
  }

  /** @returns the placeholder of a list. */
  texts(values: readonly string[]): string {
    return this.add(listValue(values), LIST(VARCHAR));
  }

  boolean(value: boolean): string {
    return this.add(value, BOOLEAN);
  }

  integer(value: bigint | number): string {
    return this.add(BigInt(value), BIGINT);
  }

  /** @returns a subquery with one row for each integer, which the store looks up by hash, however many there are */
  integerRows(values: readonly bigint[]): string {
    return `(SELECT unnest(${this.integers(values)}))`;
  }

  /** @returns the placeholder of a list. */
  integers(values: readonly bigint[]): string {
    return this.add(listValue(values), LIST(BIGINT));
  }

  /** Binds exactly up to 30 digits before the point. Beyond, it binds the nearest bound, which compares the same with every stored value. */
  decimal(units: Units): string {
    const magnitude = units < 0n ? -units : units;
    if (magnitude < COLUMN_LIMIT) return this.add(decimalValue(units, 18, SCALE), decimalType);
    const max = WIDEST_LIMIT - 1n;
    const bounded = magnitude < WIDEST_LIMIT ? units : units < 0n ? -max : max;
    return this.add(decimalValue(bounded, 38, SCALE), DECIMAL(38, SCALE));
  }

  /** @param midnight the start of the day in UTC epoch milliseconds */
  date(midnight: number): string {
    return this.add(toDateValue(midnight), DATE);
  }

  /** @param epochMs UTC epoch milliseconds */
  timestamp(epochMs: number): string {
    return this.add(toTimestampValue(epochMs), TIMESTAMP);
  }
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
