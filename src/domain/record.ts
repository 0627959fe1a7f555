/** A time log record: typed values, and unreadable values as received. */
import type { Units } from './decimal.ts';

/**
 * A readable value, by property type: string and enumeration → string · boolean → boolean · number → `Units` · date → `YYYY-MM-DD` · datetime
 * → epoch milliseconds (integer). Unset values are absent, never a default.
 */
export type Value = string | boolean | Units | number;

export interface TimeLogRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; the newer of two versions has the later time. */
  readonly updatedAt: number;
  readonly archived: boolean;
  /** Declared properties that are set and readable, by name. */
  readonly values: ReadonlyMap<string, Value>;
  /** Declared properties with an unreadable value, as received, as JSON text. */
  readonly anomalies: ReadonlyMap<string, string>;
  /** The received digits of numbers with more than 8 decimals, whose value is rounded half-even. */
  readonly rounded: ReadonlyMap<string, string>;
  /** Undeclared properties as received, as JSON text. */
  readonly extra: ReadonlyMap<string, string>;
}

/** A set of stored, unarchived records, as counted and read by a download. Every bound is optional; ids are compared as integers. */
export interface RecordRange {
  /** The first recorded month, `YYYY-MM-DD`, inclusive. */
  readonly monthFrom?: string;
  /**
   * The upper bound of the recorded month, exclusive, `YYYY-MM-DD`, so that a recorded month that is not the first of a month is still in
   * exactly one of two adjacent ranges.
   */
  readonly monthBelow?: string;
  /** Whether records without a readable recorded month are included. Without month bounds they always are. */
  readonly orNoMonth?: boolean;
  /** The lower bound of ids, exclusive. */
  readonly idAbove?: string;
  /** The upper bound of ids, exclusive. */
  readonly idBelow?: string;
  /** The upper bound of the creation time, exclusive, in epoch milliseconds. */
  readonly createdBefore?: number;
}

export interface RecordPage {
  readonly records: readonly TimeLogRecord[];
  /** The total number of matching records; only for searches. */
  readonly total?: number | undefined;
  /** The cursor of the next page; absent on the last page. */
  readonly after?: string | undefined;
  /** The service's clock (`Date` header), in epoch milliseconds. */
  readonly date?: number | undefined;
}

/** The part of a page that is known before its records are read, and enough to request the next page. */
export interface PageHead extends Pick<RecordPage, 'total' | 'after'> {
  readonly ids: readonly string[];
}

/** Lets a caller limit and count the attempts of a call, such as a run with its own limit and the user's reserve. */
export interface Attempts {
  /** Called before each attempt, including retries, is booked. If false, the attempt is not sent and the previous failure is the result. */
  readonly canBook: () => boolean;
  /** Called for every attempt after it is booked. */
  readonly onBooked: () => void;
}

export interface PageAttempts extends Attempts {
  /** Called once as soon as the answer's head is read, because reading its records takes longer. Broken ids are not reported. */
  readonly onHead: (head: PageHead) => void;
}

// Formats a value as received from the service.

/** @returns a text unchanged; anything else as JSON, including a text with a lone surrogate, which no file or terminal can represent */
export function formatReceived(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() ? value : JSON.stringify(value);
}

// The address of a record in the CRM: a template set by the user, with `{id}` for the record's id.

/** A template has https, a host of ASCII characters (names in other scripts in their `xn--` form), and `{id}` after it. */
const TEMPLATE = /^https:\/\/([a-z\d._[\]:-]+)[/?#][^\s{}\\]*\{id\}[^\s{}\\]*$/i;

export function isRecordAddress(text: string): boolean {
  return TEMPLATE.test(text);
}

export function formatRecordAddress(template: string, id: string): string {
  return template.replace('{id}', encodeURIComponent(id));
}

/** Finds the host, with its port if it has one, of every record's address. */
export function findRecordHost(template: string): string {
  const host = TEMPLATE.exec(template)?.[1];
  if (host === undefined) throw new Error('No address of records');
  return host.toLowerCase();
}
