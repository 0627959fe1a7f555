/** What a check is: which records it can look at, what it finds on them, and the figures that show it. */
import type { Amount, Condition } from './condition.ts';

export const checkGroups = ['money', 'time', 'who', 'data'] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** A figure that stands beside a finding. */
export interface Fact {
  readonly name: string;
  /** Divided by `per`, to 8 decimals. */
  readonly of: Amount | { readonly kind: 'value'; readonly property: string };
  readonly per?: number;
  /** Told only then. */
  readonly when?: Condition;
}

/** How a record is judged by itself. */
export interface Rule {
  /** The rule counts where more records follow this behaviour than that of the check's other rules. */
  readonly behaviour?: string;
  /** The record has what is compared. */
  readonly examines: Condition;
  readonly finds: Condition;
  readonly facts: readonly Fact[];
  /** Money in question, divided by `per`; without one: the record's billable value. */
  readonly stake?: { readonly of: Amount; readonly per: number };
  /** Minutes in question; without: the logged ones. */
  readonly minutes?: Amount;
}

interface Described {
  readonly id: string;
  readonly group: CheckGroup;
  /** Full names of the properties it looks at. */
  readonly properties: readonly string[];
  /** Names of the thresholds it uses. */
  readonly thresholds: readonly string[];
}

export interface RecordCheck extends Described {
  readonly kind: 'record';
  readonly rules: readonly [Rule, ...Rule[]];
}

/** Finds records beside one another: `overlap` of one person's single sessions, `duplicate` entries alike in all that tells them apart. */
export interface NeighbourCheck extends Described {
  readonly kind: 'overlap' | 'duplicate';
  readonly examines: Condition;
}

export type Check = RecordCheck | NeighbourCheck;

/** A rule these records may follow: how many do, of how many it can be told for. */
export interface Behaviour {
  readonly id: string;
  readonly of: Condition;
  readonly follows: Condition;
}

/** Over this share of what it examined, a check tells about the data, not about single records. */
export const NOTICE_PERCENT = 20;

/** @param examined how many records it could look at. @param found how many it found something on. Both over all records. */
export function isNotice(found: number, examined: number): boolean {
  return found * 100 > examined * NOTICE_PERCENT;
}
