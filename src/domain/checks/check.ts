/** What a check is: which records it examines, what it finds on them, and the figures that show it. */
import type { CheckName } from '#texts/screens/checks.ts';
import { type Amount, type Condition, firstKnown, number, property, threshold, multiply } from './condition.ts';
import { OWNER_PROPERTY, propertyNames } from '../properties.ts';
import { parseDecimal, toUnits, type Units } from '../decimal.ts';

export const checkGroups = ['money', 'time', 'who', 'data'] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** A figure that stands beside a finding. */
export interface Fact {
  readonly name: string;
  /** The amount is divided by `per`, to 8 decimals. */
  readonly of: Amount | { readonly kind: 'value'; readonly property: string };
  readonly per?: number;
  /** The fact is shown only under this condition. */
  readonly when?: Condition;
}

/** A rule judges one record alone. */
export interface Rule {
  /** The rule applies where more records follow this behaviour than those of the check's other rules. */
  readonly behaviour?: string;
  /** The rule examines only records that have the values to compare. */
  readonly examines: Condition;
  readonly finds: Condition;
  readonly facts: readonly Fact[];
  /** The money in question, divided by `per`; where absent, it is the record's billable value. */
  readonly stake?: { readonly of: Amount; readonly per: number };
  /** The minutes in question; where absent, they are the logged ones. */
  readonly minutes?: Amount;
}

interface CheckDescription {
  readonly id: CheckName;
  readonly group: CheckGroup;
  /** The full names of the properties that the check reads. */
  readonly properties: readonly string[];
  readonly thresholds: readonly string[];
  /** True where nothing is to be corrected: the check is a notice, however few records it finds. */
  readonly informs?: true;
}

export interface RecordCheck extends CheckDescription {
  readonly kind: 'record';
  readonly rules: readonly [Rule, ...Rule[]];
}

/**
 * Finds single sessions of one person that overlap. In question is the time within an entry begun before, and that part of the value: over
 * all findings, exactly the time logged more than once.
 */
export interface OverlapCheck extends CheckDescription {
  readonly kind: 'overlap';
  readonly examines: Condition;
  readonly facts: readonly Fact[];
}

/**
 * Finds records equal to another. In question is what would be counted twice: all of them but one. The one with the largest billable value
 * stays; of equals, the first by id.
 */
export interface AlikeCheck extends CheckDescription {
  readonly kind: 'alike';
  /** The check examines only records that have the values to compare. */
  readonly examines: Condition;
  /** Full names of the properties that must be set in both records and exactly equal. */
  readonly same: readonly string[];
  /** Full names of the properties that must be equal, or unset in both records. */
  readonly alike: readonly string[];
  readonly facts: readonly Fact[];
}

export type Check = RecordCheck | OverlapCheck | AlikeCheck;

/** A rule that these records may follow: the store counts how many do, of those on which it can be decided. */
export interface Behaviour {
  readonly id: string;
  readonly of: Condition;
  readonly follows: Condition;
}

/** Above this share of what it examined, a check concerns the data, not single records. */
export const NOTICE_PERCENT = 20;

/** @param examined how many records the check could examine. @param findings how many of them it found something on. */
export function isNotice(findings: number, examined: number): boolean {
  return findings * 100 > examined * NOTICE_PERCENT;
}

/** Decides whether a check is a list of work to do or a notice about the data. It takes the same counts as `isNotice`. */
export function toCheckKind(
  check: Pick<Check, 'informs'> | undefined,
  findings: number,
  examined: number,
): 'list' | 'notice' {
  return check?.informs === true || isNotice(findings, examined) ? 'notice' : 'list';
}

// The amounts used by checks, named once. Times are in minutes, so that nothing is divided.

export const OWNER = OWNER_PROPERTY;

export const SIXTY = number(60);
export const ZERO = number(0);
/** Hours are used where a record has no minutes. */
export const totalMinutes = firstKnown(
  property(propertyNames.totalMinutes),
  multiply(property(propertyNames.totalHours), SIXTY),
);
export const billableMinutes = firstKnown(
  property(propertyNames.billableMinutes),
  multiply(property(propertyNames.billableHours), SIXTY),
);
export const amount = property(propertyNames.billableAmount);
export const cost = property(propertyNames.costAmount);
export const margin = property(propertyNames.marginAmount);
export const rate = property(propertyNames.billableRate);
export const costRate = property(propertyNames.costRate);
/** Amounts that differ by less than this count as the same: half a cent unless set otherwise. */
export const AMOUNT_TOLERANCE = threshold('amount_tolerance');

/** The fact is the stored value; times are ISO UTC. */
export const createValueFact = (name: string, property: string): Fact => ({
  name,
  of: { kind: 'value', property },
});
/** The start and end of an entry of one session. */
export const sessionFacts: readonly Fact[] = [
  createValueFact('firstStart', propertyNames.firstStart),
  createValueFact('firstEnd', propertyNames.firstEnd),
  createValueFact('minutes', propertyNames.totalMinutes),
];

// The limits above which a check calls a value enormous or different, by name, as decimal texts; the workspace's setting `thresholds`
// changes them.

export interface Threshold {
  readonly name: string;
  readonly unit: 'money' | 'hours' | 'none';
  readonly standard: string;
}

export const thresholds = [
  /** Half a cent: amounts are rounded to whole cents. */
  { name: 'amount_tolerance', unit: 'money', standard: '0.005' },
  /** Half a hundredth: hours are kept with two decimals. */
  { name: 'hours_tolerance', unit: 'hours', standard: '0.005' },
  /** The tolerance is in the unit of the two values. */
  { name: 'twin_tolerance', unit: 'none', standard: '0.005' },
  /** An entry of one session is enormous from here on. */
  { name: 'session_hours', unit: 'hours', standard: '16' },
  /** An entry of several sessions is enormous from here on. */
  { name: 'record_hours', unit: 'hours', standard: '60' },
  { name: 'record_amount', unit: 'money', standard: '25000' },
  /** Half a working day: the rounding of a week and one early Friday add up to this. */
  { name: 'short_hours', unit: 'hours', standard: '4' },
] as const satisfies readonly Threshold[];

/** Finds the gap from which a person is short of hours: it is the same on every screen. */
export function findLeastGap(storedThresholds: Readonly<Record<string, string>>): Units {
  return readThresholdUnits(storedThresholds).get('short_hours') ?? 1n;
}

/** Reads the current thresholds by name; an unreadable one is replaced by its default. */
export function readThresholdUnits(storedThresholds: Readonly<Record<string, string>>): ReadonlyMap<string, Units> {
  return new Map(
    thresholds.map(({ name, standard }) => [
      name,
      parseDecimal(storedThresholds[name] ?? standard)?.units ?? toUnits(standard),
    ]),
  );
}
