/** A page of records as the service gives it, and a caller's say in the attempts that bring it: what sync asks for and the client has. */
import type { TimeLogRecord } from '../record.ts';

export interface RecordPage {
  readonly records: readonly TimeLogRecord[];
  /** How many match in all; searches only. */
  readonly total?: number | undefined;
  /** Cursor of the next page; absent on the last. */
  readonly after?: string | undefined;
  /** The service's own clock (`Date` header), epoch milliseconds. */
  readonly date?: number | undefined;
}

/** What is known of a page before its records are read: enough to request the next one. */
export interface PageHead extends Pick<RecordPage, 'total' | 'after'> {
  readonly ids: readonly string[];
}

/** A caller's say in the attempts of one call: a run has a bound of its own and the person's reserve, and counts what it has sent. */
export interface Attempts {
  /** Asked right before each attempt is booked, retries included. False: it is not sent, and the failure before it is the result. */
  readonly mayBook: () => boolean;
  /** Told of every attempt, once it is booked. */
  readonly onBooked: () => void;
}

export interface PageAttempts extends Attempts {
  /** Told once, as soon as an answer is there that can be read; reading its records takes longer. Not told of broken ids. */
  readonly onHead: (head: PageHead) => void;
}
