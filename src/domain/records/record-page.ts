/** A page of records as the service gives it, and a caller's say in the attempts that bring it: what sync asks for and the client has. */
import type { TimeLogRecord } from '../record.ts';

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
