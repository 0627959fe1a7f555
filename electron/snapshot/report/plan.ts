/** Plans what a report reads from the store: each aggregate once, and how every measure follows from the aggregates. */
import { divideHalfEven, formatUnits, SCALE, type Units } from '../../../src/domain/decimal.ts';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import { holdsMoney } from '../../../src/domain/reports/definition/counted.ts';
import {
  computeFigure,
  findMeasure,
  type Aggregate,
  type Measure,
} from '../../../src/domain/reports/definition/measures.ts';
import type { ChangeSplit } from '../../../src/domain/reports/definition/report.ts';
import type { StoreAggregate } from './aggregates.ts';
import { NO_LABEL, OWN, sameLabel, SEVERAL, type Block, type Rollup } from './rollup-tree.ts';

export interface ReportPlan {
  readonly aggregates: readonly StoreAggregate[];
  /** Of the aggregates in their order, then of expected hours. */
  readonly rollups: readonly Rollup[];
  /** Properties whose distinct values are counted. */
  readonly distinct: readonly string[];
  readonly needsExpected: boolean;
  /** Which aggregates, by number, hold money: the currency of each is kept beside it. */
  readonly money: readonly number[];
}

const ONE = 10n ** BigInt(SCALE);

export function planReport({ measures }: Pick<CheckedReport, 'measures'>): ReportPlan {
  const all = new Map(measures.flatMap(({ sums }) => Object.values(sums)).map((each) => [toName(each), each]));
  const aggregates = [...all.values()].filter(isStored);
  const needsExpected = [...all.values()].some(({ kind }) => kind === 'expected');
  return {
    aggregates,
    rollups: [...aggregates.map(chooseRollup), ...(needsExpected ? (['sum'] as const) : [])],
    distinct: [...all.values()].flatMap((each) => (each.kind === 'distinct' ? [each.property] : [])),
    needsExpected,
    money: aggregates.flatMap((each, index) => (isMoney(each) ? [index] : [])),
  };
}

const toName = (aggregate: Aggregate) => JSON.stringify(aggregate);

function isStored(aggregate: Aggregate): aggregate is StoreAggregate {
  return aggregate.kind !== 'distinct' && aggregate.kind !== 'expected';
}

function isMoney(aggregate: StoreAggregate): boolean {
  return 'property' in aggregate && holdsMoney(aggregate.property);
}

function chooseRollup({ kind }: StoreAggregate): Rollup {
  return kind === 'min' || kind === 'max' ? kind : 'sum';
}

/** A measure's value at a block's place, exact to 8 decimals. */
export type ReadMeasure = (block: Block, at: number) => Units | null;

export function measureReader(plan: ReportPlan, measure: Measure, hoursPerDay: Units): ReadMeasure {
  const parts = Object.entries(measure.sums).map(([name, aggregate]) => ({ name, read: partReader(plan, aggregate) }));
  const settings = { hoursPerDay };
  // One object for all cells: a measure reads it and keeps nothing.
  const sums: Record<string, Units | null> = {};
  const value: ReadMeasure = (block, at) => {
    for (const { name, read } of parts) sums[name] = read(block, at);
    return computeFigure(measure, sums, settings);
  };
  if (!measure.money) return value;
  const labelIn = labelReader(plan, [measure]);
  return (block, at) => (labelIn(block, at) === SEVERAL ? null : value(block, at));
}

/** The currency of the money in these measures: its number, `NO_LABEL` or `SEVERAL`. */
export type ReadLabel = (block: Block, at: number) => number;

export function labelReader(plan: ReportPlan, measures: readonly Measure[]): ReadLabel {
  const own = listMoney(plan, measures);
  return ({ labels }, at) => own.reduce((label, place) => sameLabel(label, labels[place]?.[at] ?? NO_LABEL), NO_LABEL);
}

/** The places in `money` of these measures' aggregates. */
export function listMoney({ aggregates, money }: ReportPlan, measures: readonly Measure[]): number[] {
  const names = new Set(measures.flatMap(({ sums }) => Object.values(sums).map(toName)));
  return money.flatMap((index, place) => {
    const aggregate = aggregates[index];
    return aggregate && names.has(toName(aggregate)) ? [place] : [];
  });
}

function partReader(plan: ReportPlan, aggregate: Aggregate): ReadMeasure {
  if (aggregate.kind === 'distinct') {
    const set = plan.distinct.indexOf(aggregate.property);
    return ({ sets }, at) => BigInt(sets?.[set]?.[at]?.size ?? 0) * ONE;
  }
  const name = toName(aggregate);
  const stored = plan.aggregates.findIndex((each) => toName(each) === name);
  const index = aggregate.kind === 'expected' ? plan.aggregates.length : stored;
  const none = aggregate.kind === 'count' ? 0n : null;
  return ({ sums }, at) => sums[index]?.[at] ?? none;
}

const measureCalled = (id: string): Measure => {
  const found = findMeasure(id);
  if (!found) throw new RangeError(`No measure is called ${id}`);
  return found;
};
const worth = measureCalled('billable_value');
const rate = measureCalled('effective_rate');

/** A report that also reads what splits a change in billable value. */
export function withSplit(report: CheckedReport): CheckedReport {
  const missing = [worth, rate].filter(({ id }) => report.measures.every((each) => each.id !== id));
  return { ...report, measures: [...report.measures, ...missing] };
}

/** `minutes` and `rated`: billable time and value of the records that an effective rate counts; `value` is of all records. */
type SplitReaders = Readonly<Record<'minutes' | 'rated' | 'value', ReadMeasure>>;

/**
 * Hours: the change in hours at the old effective rate, rounded once; rate: whatever else changed in value with known hours; other: what
 * changed in value without them. They add up exactly.
 */
export function splitChange(read: SplitReaders, now: Block, before: Block): ChangeSplit | null {
  const figures = ({ minutes, rated, value }: SplitReaders, block: Block) => ({
    minutes: minutes(block, OWN),
    rated: rated(block, OWN),
    value: value(block, OWN),
  });
  const [is, was] = [figures(read, now), figures(read, before)];
  if (is.value === null || was.value === null) return null;
  if (is.minutes === null || is.rated === null || !was.minutes || was.rated === null) return null;
  const hours = divideHalfEven((is.minutes - was.minutes) * was.rated, was.minutes);
  const other = is.value - was.value - (is.rated - was.rated);
  return {
    hours: formatUnits(hours),
    rate: formatUnits(is.rated - was.rated - hours),
    ...(other !== 0n && { other: formatUnits(other) }),
  };
}

/** The currency of a split's money, now or before. */
export function splitLabelReader(plan: ReportPlan): ReadLabel {
  return labelReader(plan, [worth, rate]);
}

export function splitReaders(plan: ReportPlan, hoursPerDay: Units): SplitReaders {
  const { billable: minutes, value: rated } = rate.sums;
  if (!minutes || !rated) throw new RangeError('An effective rate needs hours and value');
  return {
    minutes: partReader(plan, minutes),
    rated: partReader(plan, rated),
    value: measureReader(plan, worth, hoursPerDay),
  };
}
