/** A time log record as the app holds it: typed values, and what could not be read, as received. */
import type { Units } from './decimal.ts';

/**
 * One property's readable value, by property type: string and enumeration → string · boolean → boolean · number → `Units` ·
 * date → `YYYY-MM-DD` · datetime → epoch milliseconds (integer). Unset values are absent, never a default.
 */
export type Value = string | boolean | Units | number;

export interface TimeLogRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; decides which of two versions is newer. */
  readonly updatedAt: number;
  readonly archived: boolean;
  /** Declared properties that are set and readable, by name. */
  readonly values: ReadonlyMap<string, Value>;
  /** Declared properties whose value did not convert, with the value as received, as JSON text. */
  readonly anomalies: ReadonlyMap<string, string>;
  /** The digits as received of numbers that had more than 8 decimals; the value is rounded half-even. */
  readonly rounded: ReadonlyMap<string, string>;
  /** Undeclared properties as received, as JSON text. */
  readonly extra: ReadonlyMap<string, string>;
}
