/** The measures: each names the exact sums it needs and how its value follows from them, so that every reader computes it alike. */
import { measureTexts as texts } from '#texts/reports/measures.ts';
import { toUnits, type Units } from '../../decimal.ts';
import { divideFractions, roundFraction, unitsToFraction, type Fraction } from './own/fraction.ts';
import { foldCase } from '../../filter/text.ts';
import { foldSpelling } from '../../name-schema.ts';
import { readableProperties } from '../../local-properties.ts';
import { findProperty, OWNER_PROPERTY, PREFIX, properties, type Aggregation, type Property } from '../../properties.ts';
import { findOwnMeasure, type OperandFinder } from './own/own-measure.ts';
import type { Aggregate, Condition, Measure, MeasureSettings, MeasureUnit, Sums } from './measure-model.ts';
import { ownDimensions } from './dimensions.ts';
import { BILLABLE, chosenAmounts, COST, holdsMoney, LOGGED, VALUE } from './counted.ts';

export type { Aggregate, Condition, Measure, MeasureUnit } from './measure-model.ts';

export const defaultMeasureSettings: MeasureSettings = { hoursPerDay: toUnits('8') };

const ONE = toUnits('1');

const ratioUnits: ReadonlySet<MeasureUnit> = new Set(['share', 'percent', 'rate']);

type OwnMeasure = Exclude<keyof typeof texts, Aggregation>;

function measure<Name extends string>(
  id: OwnMeasure,
  unit: MeasureUnit,
  sums: Readonly<Record<Name, Aggregate>>,
  exact: (sums: Sums<Name>, settings: MeasureSettings) => Fraction | null,
): Measure {
  const additive = !ratioUnits.has(unit) && id !== 'owners';
  return { id, unit, additive, money: isMoney(sums), sums, exact, ...texts[id] };
}

/** A measure's figure: to 8 decimals, half-even, rounded once. */
export function computeFigure(
  measure: Pick<Measure, 'exact'>,
  sums: Sums<string>,
  settings: MeasureSettings,
): Units | null {
  const exact = measure.exact(sums, settings);
  return exact && roundFraction(exact);
}

function isMoney(sums: Measure['sums']): boolean {
  return Object.values(sums).some(
    (each) => each.kind !== 'distinct' && 'property' in each && holdsMoney(each.property),
  );
}

/** Whether figures count amounts that the workspace chooses. A sum requested by a property's name is of that property alone. */
export function usesChosenAmounts({ sums }: Pick<Measure, 'sums'>): boolean {
  return Object.values(sums).some((each) => 'property' in each && chosenAmounts.has(each.property));
}

/** @param report measures by their names */
export function countsAmounts(report: { readonly measures: readonly string[] }): boolean {
  return report.measures.some((name) => {
    const found = findMeasure(name);
    return found !== undefined && usesChosenAmounts(found);
  });
}

const sum = (property: string, where: readonly Condition[] = []): Aggregate => ({ kind: 'sum', property, where });

const loggedKnown: Condition = { property: LOGGED, is: 'known' };
const billableKnown: Condition = { property: BILLABLE, is: 'known' };
const valueKnown: Condition = { property: VALUE, is: 'known' };
const costKnown: Condition = { property: COST, is: 'known' };
/** An unset value is nothing billable and counts 0; an unreadable one is unknown, and never counts as 0. */
const valueNotUnreadable: Condition = { property: VALUE, is: 'not-unreadable' };

const logged = { logged: sum(LOGGED) };
const billable = { billable: sum(BILLABLE) };
/** Of the same records, or their difference and their quotient would be meaningless. */
const bothTimes = { logged: sum(LOGGED, [billableKnown]), billable: sum(BILLABLE, [loggedKnown]) };
const rated = { value: sum(VALUE, [billableKnown]), billable: sum(BILLABLE, [valueKnown]) };
/** The hours compared with expected hours are of the same people, or a total would be off by the hours of all others. */
const expectable: Condition = { property: OWNER_PROPERTY, is: 'with-weekly-hours' };
const loggedOfExpected = { logged: sum(LOGGED, [expectable]) };
const billableOfExpected = { billable: sum(BILLABLE, [expectable]) };
const whereCostIsKnown = {
  value: sum(VALUE, [costKnown]),
  cost: sum(COST, [costKnown, valueNotUnreadable]),
};

