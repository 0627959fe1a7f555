/** The measures, each with the exact sums it needs and the computation of its value, so that it is the same everywhere. */
import { measureTexts as texts } from '#texts/reports/measures.ts';
import {
  toUnits,
  type Units,
  divideFractions,
  roundFraction,
  unitsToFraction,
  type Fraction,
} from '#domain/decimal.ts';
import { foldCase } from '#domain/filter/text.ts';
import { foldSpelling } from '#domain/name-schema.ts';
import { readableProperties } from '#domain/local-properties.ts';
import {
  findNearestId,
  findProperty,
  OWNER_PROPERTY,
  PREFIX,
  properties,
  type Aggregation,
  type Property,
} from '#domain/properties.ts';
import { findOwnMeasure, type OperandFinder } from './own-measure.ts';
import type { Aggregate, Condition, Measure, MeasureSettings, MeasureUnit, Sums } from './measure-model.ts';
import { builtInDimensions } from './dimensions.ts';
import { BILLABLE, chosenAmounts, COST, isMoneyProperty, LOGGED, VALUE } from '#domain/records/counted.ts';

export type { Aggregate, Condition, Measure, MeasureUnit } from './measure-model.ts';

const ONE = toUnits('1');

type BuiltInMeasureId = Exclude<keyof typeof texts, Aggregation>;

type MeasureParts<Name extends string> = readonly [
  id: BuiltInMeasureId,
  unit: MeasureUnit,
  sums: Readonly<Record<Name, Aggregate>>,
  exact: (sums: Sums<Name>, settings: MeasureSettings) => Fraction | null,
];

/** Creates a measure whose lines add up to its total, so that charts may sum the lines in "Other". */
function createAdditive<Name extends string>(...[id, unit, sums, exact]: MeasureParts<Name>): Measure {
  return { id, unit, additive: true, money: isMoney(sums), sums, exact, ...texts[id] };
}

/** Creates a measure whose lines do not add up to its total: a quotient, an average, or a count of different things. */
function createNonAdditive<Name extends string>(...parts: MeasureParts<Name>): Measure {
  return { ...createAdditive(...parts), additive: false };
}

/** Computes a measure's figure to 8 decimals, rounded half-even once. */
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
    (aggregate) => aggregate.kind !== 'distinct' && 'property' in aggregate && isMoneyProperty(aggregate.property),
  );
}

/** Returns whether the measure uses amounts that the workspace chooses. A sum requested by a property's name does not. */
export function hasChosenAmounts({ sums }: Pick<Measure, 'sums'>): boolean {
  return Object.values(sums).some((aggregate) => 'property' in aggregate && chosenAmounts.has(aggregate.property));
}

/** Returns whether the measure reveals the cost of work: cost itself, a margin, or an own measure of either. */
export function hasCost({ sums, operands = [] }: Pick<Measure, 'sums' | 'operands'>): boolean {
  const isCost = (aggregate: Aggregate) => 'property' in aggregate && aggregate.property === COST;
  return Object.values(sums).some(isCost) || operands.some(hasCost);
}

/** @param report has its measures' names */
export function hasAmountMeasures(report: { readonly measures: readonly string[] }): boolean {
  return report.measures.some((name) => {
    const measure = findMeasure(name);
    return measure !== undefined && hasChosenAmounts(measure);
  });
}

const createSum = (property: string, conditions: readonly Condition[] = []): Aggregate => ({
  kind: 'sum',
  property,
  where: conditions,
});

const loggedKnown: Condition = { property: LOGGED, state: 'known' };
const billableKnown: Condition = { property: BILLABLE, state: 'known' };
const valueKnown: Condition = { property: VALUE, state: 'known' };
const costKnown: Condition = { property: COST, state: 'known' };
/** An unset value is not billable and counts as 0; an unreadable value is unknown and never counts as 0. */
const valueNotUnreadable: Condition = { property: VALUE, state: 'not-unreadable' };

const logged = { logged: createSum(LOGGED) };
const billable = { billable: createSum(BILLABLE) };
/** Both sums are over the same records, or their difference and quotient would be meaningless. */
const bothTimes = { logged: createSum(LOGGED, [billableKnown]), billable: createSum(BILLABLE, [loggedKnown]) };
const rated = { value: createSum(VALUE, [billableKnown]), billable: createSum(BILLABLE, [valueKnown]) };
/** Hours compared with expected hours are of the same people, or a total would be off by the hours of all others. */
const expectable: Condition = { property: OWNER_PROPERTY, state: 'with-weekly-hours' };
const loggedOfExpected = { logged: createSum(LOGGED, [expectable]) };
const billableOfExpected = { billable: createSum(BILLABLE, [expectable]) };
const whereCostIsKnown = {
  value: createSum(VALUE, [costKnown]),
  cost: createSum(COST, [costKnown, valueNotUnreadable]),
};

