/** The model of a check: which records it examines, what it finds, and the figures that show it. */
import type { CheckName } from '#texts/screens/checks.ts';
import { type Amount, type Condition, firstKnown, number, property, threshold, multiply } from './condition.ts';
import { OWNER_PROPERTY, propertyNames } from '../properties.ts';
import { parseDecimal, toUnits, type Units } from '../decimal.ts';

export const checkGroups = ['money', 'time', 'who', 'data'] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** A figure shown with a finding. */
export interface Fact {
  readonly name: string;
  /** The amount is divided by `per`, to 8 decimals. */
  readonly amount: Amount | { readonly kind: 'value'; readonly property: string };
  readonly per?: number;
  /** The fact is shown only under this condition. */
  readonly when?: Condition;
}

/** Judges a single record. */
export interface Rule {
  /** The rule applies if more records follow this behaviour than those of the check's other rules. */
  readonly behaviour?: string;
  /** Selects the records that have the values to compare. */
  readonly scope: Condition;
  readonly condition: Condition;
  readonly facts: readonly Fact[];
  /** The money in question, divided by `per`; the record's billable value if absent. */
  readonly stake?: { readonly amount: Amount; readonly per: number };
  /** The minutes in question; the logged minutes if absent. */
  readonly minutes?: Amount;
}

interface CheckDescription {
  readonly id: CheckName;
  readonly group: CheckGroup;
  /** Full names of the properties that the check reads. */
  readonly properties: readonly string[];
  readonly thresholds: readonly string[];
  /** True if there is nothing to correct, so the check is a notice regardless of how many records it finds. */
  readonly informs?: true;
}

export interface RecordCheck extends CheckDescription {
  readonly kind: 'record';
  readonly rules: readonly [Rule, ...Rule[]];
}

/**
 * Finds overlapping single sessions of one person. The time within an entry that began earlier is in question, and that part of the value;
 * over all findings, this is exactly the time logged more than once.
 */
export interface OverlapCheck extends CheckDescription {
  readonly kind: 'overlap';
  readonly scope: Condition;
  readonly facts: readonly Fact[];
}

/**
 * Finds records equal to another. All but one of them are in question; the one with the largest billable value is not, or the first by id
 * among equals.
 */
export interface DuplicateCheck extends CheckDescription {
  readonly kind: 'duplicate';
  /** Selects the records that have the values to compare. */
  readonly scope: Condition;
  /** Full names of the properties that must be set and exactly equal in both records. */
  readonly requiredEqual: readonly string[];
  /** Full names of the properties that must be equal, or unset in both records. */
  readonly equalOrUnset: readonly string[];
  readonly facts: readonly Fact[];
}

export type Check = RecordCheck | OverlapCheck | DuplicateCheck;

/** A rule that records may follow. The store counts how many do, among the records in its `scope` for which it can be decided. */
export interface Behaviour {
  readonly id: string;
  readonly scope: Condition;
  readonly follows: Condition;
}

/** If it finds something on more than this share of the examined records, a check is a notice about the data as a whole. */
export const NOTICE_PERCENT = 20;

/** @param examined how many records the check could examine. @param findings how many of them have a finding */
export function isNotice(findings: number, examined: number): boolean {
  return findings * 100 > examined * NOTICE_PERCENT;
}

/** Decides whether a check is a list of records to correct or a notice about the data, from the same counts as `isNotice`. */
export function toCheckKind(
  check: Pick<Check, 'informs'> | undefined,
  findings: number,
  examined: number,
): 'list' | 'notice' {
  return check?.informs === true || isNotice(findings, examined) ? 'notice' : 'list';
}

// The amounts used by checks. Times are in minutes, so that no division is needed.

export const OWNER = OWNER_PROPERTY;

export const SIXTY = number(60);
export const ZERO = number(0);
/** Falls back to hours if a record has no minutes. */
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
/** Amounts that differ by no more than this count as equal: half a cent by default. */
export const AMOUNT_TOLERANCE = threshold('amount_tolerance');

/** Creates a fact from a stored value; times are ISO UTC. */
export const createValueFact = (name: string, property: string): Fact => ({
  name,
  amount: { kind: 'value', property },
});
export const sessionFacts: readonly Fact[] = [
  createValueFact('firstStart', propertyNames.firstStart),
  createValueFact('firstEnd', propertyNames.firstEnd),
  createValueFact('minutes', propertyNames.totalMinutes),
];

// The thresholds above which a check reports a value as enormous or different, by name, as decimal texts; the workspace's setting
// `thresholds` can change them.

export interface Threshold {
  readonly name: string;
  readonly unit: 'money' | 'hours' | 'none';
  readonly standard: string;
}

export const thresholds = [
  /** Half a cent, because amounts are rounded to whole cents. */
  { name: 'amount_tolerance', unit: 'money', standard: '0.005' },
  /** Half a hundredth, because hours are stored with two decimals. */
  { name: 'hours_tolerance', unit: 'hours', standard: '0.005' },
  /** In the unit of the two values. */
  { name: 'twin_tolerance', unit: 'none', standard: '0.005' },
  /** The limit for an entry of one session. */
  { name: 'session_hours', unit: 'hours', standard: '16' },
  /** The limit for an entry of several sessions. */
  { name: 'record_hours', unit: 'hours', standard: '60' },
  { name: 'record_amount', unit: 'money', standard: '25000' },
  /** Half a working day, which rounding over a week and one early Friday may add up to. */
  { name: 'short_hours', unit: 'hours', standard: '4' },
] as const satisfies readonly Threshold[];

/** Finds the gap from which a person is short of hours, which is the same on every screen. */
export function findMinGap(storedThresholds: Readonly<Record<string, string>>): Units {
  return readThresholdUnits(storedThresholds).get('short_hours') ?? 1n;
}

/** Returns the current thresholds by name; an unreadable one is replaced by its default. */
export function readThresholdUnits(storedThresholds: Readonly<Record<string, string>>): ReadonlyMap<string, Units> {
  return new Map(
    thresholds.map(({ name, standard }) => [
      name,
      parseDecimal(storedThresholds[name] ?? standard)?.units ?? toUnits(standard),
    ]),
  );
}