function computeMargin({ value, cost }: Sums<keyof typeof whereCostIsKnown>): Units | null {
  return cost === null ? null : (value ?? 0n) - cost;
}

const whole = (units: Units | null) => (units === null ? null : unitsToFraction(units));

/** a / b, null when either is missing or b is 0. */
function ratio(a: Units | null, b: Units | null): Fraction | null {
  return a === null || b === null ? null : divideFractions(unitsToFraction(a), unitsToFraction(b));
}

const inHours = (minutes: Units | null) => ratio(minutes, 60n * ONE);
const times = (factor: bigint, units: Units | null) => (units === null ? null : factor * units);

const expected = {
  expected: { kind: 'expected' },
  recordsOfExpected: { kind: 'count', where: [expectable] },
} as const;

/** People with known weekly hours and no weekday in the span have expected hours of 0, not unknown ones. */
function chooseExpected({ expected: hours, recordsOfExpected }: Sums<keyof typeof expected>): Units | null {
  return hours ?? (recordsOfExpected === null || recordsOfExpected === 0n ? null : 0n);
}

/** Ratios are sum over sum, never averages. */
export const measures: readonly Measure[] = [
  measure('records', 'count', { records: { kind: 'count' } }, (s) => whole(s.records)),
  measure('owners', 'count', { owners: { kind: 'distinct', property: OWNER_PROPERTY } }, (s) => whole(s.owners)),
  measure('logged_hours', 'hours', logged, (s) => inHours(s.logged)),
  measure('billable_logged_hours', 'hours', billable, (s) => inHours(s.billable)),
  measure('nonbillable_hours', 'hours', bothTimes, (s) =>
    s.logged === null || s.billable === null ? null : inHours(s.logged - s.billable),
  ),
  measure('billable_share', 'share', bothTimes, (s) => ratio(s.billable, s.logged)),
  measure('billable_value', 'money', { value: sum(VALUE) }, (s) => whole(s.value)),
  measure('recorded_cost', 'money', { cost: sum(COST) }, (s) => whole(s.cost)),
  measure('margin', 'money', whereCostIsKnown, (s) => whole(computeMargin(s))),
  measure('margin_percent', 'percent', whereCostIsKnown, (s) => ratio(times(100n, computeMargin(s)), s.value)),
  measure('effective_rate', 'rate', rated, (s) => ratio(times(60n, s.value), s.billable)),
  measure('working_days', 'days', logged, (s, { hoursPerDay }) => ratio(s.logged, 60n * hoursPerDay)),
  measure('expected_hours', 'hours', expected, (s) => whole(chooseExpected(s))),
  measure('utilisation', 'share', { ...billableOfExpected, ...expected }, (s) =>
    ratio(s.billable, times(60n, chooseExpected(s))),
  ),
  measure('gap_hours', 'hours', { ...loggedOfExpected, ...expected }, (s) => {
    const hours = chooseExpected(s);
    return hours === null ? null : inHours(60n * hours - (s.logged ?? 0n));
  }),
];

/** Parts of other measures, shown in their explanations; not offered for choice. */
const partMeasures: readonly Measure[] = [
  measure('logged_hours_of_expected', 'hours', loggedOfExpected, (s) => inHours(s.logged)),
  measure('billable_hours_of_expected', 'hours', billableOfExpected, (s) => inHours(s.billable)),
  measure('logged_hours_with_billable', 'hours', bothTimes, (s) => inHours(s.logged)),
  measure('billable_hours_with_logged', 'hours', bothTimes, (s) => inHours(s.billable)),
  measure('billable_value_with_hours', 'money', rated, (s) => whole(s.value)),
  measure('billable_hours_with_value', 'hours', rated, (s) => inHours(s.billable)),
];

const byId = new Map([...measures, ...partMeasures].map((each) => [each.id, each]));

/** Hoisted: used above, before this line is reached. */
function oneSum(sums: Sums<string>): Fraction | null {
  return whole(sums['sum'] ?? null);
}

/**
 * @param name a measure's id; a property's name with or without prefix: its sum; or `property:avg`, `:min`, `:max`,
 * `:count_distinct`; or an own one, `Name = formula`. Undefined where the catalogue does not allow that.
 */
