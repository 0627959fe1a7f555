/** Money of several labels in a report: which are where, and the figures of each label by itself, read beside the whole. */
import type { Measure } from '../../../src/domain/reports/definition/measures.ts';
import type { Figures, LabelledFigures, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { labelReader, measureReader, listMoney } from './plan.ts';
import type { ReportOptions, Run } from './context.ts';
import { textOfUnits } from './texts.ts';
import { NO_LABEL, OWN, sameLabel, SEVERAL, type Block, type Node, type Tree } from './rollup-tree.ts';

/** The same thing of the whole report, of the compared period, and of each label's records in both, by the label's number. */
export interface Sides<T> {
  readonly now: T;
  readonly before: T | undefined;
  readonly labelled: readonly (T | undefined)[];
  readonly labelledBefore: readonly (T | undefined)[];
}

export type Trees = Sides<Tree>;
export type Group = Sides<Node>;

/** Undefined where there is none now. */
export function onSides<T, U>(
  { now, before, labelled, labelledBefore }: Sides<T>,
  of: (each: T) => U | undefined,
): Sides<U> | undefined {
  const own = of(now);
  const all = (sides: readonly (T | undefined)[]) => sides.map((each) => each && of(each));
  return (
    own && { now: own, before: before && of(before), labelled: all(labelled), labelledBefore: all(labelledBefore) }
  );
}

/** Whether any object is labelled otherwise than the workspace. */
export function hasCurrencies({ directory, settings }: ReportOptions): boolean {
  const own = settings?.currency ?? null;
  const objects = directory?.objects ?? {};
  for (const key of Object.keys(objects)) {
    const currency = objects[key]?.currency ?? null;
    if (currency !== null && currency !== own) return true;
  }
  return false;
}

/** All labels there may be, an empty one for none. */
export function listCurrencies({ directory, settings }: ReportOptions): string[] {
  const own = settings?.currency ?? '';
  const known = Object.values(directory?.objects ?? {}).flatMap(({ currency }) => currency ?? []);
  return [...new Set([own, ...known])].toSorted();
}

/**
 * Labels of the money that the report's measures are made of, now and before, the unlabelled last; undefined: it has none, or all of it
 * has the workspace's own.
 */
export function countCurrencies(run: Run, { labelled, labelledBefore }: Trees): ReportResult['currencies'] {
  const { labels, plan, report } = run;
  if (labels.length === 0 || !report.measures.some(({ money }) => money)) return undefined;
  const isPaid = paidReader(listMoney(plan, report.measures).map((place) => plan.money[place] ?? -1));
  const found = labels.filter((_, number) =>
    [labelled[number], labelledBefore[number]].some((tree) => tree !== undefined && isPaid(tree.root.own, OWN)),
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

/** How the money of a report is told where it has several labels. */
export interface Currencies {
  /** The one label of all money in a place; null: none, or several. */
  labelAt(block: Block, at: number): string | null;
  /** Whether a place has money of several labels, in one measure or in two. */
  isMixed(block: Block, at: number): boolean;
  /** The money of a place by label; every label that it has, whatever else the label counts. */
  amountsIn(at: number, ofLabel: (number: number) => Block | undefined): LabelledFigures[];
  /** Measures with money before that has several labels together with the present one: there is no change of them. */
  apart(now: Node, before: Node): Measure[];
}

export function currenciesIn({ report, plan, hoursPerDay, labels }: Run): Currencies {
  const money = report.measures.filter((each) => each.money);
  const labelIn = labelReader(plan, money);
  const isPaid = paidReader(listMoney(plan, money).map((place) => plan.money[place] ?? -1));
  const numbers = unlabelledLast(labels).map((label) => ({ label, number: labels.indexOf(label) }));
  // Records of one label mix nothing.
  const readers = money.map((measure) => ({
    measure,
    read: measureReader(plan, measure, hoursPerDay),
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

/** Money of another currency stands beside none: whoever subtracts it would print what is no amount. Each label has its own. */
export function withoutMoney(figures: Figures, of: readonly Measure[], amounts: readonly LabelledFigures[]): Figures {
  return {
    ...figures,
    currency: null,
    values: { ...figures.values, ...Object.fromEntries(of.map(({ id }) => [id, null] as const)) },
    ...(amounts.length > 0 && { amounts: [...amounts] }),
  };
}
