/** Turns store values into the exact text that tables, files and the terminal show. */
import { DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api';
import { formatUnits } from '#domain/decimal.ts';
import { DAY_MS } from '#domain/time/day.ts';

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