function computeMargin({ value, cost }: Sums<keyof typeof whereCostIsKnown>): Units | null {
  return cost === null ? null : (value ?? 0n) - cost;
}

const toFraction = (units: Units | null) => (units === null ? null : unitsToFraction(units));

/** Divides a by b; null when either is missing or b is 0. */
function computeRatio(a: Units | null, b: Units | null): Fraction | null {
  return a === null || b === null ? null : divideFractions(unitsToFraction(a), unitsToFraction(b));
}

const toHours = (minutes: Units | null) => computeRatio(minutes, 60n * ONE);
const multiply = (factor: bigint, units: Units | null) => (units === null ? null : factor * units);

const expected = {
  expected: { kind: 'expected' },
  recordsOfExpected: { kind: 'count', where: [expectable] },
} as const;

/** People with known weekly hours but no weekday in the span have expected hours of 0, not unknown ones. */
function chooseExpected({ expected: hours, recordsOfExpected }: Sums<keyof typeof expected>): Units | null {
  return hours ?? (recordsOfExpected === null || recordsOfExpected === 0n ? null : 0n);
}

/** Ratios are quotients of sums, never averages of ratios. */
export const measures: readonly Measure[] = [
  createAdditive('records', 'count', { records: { kind: 'count' } }, (s) => toFraction(s.records)),
  createNonAdditive('owners', 'count', { owners: { kind: 'distinct', property: OWNER_PROPERTY } }, (s) =>
    toFraction(s.owners),
  ),
  createAdditive('logged_hours', 'hours', logged, (s) => toHours(s.logged)),
  createAdditive('billable_logged_hours', 'hours', billable, (s) => toHours(s.billable)),
  createAdditive('nonbillable_hours', 'hours', bothTimes, (s) =>
    s.logged === null || s.billable === null ? null : toHours(s.logged - s.billable),
  ),
  createNonAdditive('billable_share', 'share', bothTimes, (s) => computeRatio(s.billable, s.logged)),
  createAdditive('billable_value', 'money', { value: createSum(VALUE) }, (s) => toFraction(s.value)),
  createAdditive('recorded_cost', 'money', { cost: createSum(COST) }, (s) => toFraction(s.cost)),
  createAdditive('margin', 'money', whereCostIsKnown, (s) => toFraction(computeMargin(s))),
  createNonAdditive('margin_percent', 'percent', whereCostIsKnown, (s) =>
    computeRatio(multiply(100n, computeMargin(s)), s.value),
  ),
  createNonAdditive('effective_rate', 'rate', rated, (s) => computeRatio(multiply(60n, s.value), s.billable)),
  createAdditive('working_days', 'days', logged, (s, { hoursPerDay }) => computeRatio(s.logged, 60n * hoursPerDay)),
  createAdditive('expected_hours', 'hours', expected, (s) => toFraction(chooseExpected(s))),
  createNonAdditive('utilisation', 'share', { ...billableOfExpected, ...expected }, (s) =>
    computeRatio(s.billable, multiply(60n, chooseExpected(s))),
  ),
  createAdditive('gap_hours', 'hours', { ...loggedOfExpected, ...expected }, (s) => {
    const hours = chooseExpected(s);
    return hours === null ? null : toHours(60n * hours - (s.logged ?? 0n));
  }),
];

/** Parts of other measures, which are shown in their explanations but cannot be chosen. */
const partMeasures: readonly Measure[] = [
  createAdditive('logged_hours_of_expected', 'hours', loggedOfExpected, (s) => toHours(s.logged)),
  createAdditive('billable_hours_of_expected', 'hours', billableOfExpected, (s) => toHours(s.billable)),
  createAdditive('logged_hours_with_billable', 'hours', bothTimes, (s) => toHours(s.logged)),
  createAdditive('billable_hours_with_logged', 'hours', bothTimes, (s) => toHours(s.billable)),
  createAdditive('billable_value_with_hours', 'money', rated, (s) => toFraction(s.value)),
  createAdditive('billable_hours_with_value', 'hours', rated, (s) => toHours(s.billable)),
  // A third of an hour has endless digits; its minutes do not.
  createAdditive('billable_minutes_with_value', 'minutes', rated, (s) => toFraction(s.billable)),
];

const byId = new Map([...measures, ...partMeasures].map((measure) => [measure.id, measure]));

