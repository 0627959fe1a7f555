/** What a check is: which records it examines, what it finds on them, and the figures that show it. */
import type { CheckName } from '#texts/screens/checks.ts';
import type { Amount, Condition } from './condition.ts';

export const checkGroups = ['money', 'time', 'who', 'data'] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** A figure that stands beside a finding. */
export interface Fact {
  readonly name: string;
  /** Divided by `per`, to 8 decimals. */
  readonly of: Amount | { readonly kind: 'value'; readonly property: string };
  readonly per?: number;
  /** Shown only under this condition. */
  readonly when?: Condition;
}

/** How a record is judged alone. */
export interface Rule {
  /** The rule counts where more records follow this behaviour than those of the check's other rules. */
  readonly behaviour?: string;
  /** The record has the values to compare. */
  readonly examines: Condition;
  readonly finds: Condition;
  readonly facts: readonly Fact[];
  /** Money in question, divided by `per`; absent: the record's billable value. */
  readonly stake?: { readonly of: Amount; readonly per: number };
  /** Minutes in question; absent: the logged ones. */
  readonly minutes?: Amount;
}

interface Described {
  /** A name that has texts. */
  readonly id: CheckName;
  readonly group: CheckGroup;
  /** Full names of the properties it reads. */
  readonly properties: readonly string[];
  /** Names of the thresholds it uses. */
  readonly thresholds: readonly string[];
  /** Nothing is to be corrected: a notice however few it finds. */
  readonly informs?: true;
  /** The money at stake cannot be told from the records: its findings may weigh more than any other's. */
  readonly isUnweighed?: true;
}

export interface RecordCheck extends Described {
  readonly kind: 'record';
  readonly rules: readonly [Rule, ...Rule[]];
}

/**
 * Finds single sessions of one person that overlap. In question is the time within an entry begun before, and that part of the value: over
 * all findings, exactly the time logged more than once.
 */
export interface OverlapCheck extends Described {
  readonly kind: 'overlap';
  readonly examines: Condition;
  readonly facts: readonly Fact[];
}

/**
 * Finds records equal to another. In question is what would be counted twice: all of them but one. The one with the largest billable value
 * stays; of equals, the first by id.
 */
export interface AlikeCheck extends Described {
  readonly kind: 'alike';
  /** The record has the values to compare. */
  readonly examines: Condition;
  /** Full names: set in both and exactly equal. */
  readonly same: readonly string[];
  /** Full names: equal, or unset in both. */
  readonly alike: readonly string[];
  readonly facts: readonly Fact[];
}

export type Check = RecordCheck | OverlapCheck | AlikeCheck;

/** A rule these records may follow: how many do, of those on which it can be decided. */
export interface Behaviour {
  readonly id: string;
  readonly of: Condition;
  readonly follows: Condition;
}

/** Above this share of what it examined, a check concerns the data, not single records. */
export const NOTICE_PERCENT = 20;

/** @param examined how many records it could examine. @param found how many it found something on. Both over all records. */
export function isNotice(found: number, examined: number): boolean {
  return found * 100 > examined * NOTICE_PERCENT;
}

/** How a check is presented: as a list of work to do, or as a notice about the data. Counts as `isNotice` takes them. */
export function toCheckKind(
  check: Pick<Check, 'informs'> | undefined,
  found: number,
  examined: number,
): 'list' | 'notice' {
  return check?.informs === true || isNotice(found, examined) ? 'notice' : 'list';
}
