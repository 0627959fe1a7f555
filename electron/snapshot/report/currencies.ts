/** Amounts of several currencies in a report: which currencies occur where, and the figures of each currency, read beside the total. */
import { needsAllRecords } from '../../../src/domain/reports/definition/own/own-measure.ts';
import type { Measure } from '../../../src/domain/reports/definition/measures.ts';
import type { Figures, LabelledFigures, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { labelReader, measureReader, listMoney } from './plan.ts';
import type { ReportOptions, ReportContext } from './context.ts';
import { textOfUnits } from './texts.ts';
import { NO_LABEL, OWN, sameLabel, SEVERAL, type Block, type Node, type Tree } from './rollup-tree.ts';

/** The same figures for the entire report, for the compared period, and for each currency's records in both, by the currency's number. */
export interface Sides<T> extends Past<T> {
  readonly now: T;
  readonly labelled: readonly (T | undefined)[];
  /** Further compared periods; one that is not compared has nothing. */
  readonly further: readonly Past<T>[];
}

/** One compared period. */
export interface Past<T> {
  readonly before: T | undefined;
  readonly labelledBefore: readonly (T | undefined)[];
}

export type Trees = Sides<Tree>;
export type Group = Sides<Node>;

/** Undefined where there is none now. */
export function onSides<T, U>(
  { now, labelled, further, ...past }: Sides<T>,
  of: (each: T) => U | undefined,
): Sides<U> | undefined {
  const own = of(now);
  const all = (sides: readonly (T | undefined)[]) => sides.map((each) => each && of(each));
  const inPast = ({ before, labelledBefore }: Past<T>): Past<U> => ({
    before: before && of(before),
    labelledBefore: all(labelledBefore),
  });
  return own && { now: own, labelled: all(labelled), ...inPast(past), further: further.map(inPast) };
}

/** Whether any object has another currency than the workspace. */
export function hasCurrencies({ directory, settings }: ReportOptions): boolean {
  const own = settings?.currency ?? null;
  const objects = directory?.objects ?? {};
  for (const key of Object.keys(objects)) {
    const currency = objects[key]?.currency ?? null;
    if (currency !== null && currency !== own) return true;
  }
  return false;
}

/** All currencies that may occur, an empty one for none. */
export function listCurrencies({ directory, settings }: ReportOptions): string[] {
  const own = settings?.currency ?? '';
  const known = Object.values(directory?.objects ?? {}).flatMap(({ currency }) => currency ?? []);
  return [...new Set([own, ...known])].toSorted();
}

/**
 * Currencies of the money in the report's measures, now and before, unknown ones last; undefined: it has none, or all of it has the
 * workspace's own.
 */
export function countCurrencies(
  context: ReportContext,
  { labelled, labelledBefore, further }: Trees,
): ReportResult['currencies'] {
  const { labels, plan, report } = context;
  if (labels.length === 0 || !report.measures.some(({ money }) => money)) return undefined;
  const isPaid = paidReader(listMoney(plan, report.measures).map((place) => plan.money[place] ?? -1));
  const found = labels.filter((_, number) =>
    [labelled[number], labelledBefore[number], ...further.map((each) => each.labelledBefore[number])].some(
      (tree) => tree !== undefined && isPaid(tree.root.own, OWN),
    ),
  );
  return unlabelledLast(found).map((label) => label || null);
}

function unlabelledLast(labels: readonly string[]): string[] {
  return [...labels.filter((each) => each !== ''), ...labels.filter((each) => each === '')];
}

/** Whether a place has any amount among these aggregates. */
function paidReader(aggregates: readonly number[]) {
  return ({ sums }: Block, at: number) => aggregates.some((index) => (sums[index]?.[at] ?? null) !== null);
}

/** How a report's money is written where it has several currencies. */
export interface Currencies {
  /** The one currency of all money in a place; null: none, or several. */
  labelAt(block: Block, at: number): string | null;
  /** Whether a place has money of several currencies, in one measure or in two. */
  isMixed(block: Block, at: number): boolean;
  /** The money of a place by currency; every currency that it has, whatever else is counted for it. */
  amountsIn(at: number, ofLabel: (number: number) => Block | undefined): LabelledFigures[];
  /** Measures whose money before has several currencies together with the present one: they have no change. */
  apart(now: Node, before: Node): Measure[];
}

export function currenciesIn({ report, plan, hoursPerDay, labels }: ReportContext): Currencies {
  const money = report.measures.filter((each) => each.money);
  const labelIn = labelReader(plan, money);
  const isPaid = paidReader(listMoney(plan, money).map((place) => plan.money[place] ?? -1));
  const numbers = unlabelledLast(labels).map((label) => ({ label, number: labels.indexOf(label) }));
  // Records of one currency mix nothing.
  const readers = money.map((measure) => ({
    measure,
    // Different people and expected hours are not counted for one currency's records alone.
    read: needsAllRecords(measure) ? () => null : measureReader(plan, measure, hoursPerDay),
    labelIn: labelReader(plan, [measure]),
  }));
  return {
    labelAt: (block, at) => {
      const label = labelIn(block, at);
      return label === SEVERAL || label === NO_LABEL ? null : labels[label - 1] || null;
    },
    isMixed: (block, at) => labelIn(block, at) === SEVERAL,
    amountsIn: (at, ofLabel) =>
      numbers.flatMap(({ label, number }) => {
        const own = ofLabel(number);
        if (!own || !isPaid(own, at)) return [];
        const values = readers.map(({ measure, read }) => [measure.id, textOfUnits(read(own, at))]);
        return [{ currency: label || null, values: Object.fromEntries(values) }];
      }),
    apart: (now, before) =>
      readers.flatMap(({ measure, labelIn: read }) => {
        const label = read(before.own, OWN);
        return label !== NO_LABEL && sameLabel(read(now.own, OWN), label) === SEVERAL ? [measure] : [];
      }),
  };
}

/** Money of another currency is not shown beside it: subtracting the two would give no amount. Each currency has its own. */
export function withoutMoney(figures: Figures, of: readonly Measure[], amounts: readonly LabelledFigures[]): Figures {
  return {
    ...figures,
    currency: null,
    values: { ...figures.values, ...Object.fromEntries(of.map(({ id }) => [id, null] as const)) },
    ...(amounts.length > 0 && { amounts: [...amounts] }),
  };
}