/** A function declaration, because it is used above. */
function readSum(sums: Sums<string>): Fraction | null {
  return toFraction(sums['sum'] ?? null);
}

/**
 * @param name a measure's id; a property's name with or without prefix, for its sum; `property:avg`, `:min`, `:max` or `:count_distinct`; or
 * an own measure, `Name = formula`. @returns undefined if the catalogue does not allow it
 */
export function findMeasure(name: string): Measure | undefined {
  return findBuiltIn(name) ?? findOwnMeasure(name, operandFinder);
}

export function findNearestMeasure(name: string): string | undefined {
  const ids = [...measures, ...listPropertyMeasures()].map(({ id }) => id);
  // Tables and help print labels, of which several measures may be like the id of another.
  return operandFinder.byLabel(name)?.id ?? findNearestId(name, ids);
}

function findBuiltIn(name: string): Measure | undefined {
  const known = byId.get(name);
  if (known) return known;
  const [propertyName = '', suffix = 'sum', ...operands] = name.split(':');
  const property = findProperty(propertyName);
  const aggregation = property?.aggregations.find((candidate) => candidate === suffix);
  if (!property || !aggregation || operands.length > 0) return undefined;
  // The minimum and maximum of dates are dates, not figures.
  if (aggregation !== 'count_distinct' && property.type !== 'number') return undefined;
  return createPropertyMeasure(property, aggregation);
}

function createPropertyMeasure(property: Property, aggregation: Aggregation): Measure {
  const label = texts[aggregation](property.label);
  const { sums, exact } = buildAggregation(property.name, aggregation);
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

function buildAggregation(property: string, aggregation: Aggregation): Pick<Measure, 'sums' | 'exact'> {
  switch (aggregation) {
    case 'sum':
      return { sums: { sum: createSum(property) }, exact: readSum };
    case 'avg': {
      const known: Aggregate = { kind: 'count', where: [{ property, state: 'known' }] };
      return {
        sums: { sum: createSum(property), known },
        exact: (sums) => computeRatio(sums['sum'] ?? null, sums['known'] ?? null),
      };
    }
    case 'min':
    case 'max':
      return { sums: { sum: { kind: aggregation, property } }, exact: readSum };
    case 'count_distinct':
      return { sums: { sum: { kind: 'distinct', property } }, exact: readSum };
  }
}

const printedUnits = ['minutes', 'hours', 'days', 'money', 'rate', 'percent'] as const;

/** Years, decades and centuries have no printed unit and are plain numbers. */
function chooseUnit({ unit }: Property): MeasureUnit {
  return printedUnits.find((printedUnit) => printedUnit === unit) ?? 'plain';
}

const listPropertyMeasures = () =>
  properties.flatMap(({ name, aggregations }) =>
    aggregations.flatMap((aggregation) => findBuiltIn(aggregation === 'sum' ? name : `${name}:${aggregation}`) ?? []),
  );

/** Measures by label. The label of a built-in measure takes precedence over that of a property's sum. */
const byLabel = new Map<string, Measure>();

const builtIn = new Set<string>();

function listBuiltIn(): string[] {
  const all = [...byId.values(), ...listPropertyMeasures(), ...readableProperties, ...builtInDimensions];
  const ids = all.map((item) => ('id' in item ? item.id : item.name));
  return [...all.map(({ label }) => label), ...ids, ...ids.map((id) => id.replace(PREFIX, ''))];
}

/** Finds the operands of formulas by ids, or by labels in square brackets, regardless of case. */
export const operandFinder: OperandFinder = {
  byId: findBuiltIn,
  byLabel: (label) => {
    if (byLabel.size === 0) {
      for (const measure of [...measures, ...listPropertyMeasures()]) {
        const key = foldCase(measure.label);
        if (!byLabel.has(key)) byLabel.set(key, measure);
      }
    }
    return byLabel.get(foldCase(label));
  },
  isBuiltIn: (name) => {
    if (builtIn.size === 0) for (const name of listBuiltIn()) builtIn.add(foldSpelling(name));
    return builtIn.has(foldSpelling(name));
  },
};

/** Adds the operands of own formulas, so that each formula can be explained with its numbers. */
export function addOperands<WithMeasures extends { readonly measures: readonly Measure[] }>(
  report: WithMeasures,
): WithMeasures {
  const ids = new Set(report.measures.map(({ id }) => id));
  const more = new Map(
    report.measures.flatMap(({ operands = [] }) => operands).map((operand) => [operand.id, operand]),
  );
  const missing = [...more.values()].filter(({ id }) => !ids.has(id));
  return missing.length === 0 ? report : { ...report, measures: [...report.measures, ...missing] };
}
