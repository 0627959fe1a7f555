/** What a report needs of the store: each aggregate once, and how every measure is read from what was counted. */
import { divideHalfEven, formatUnits, SCALE, type Units } from '../../src/domain/decimal.ts';
import type { CheckedReport } from '../../src/domain/reports/check.ts';
import { findMeasure, holdsMoney, type Aggregate, type Measure } from '../../src/domain/reports/measures.ts';
import type { StoreAggregate } from './report-aggregates.ts';
import { OWN, type Block, type Rollup } from './report-tree.ts';

export interface ReportPlan {
  readonly aggregates: readonly StoreAggregate[];
  /** Of the aggregates in their order, then of expected hours. */
  readonly rollups: readonly Rollup[];
  /** Properties whose different values are counted; after them, currency labels. */
  readonly distinct: readonly string[];
  readonly needsExpected: boolean;
  /** Amounts and properties of money: where two currencies meet in one of them, nothing is added up. */
  readonly money: readonly string[];
}

const ONE = 10n ** BigInt(SCALE);

export function planReport({ measures }: Pick<CheckedReport, 'measures'>): ReportPlan {
  const all = new Map(measures.flatMap(({ sums }) => Object.values(sums)).map((each) => [nameOf(each), each]));
  const aggregates = [...all.values()].filter(isStored);
  const needsExpected = [...all.values()].some(({ kind }) => kind === 'expected');
  const money = [...all.values()].flatMap((each) =>
    each.kind !== 'distinct' && 'property' in each && holdsMoney(each.property) ? [each.property] : [],
  );
  return {
    aggregates,
    rollups: [...aggregates.map(rollupOf), ...(needsExpected ? (['sum'] as const) : [])],
    distinct: [...all.values()].flatMap((each) => (each.kind === 'distinct' ? [each.property] : [])),
    needsExpected,
    money: [...new Set(money)],
  };
}

const nameOf = (aggregate: Aggregate) => JSON.stringify(aggregate);

function isStored(aggregate: Aggregate): aggregate is StoreAggregate {
  return aggregate.kind !== 'distinct' && aggregate.kind !== 'expected';
}

function rollupOf({ kind }: StoreAggregate): Rollup {
  return kind === 'min' || kind === 'max' ? kind : 'sum';
}

/** A measure's value of a block's place, exact to 8 decimals. */
export type ReadMeasure = (block: Block, at: number) => Units | null;

/** @param currencies whether the blocks' last sets are currency labels */
export function measureReader(
  plan: ReportPlan,
  measure: Measure,
  hoursPerDay: Units,
  currencies: boolean,
): ReadMeasure {
  const parts = Object.entries(measure.sums).map(([name, aggregate]) => ({ name, read: partReader(plan, aggregate) }));
  const settings = { hoursPerDay };
  // One object for all cells: a measure reads it and keeps nothing.
  const sums: Record<string, Units | null> = {};
  const value: ReadMeasure = (block, at) => {
    for (const { name, read } of parts) sums[name] = read(block, at);
    return measure.value(sums, settings);
  };
  if (!measure.money || !currencies) return value;
  return (block, at) => (isMixed(plan, block, at) ? null : value(block, at));
}

/** Whether money of two currencies met in it. */
export function isMixed(plan: ReportPlan, block: Block, at: number): boolean {
  return currenciesIn(plan, block, at).size > 1;
}

/** The places of the labels of the money in it; none where there is no money. */
export function currenciesIn(plan: ReportPlan, { sets }: Block, at: number): ReadonlySet<number> {
  return sets?.[plan.distinct.length]?.[at] ?? new Set();
}

function partReader(plan: ReportPlan, aggregate: Aggregate): ReadMeasure {
  if (aggregate.kind === 'distinct') {
    const set = plan.distinct.indexOf(aggregate.property);
    return ({ sets }, at) => BigInt(sets?.[set]?.[at]?.size ?? 0) * ONE;
  }
  const name = nameOf(aggregate);
  const stored = plan.aggregates.findIndex((each) => nameOf(each) === name);
  const index = aggregate.kind === 'expected' ? plan.aggregates.length : stored;
  const none = aggregate.kind === 'count' ? 0n : null;
  return ({ sums }, at) => sums[index]?.[at] ?? none;
}

const splitMeasures = ['billable_minutes', 'billable_value'].map((name) => {
  const found = findMeasure(name);
  if (!found) throw new RangeError(`No measure is called ${name}`);
  return found;
});

/** A report that also reads what a change in billable value is split by. */
export function withSplit(report: CheckedReport): CheckedReport {
  const missing = splitMeasures.filter(({ id }) => report.measures.every((each) => each.id !== id));
  return { ...report, measures: [...report.measures, ...missing] };
}

export interface Split {
  readonly hours: string;
  readonly rate: string;
}

/** Hours: the change in minutes at the old rate, rounded once; rate: whatever else changed. They add up exactly. */
export function splitOf(
  read: Readonly<Record<'minutes' | 'value', ReadMeasure>>,
  now: Block,
  before: Block,
): Split | null {
  const [minutes, minutesBefore, value, valueBefore] = [
    read.minutes(now, OWN),
    read.minutes(before, OWN),
    read.value(now, OWN),
    read.value(before, OWN),
  ];
  if (minutes === null || value === null || valueBefore === null || !minutesBefore) return null;
  const hours = divideHalfEven((minutes - minutesBefore) * valueBefore, minutesBefore);
  return { hours: formatUnits(hours), rate: formatUnits(value - valueBefore - hours) };
}

export function splitReaders(plan: ReportPlan, hoursPerDay: Units, currencies: boolean): Parameters<typeof splitOf>[0] {
  const [minutes, value] = splitMeasures.map((each) => measureReader(plan, each, hoursPerDay, currencies));
  if (!minutes || !value) throw new RangeError('A split needs minutes and value');
  return { minutes, value };
}
