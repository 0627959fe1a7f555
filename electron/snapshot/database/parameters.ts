/** Collects the parameters of one statement, so that values reach the store bound and never as text. */
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
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { SCALE, type Units } from '#domain/decimal.ts';
import { decimalType } from './schema.ts';
import { DAY_MS } from '#domain/time/day.ts';

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

  /** @returns a subquery with one row for each integer; however many there are, they are looked up by hash. */
  integerRows(values: readonly bigint[]): string {
    return `(SELECT unnest(${this.integers(values)}))`;
  }

  /** @returns the placeholder of a list. */
  integers(values: readonly bigint[]): string {
    return this.add(listValue(values), LIST(BIGINT));
  }

  /** Binds exactly up to 30 digits before the point; beyond, the nearest bound, which compares the same with every held value. */
  decimal(units: Units): string {
    const magnitude = units < 0n ? -units : units;
    if (magnitude < COLUMN_LIMIT) return this.add(decimalValue(units, 18, SCALE), decimalType);
    const most = WIDEST_LIMIT - 1n;
    const bounded = magnitude < WIDEST_LIMIT ? units : units < 0n ? -most : most;
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
