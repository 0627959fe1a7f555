/** Plans what a report reads from the store: each aggregate once, and how each measure is computed from the aggregates. */
import { divideHalfEven, formatUnits, SCALE, type Units } from '#domain/decimal.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { isMoneyProperty, LOGGED } from '#domain/records/counted.ts';
import { computeFigure, findMeasure, type Aggregate, type Measure } from '#domain/reports/definition/measures.ts';
import type { ChangeSplit } from '#domain/reports/definition/report.ts';
import type { StoreAggregate } from './aggregates.ts';
import { NO_LABEL, OWN, combineLabels, MIXED, type Block, type Rollup } from './rollup-tree.ts';

export interface ReportPlan {
  readonly aggregates: readonly StoreAggregate[];
  /** The rollups of the aggregates in their order, then of expected hours. */
  readonly rollups: readonly Rollup[];
  /** The properties whose distinct values are counted. */
  readonly distinct: readonly string[];
  readonly needsExpected: boolean;
  /** The indexes of the aggregates of money, each of which is stored with its currency. */
  readonly money: readonly number[];
}

const ONE = 10n ** BigInt(SCALE);

export function planReport({
  measures,
  groupBy,
  columns,
}: Pick<CheckedReport, 'measures' | 'groupBy' | 'columns'>): ReportPlan {
  const hasClients = [...groupBy, columns].some((dimension) => dimension?.kind === 'client');
  const requested = measures.flatMap(({ sums }) => Object.values(sums));
  const aggregatesByName = new Map(
    [...requested, ...(hasClients ? [loggedSum] : [])].map((aggregate) => [toName(aggregate), aggregate]),
  );
  const aggregates = [...aggregatesByName.values()].filter(isStored);
  const needsExpected = [...aggregatesByName.values()].some(({ kind }) => kind === 'expected');
  return {
    aggregates,
    rollups: [...aggregates.map(chooseRollup), ...(needsExpected ? (['sum'] as const) : [])],
    distinct: [...aggregatesByName.values()].flatMap((aggregate) =>
      aggregate.kind === 'distinct' ? [aggregate.property] : [],
    ),
    needsExpected,
    money: aggregates.flatMap((aggregate, index) => (isMoney(aggregate) ? [index] : [])),
  };
}

/** Also read for the note on records without a client. */
const loggedSum: Aggregate = { kind: 'sum', property: LOGGED, where: [] };

const toName = (aggregate: Aggregate) => JSON.stringify(aggregate);

function isStored(aggregate: Aggregate): aggregate is StoreAggregate {
  return aggregate.kind !== 'distinct' && aggregate.kind !== 'expected';
}

function isMoney(aggregate: StoreAggregate): boolean {
  return 'property' in aggregate && isMoneyProperty(aggregate.property);
}

function chooseRollup({ kind }: StoreAggregate): Rollup {
  return kind === 'min' || kind === 'max' ? kind : 'sum';
}

/** Reads a measure's value at a position of a block, exact to 8 decimals. */
export type ReadMeasure = (block: Block, position: number) => Units | null;

export function createMeasureReader(plan: ReportPlan, measure: Measure, hoursPerDay: Units): ReadMeasure {
  const parts = Object.entries(measure.sums).map(([name, aggregate]) => ({
    name,
    read: createPartReader(plan, aggregate),
  }));
  const settings = { hoursPerDay };
  // All cells share one object, because a measure only reads it.
  const sums: Record<string, Units | null> = {};
  const readValue: ReadMeasure = (block, index) => {
    for (const { name, read } of parts) sums[name] = read(block, index);
    return computeFigure(measure, sums, settings);
  };
  if (!measure.money) return readValue;
  const readLabel = createLabelReader(plan, [measure]);
  return (block, index) => (readLabel(block, index) === MIXED ? null : readValue(block, index));
}

/** Reads the currency of the money in these measures: its number, `NO_LABEL` or `MIXED`. */
export type ReadLabel = (block: Block, position: number) => number;

export function createLabelReader(plan: ReportPlan, measures: readonly Measure[]): ReadLabel {
  const moneyIndexes = findMoneyIndexes(plan, measures);
  return ({ labels }, position) =>
    moneyIndexes.reduce((label, index) => combineLabels(label, labels[index]?.[position] ?? NO_LABEL), NO_LABEL);
}