export function findMeasure(name: string): Measure | undefined {
  return findGiven(name) ?? findOwnMeasure(name, operandFinder);
}

/** One that is there without a formula. */
function findGiven(name: string): Measure | undefined {
  const known = byId.get(name);
  if (known) return known;
  const [propertyName = '', suffix = 'sum', ...more] = name.split(':');
  const property = findProperty(propertyName);
  const aggregation = property?.aggregations.find((each) => each === suffix);
  if (!property || !aggregation || more.length > 0) return undefined;
  // The first and the last of dates are dates, not figures.
  if (aggregation !== 'count_distinct' && property.type !== 'number') return undefined;
  return propertyMeasure(property, aggregation);
}

function propertyMeasure(property: Property, aggregation: Aggregation): Measure {
  const label = texts[aggregation](property.label);
  const { sums, exact } = computed(property.name, aggregation);
  return {
    id: aggregation === 'sum' ? property.name : `${property.name}:${aggregation}`,
    label: aggregation === 'sum' ? property.label : label,
    formula: label,
    unit: aggregation === 'count_distinct' ? 'count' : chooseUnit(property),
    additive: aggregation === 'sum',
    money: isMoney(sums),
    sums,
    exact,
  };
}

function computed(property: string, aggregation: Aggregation): Pick<Measure, 'sums' | 'exact'> {
  switch (aggregation) {
    case 'sum':
      return { sums: { sum: sum(property) }, exact: oneSum };
    case 'avg': {
      const known: Aggregate = { kind: 'count', where: [{ property, is: 'known' }] };
      return {
        sums: { sum: sum(property), known },
        exact: (sums) => ratio(sums['sum'] ?? null, sums['known'] ?? null),
      };
    }
    case 'min':
    case 'max':
      return { sums: { sum: { kind: aggregation, property } }, exact: oneSum };
    case 'count_distinct':
      return { sums: { sum: { kind: 'distinct', property } }, exact: oneSum };
  }
}

const shownUnits = ['minutes', 'hours', 'days', 'money', 'rate', 'percent'] as const;

/** Years, decades and centuries of work have no unit that people read: they are plain numbers. */
function chooseUnit({ unit }: Property): MeasureUnit {
  return shownUnits.find((each) => each === unit) ?? 'plain';
}

const propertyMeasures = () =>
  properties.flatMap(({ name, aggregations }) =>
    aggregations.flatMap((each) => findGiven(each === 'sum' ? name : `${name}:${each}`) ?? []),
  );

/** Every label once; a measure's before that of a property's sum. */
const byLabel = new Map<string, Measure>();

const builtIn = new Set<string>();

function listBuiltIn(): string[] {
  const all = [...byId.values(), ...propertyMeasures(), ...readableProperties, ...ownDimensions];
  const ids = all.map((each) => ('id' in each ? each.id : each.name));
  return [...all.map(({ label }) => label), ...ids, ...ids.map((id) => id.replace(PREFIX, ''))];
}

/** Finds what formulas name: by ids, or by labels in square brackets, whatever the case. */
export const operandFinder: OperandFinder = {
  byId: findGiven,
  byLabel: (label) => {
    if (byLabel.size === 0) {
      for (const each of [...measures, ...propertyMeasures()]) {
        const key = foldCase(each.label);
        if (!byLabel.has(key)) byLabel.set(key, each);
      }
    }
    return byLabel.get(foldCase(label));
  },
  isBuiltIn: (name) => {
    if (builtIn.size === 0) for (const each of listBuiltIn()) builtIn.add(foldSpelling(each));
    return builtIn.has(foldSpelling(name));
  },
};

/** A report that also reads what its own formulas are computed from, so that each can be explained by its numbers. */
export function withOperands<Asked extends { readonly measures: readonly Measure[] }>(report: Asked): Asked {
  const asked = new Set(report.measures.map(({ id }) => id));
  const more = new Map(report.measures.flatMap(({ operands = [] }) => operands).map((each) => [each.id, each]));
  const added = [...more.values()].filter(({ id }) => !asked.has(id));
  return added.length === 0 ? report : { ...report, measures: [...report.measures, ...added] };
}
