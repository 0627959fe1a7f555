/** A record of the firm, before it gets ids, units and the wire's spellings. */
import type { WireValue } from '../upstream/upstream.ts';
import type { Client, FirmObject } from './clients.ts';
import type { Person } from './people.ts';

/** One stretch of work; epoch milliseconds. */
export interface Session {
  readonly start: number;
  readonly end: number;
}

export interface Draft {
  readonly person: Person;
  /** Undefined: internal work. */
  readonly client: Client | undefined;
  readonly object: FirmObject;
  readonly service: string;
  readonly category: string;
  readonly title: string;
  readonly remark: string | undefined;
  readonly first: Session;
  readonly last: Session;
  readonly sessions: number;
  readonly minutes: number;
  readonly billableMinutes: number;
  /** Cents an hour. */
  readonly rate: number;
  /** Cents an hour. */
  readonly costRate: number;
  splitWeek: boolean;
  splitMonth: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
  updatedAt: number;
  archivedAt?: number;
  /** Which planted case it is. */
  planted?: string;
  /** Values that a planted case puts in place of the regular ones; undefined: not sent. */
  replaced?: Readonly<Record<string, WireValue>>;
  /** Decides spellings and blanks, so that they do not depend on thinning. */
  readonly dice: number;
}
