/** The measures: each says which exact sums it needs and how its value follows from them, so that every reader computes it alike. */
import { besideTexts, measureTexts as texts } from '../../texts/en/measures.ts';
import { quotient, unitsOf, type Units } from '../decimal.ts';
import { findProperty, isSummable, OWNER_PROPERTY, PREFIX, type Property } from '../properties.ts';

/** `known`: a readable value. `unknown`: unset or unreadable. `not-unreadable`: readable or unset. */
export interface Condition {
  readonly property: string;
  readonly is: 'known' | 'unknown' | 'not-unreadable';
}

/** One exact aggregate over the records for which all conditions hold. */
export type Aggregate =
  | { readonly kind: 'sum'; readonly property: string; readonly where?: readonly Condition[] }
  | { readonly kind: 'count'; readonly where?: readonly Condition[] }
  | { readonly kind: 'distinct'; readonly property: string };

/** Counts come as units too (one record is 1.00000000); a sum over no readable value is null. */
type Sums<Name extends string> = Readonly<Record<Name, Units | null>>;

export interface MeasureSettings {
  /** Hours of a working day, for `working_days`. */
  readonly hoursPerDay: Units;
}

export const defaultMeasureSettings: MeasureSettings = { hoursPerDay: unitsOf('8') };

/** `share` is 0 to 1, `percent` 0 to 100, `rate` money per hour. */
export type MeasureUnit = 'count' | 'hours' | 'days' | 'money' | 'rate' | 'percent' | 'share' | 'minutes' | 'plain';

export interface Measure {
  /** As in `--measures` and in results: an id of its own, or a property's full name. */
  readonly id: string;
  readonly label: string;
  readonly formula: string;
  readonly unit: MeasureUnit;
  readonly sums: Readonly<Record<string, Aggregate>>;
  /** To 8 decimals, half-even, rounded once. Null: nothing to compute it from, or a division by zero. */
  value(sums: Sums<string>, settings: MeasureSettings): Units | null;
}

const MINUTES = `${PREFIX}total_minutes`;
const HOURS = `${PREFIX}total_hours`;
const BILLABLE_MINUTES = `${PREFIX}billable_minutes`;
const VALUE = `${PREFIX}billable_amount`;
const COST = `${PREFIX}cost_amount`;

type OwnMeasure = Exclude<keyof typeof texts, 'sum'>;

function measure<Name extends string>(
  id: OwnMeasure,
  unit: MeasureUnit,
  sums: Readonly<Record<Name, Aggregate>>,
  value: (sums: Sums<Name>, settings: MeasureSettings) => Units | null,
): Measure {
  return { id, unit, sums, value, ...texts[id] };
}

const sum = (property: string, where: readonly Condition[] = []): Aggregate => ({ kind: 'sum', property, where });

const withoutMinutes: Condition = { property: MINUTES, is: 'unknown' };
const costKnown: Condition = { property: COST, is: 'known' };
/** An unset value is nothing billable and counts 0; an unreadable one is not known, and never counts as 0. */
const valueNotUnreadable: Condition = { property: VALUE, is: 'not-unreadable' };

const logged = { minutes: sum(MINUTES), hoursWithoutMinutes: sum(HOURS, [withoutMinutes]) };
const billable = { billable: sum(BILLABLE_MINUTES) };
const whereCostIsKnown = {
  value: sum(VALUE, [costKnown]),
  cost: sum(COST, [costKnown, valueNotUnreadable]),
};

function loggedMinutes(sums: Sums<keyof typeof logged>): Units | null {
  const { minutes, hoursWithoutMinutes } = sums;
  if (minutes === null && hoursWithoutMinutes === null) return null;
  return (minutes ?? 0n) + 60n * (hoursWithoutMinutes ?? 0n);
}

function marginOf({ value, cost }: Sums<keyof typeof whereCostIsKnown>): Units | null {
  return cost === null ? null : (value ?? 0n) - cost;
}

/** a / b, null when either is missing or b is 0. */
function ratio(a: Units | null, b: Units | null): Units | null {
  return a === null || b === null ? null : (quotient(a, b) ?? null);
}

const inHours = (minutes: Units | null) => ratio(minutes, unitsOf('60'));
const times = (factor: bigint, units: Units | null) => (units === null ? null : factor * units);

/** Ratios are sum over sum, never averages. Utilisation joins when expected hours are known. */
export const measures: readonly Measure[] = [
  measure('records', 'count', { records: { kind: 'count' } }, (s) => s.records),
  measure('owners', 'count', { owners: { kind: 'distinct', property: OWNER_PROPERTY } }, (s) => s.owners),
  measure('logged_hours', 'hours', logged, (s) => inHours(loggedMinutes(s))),
  measure('billable_logged_hours', 'hours', billable, (s) => inHours(s.billable)),
  measure('nonbillable_hours', 'hours', { ...logged, ...billable }, (s) => {
    const all = loggedMinutes(s);
    return all === null || s.billable === null ? null : inHours(all - s.billable);
  }),
  measure('billable_share', 'share', { ...billable, minutes: logged.minutes }, (s) => ratio(s.billable, s.minutes)),
  measure('billable_value', 'money', { value: sum(VALUE) }, (s) => s.value),
  measure('recorded_cost', 'money', { cost: sum(COST) }, (s) => s.cost),
  measure('margin', 'money', whereCostIsKnown, marginOf),
  measure('margin_percent', 'percent', whereCostIsKnown, (s) => ratio(times(100n, marginOf(s)), s.value)),
  measure('effective_rate', 'rate', { ...billable, value: sum(VALUE) }, (s) => ratio(times(60n, s.value), s.billable)),
  measure('working_days', 'days', logged, (s, { hoursPerDay }) => ratio(loggedMinutes(s), 60n * hoursPerDay)),
];

const byId = new Map(measures.map((each) => [each.id, each]));

/**
 * What must be said beside hours and margins; computed like measures, but not among those people choose from:
 * records counted by their hours because they have no minutes, and the minutes of records whose cost is not known.
 */
export const besideMeasures = {
  recordsWithoutMinutes: beside('records_without_minutes', 'count', {
    kind: 'count',
    where: [withoutMinutes, { property: HOURS, is: 'known' }],
  }),
  minutesWithoutCost: beside('minutes_without_cost', 'minutes', sum(MINUTES, [{ property: COST, is: 'unknown' }])),
} as const;

function beside(id: keyof typeof besideTexts, unit: MeasureUnit, aggregate: Aggregate): Measure {
  return { id, unit, sums: { sum: aggregate }, value: (sums) => sums['sum'] ?? null, ...besideTexts[id] };
}

/**
 * @param name a measure's id, or a property's name with or without prefix: the sum of that property, where its sum is allowed.
 */
export function findMeasure(name: string): Measure | undefined {
  const own = byId.get(name);
  if (own) return own;
  const property = findProperty(name);
  return property && isSummable(property) ? propertySum(property) : undefined;
}

function propertySum(property: Property): Measure {
  return {
    id: property.name,
    label: property.label,
    formula: texts.sum(property.label),
    unit: unitOf(property),
    sums: { sum: sum(property.name) },
    value: (sums) => sums['sum'] ?? null,
  };
}

const shownUnits = ['minutes', 'hours', 'days', 'money'] as const;

/** Years, decades and centuries of work have no unit people read: they are plain numbers. */
function unitOf({ unit }: Property): MeasureUnit {
  return shownUnits.find((each) => each === unit) ?? 'plain';
}