export function findMoneyIndexes({ aggregates, money }: ReportPlan, measures: readonly Measure[]): number[] {
  const names = new Set(measures.flatMap(({ sums }) => Object.values(sums).map(toName)));
  return money.flatMap((aggregateIndex, index) => {
    const aggregate = aggregates[aggregateIndex];
    return aggregate && names.has(toName(aggregate)) ? [index] : [];
  });
}

function createPartReader(plan: ReportPlan, aggregate: Aggregate): ReadMeasure {
  if (aggregate.kind === 'distinct') {
    const setIndex = plan.distinct.indexOf(aggregate.property);
    return ({ sets }, index) => BigInt(sets?.[setIndex]?.[index]?.size ?? 0) * ONE;
  }
  const name = toName(aggregate);
  const storedIndex = plan.aggregates.findIndex((candidate) => toName(candidate) === name);
  const index = aggregate.kind === 'expected' ? plan.aggregates.length : storedIndex;
  const emptyValue = aggregate.kind === 'count' ? 0n : null;
  return ({ sums }, position) => sums[index]?.[position] ?? emptyValue;
}

/** Reads the logged minutes of a report on clients. */
export const createLoggedReader = (plan: ReportPlan): ReadMeasure => createPartReader(plan, loggedSum);

const requireMeasure = (id: string): Measure => {
  const measure = findMeasure(id);
  if (!measure) throw new RangeError(`No measure is called ${id}`);
  return measure;
};
const valueMeasure = requireMeasure('billable_value');
const rateMeasure = requireMeasure('effective_rate');

export function addSplitMeasures(report: CheckedReport): CheckedReport {
  const missing = [valueMeasure, rateMeasure].filter(({ id }) => report.measures.every((measure) => measure.id !== id));
  return { ...report, measures: [...report.measures, ...missing] };
}

/** `minutes` and `rated` read the billable time and value of the records that an effective rate counts; `value` reads that of all records. */
type SplitReaders = Readonly<Record<'minutes' | 'rated' | 'value', ReadMeasure>>;

/**
 * Splits a change exactly. `hours` is the change in hours at the earlier effective rate, rounded once; `rate` is the remaining change in value
 * with known hours; `other` is the change in value without them.
 */
export function splitChange(read: SplitReaders, now: Block, before: Block): ChangeSplit | null {
  const readFigures = ({ minutes, rated, value }: SplitReaders, block: Block) => ({
    minutes: minutes(block, OWN),
    rated: rated(block, OWN),
    value: value(block, OWN),
  });
  const [figuresNow, figuresBefore] = [readFigures(read, now), readFigures(read, before)];
  if (figuresNow.value === null || figuresBefore.value === null) return null;
  if (
    figuresNow.minutes === null ||
    figuresNow.rated === null ||
    !figuresBefore.minutes ||
    figuresBefore.rated === null
  )
    return null;
  const hours = divideHalfEven(
    (figuresNow.minutes - figuresBefore.minutes) * figuresBefore.rated,
    figuresBefore.minutes,
  );
  const other = figuresNow.value - figuresBefore.value - (figuresNow.rated - figuresBefore.rated);
  return {
    hours: formatUnits(hours),
    rate: formatUnits(figuresNow.rated - figuresBefore.rated - hours),
    ...(other !== 0n && { other: formatUnits(other) }),
  };
}

/** Reads the currency of a split's money, now or before. */
export function createSplitLabelReader(plan: ReportPlan): ReadLabel {
  return createLabelReader(plan, [valueMeasure, rateMeasure]);
}

export function createSplitReaders(plan: ReportPlan, hoursPerDay: Units): SplitReaders {
  const { billable: minutes, value: rated } = rateMeasure.sums;
  if (!minutes || !rated) throw new RangeError('An effective rate needs hours and value');
  return {
    minutes: createPartReader(plan, minutes),
    rated: createPartReader(plan, rated),
    value: createMeasureReader(plan, valueMeasure, hoursPerDay),
  };
}
