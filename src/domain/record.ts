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

/** A set of held, live (not archived) records, as a download counts and reads them. Every bound is optional; ids compare as integers. */
export interface RecordRange {
  /** The first recorded month, `YYYY-MM-DD`, inclusive. */
  readonly monthFrom?: string;
  /**
   * The month below which records lie, exclusive, `YYYY-MM-DD`: a recorded month that is not the first of a month is still in exactly one
   * of two ranges.
   */
  readonly monthBelow?: string;
  /** Whether records without a readable recorded month are in too. Without month bounds they always are. */
  readonly orNoMonth?: boolean;
  /** Every record has a larger id than this one. */
  readonly idAbove?: string;
  /** Every record has a smaller id than this one. */
  readonly idBelow?: string;
  /** Records were created before this time (exclusive), in epoch milliseconds. */
  readonly createdBefore?: number;
}

/** A page of records as the service gives it. */
export interface RecordPage {
  readonly records: readonly TimeLogRecord[];
  /** How many records match in all; only searches have it. */
  readonly total?: number | undefined;
  /** The cursor of the next page; absent on the last. */
  readonly after?: string | undefined;
  /** The service's own clock (`Date` header), in epoch milliseconds. */
  readonly date?: number | undefined;
}

/** The head is known before the records of a page are read: it is enough to request the next page. */
export interface PageHead extends Pick<RecordPage, 'total' | 'after'> {
  readonly ids: readonly string[];
}

/** A caller limits the attempts of one call: a run has a bound of its own and the person's reserve, and counts what it has sent. */
export interface Attempts {
  /**
   * Called right before each attempt is booked, retries included. Where it returns false, the attempt is not sent, and the failure before
   * it is the result.
   */
  readonly mayBook: () => boolean;
  /** Called for every attempt, once it is booked. */
  readonly onBooked: () => void;
}

export interface PageAttempts extends Attempts {
  /** Called once, as soon as an answer is there that can be read; reading its records takes longer. Broken ids are not reported. */
  readonly onHead: (head: PageHead) => void;
}

// Shows a value as the service sent it.

/** @returns a text as it is; anything else as its JSON, and so a text with half a surrogate pair, which no file or terminal can hold. */
export function formatReceived(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() ? value : JSON.stringify(value);
}

// The address of a record in the CRM: a template the user sets, with `{id}` in the place of the record's id.

/** A template has https, a host of ASCII letters (a name in other scripts is written in its `xn--` form), and `{id}` behind it. */
const TEMPLATE = /^https:\/\/([a-z\d._[\]:-]+)[/?#][^\s{}\\]*\{id\}[^\s{}\\]*$/i;

export function isRecordAddress(text: string): boolean {
  return TEMPLATE.test(text);
}

export function formatRecordAddress(template: string, id: string): string {
  return template.replace('{id}', encodeURIComponent(id));
}

/** Finds the host, with its port where it has one, to which every record's address leads. */
export function findRecordHost(template: string): string {
  const host = TEMPLATE.exec(template)?.[1];
  if (host === undefined) throw new Error('No address of records');
  return host.toLowerCase();
}
