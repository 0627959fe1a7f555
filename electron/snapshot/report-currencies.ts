/** Money of several labels in a report: which are where, and the figures of each label by itself, read beside the whole. */
import type { Measure } from '../../src/domain/reports/measures.ts';
import type { Figures, LabelledFigures, ReportResult } from '../../src/domain/reports/report.ts';
import { currenciesIn, measureReader, type ReadMeasure } from './report-plan.ts';
import type { Run } from './report-run.ts';
import { textOfUnits } from './report-texts.ts';
import { OWN, type Block, type Node, type Tree } from './report-tree.ts';

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

/** Labels of all money now and before, the unlabelled last; undefined: it all has the workspace's own. */
export function currenciesOf(
  { currencies, labels, plan }: Run,
  tree: Tree,
  before: Tree | undefined,
): ReportResult['currencies'] {
  if (!currencies) return undefined;
  const places = new Set([tree, before].flatMap((each) => (each ? [...currenciesIn(plan, each.root.own, OWN)] : [])));
  return labelled(labels, places).map(({ label }) => label);
}

/** Labels of these places with their numbers, the unlabelled last. */
function labelled(labels: readonly string[], places: ReadonlySet<number>): { label: string | null; number: number }[] {
  const found = labels.flatMap((label, number) => (places.has(number + 1) ? [{ label, number }] : []));
  const isNamed = ({ label }: { readonly label: string }) => label !== '';
  return [
    ...found.filter(isNamed),
    ...found.filter((each) => !isNamed(each)).map(({ number }) => ({ label: null, number })),
  ];
}

/** The one label of a place's money; null: none, or several. */
export function labelAt({ labels, plan }: Run, block: Block, at: number): string | null {
  const [place, ...more] = currenciesIn(plan, block, at);
  return more.length > 0 ? null : labels[(place ?? 0) - 1] || null;
}

/** Whether money now and before has one label together: only then is there a change of it. */
export function isOfOne({ plan }: Run, now: Node, before: Node): boolean {
  return new Set([...currenciesIn(plan, now.own, OWN), ...currenciesIn(plan, before.own, OWN)]).size < 2;
}

/** @returns the money of a place by label; every label that its money has, whatever else it counts. */
export type ReadAmounts = (
  block: Block,
  at: number,
  ofLabel: (number: number) => Block | undefined,
) => LabelledFigures[];

export function amountsReader({ report, plan, hoursPerDay, labels }: Run): ReadAmounts {
  const readers = report.measures.flatMap((each: Measure): [string, ReadMeasure][] =>
    // Records of one label mix nothing.
    each.money ? [[each.id, measureReader(plan, each, hoursPerDay, false)]] : [],
  );
  return (block, at, ofLabel) =>
    labelled(labels, currenciesIn(plan, block, at)).map(({ label, number }) => {
      const own = ofLabel(number);
      return {
        currency: label,
        values: Object.fromEntries(readers.map(([id, read]) => [id, own ? textOfUnits(read(own, at)) : null])),
      };
    });
}

/** Money of another currency stands beside none: whoever subtracts it would print what is no amount. Each label has its own. */
export function withoutMoney({ report }: Run, figures: Figures, amounts: readonly LabelledFigures[]): Figures {
  const money = report.measures.flatMap(({ id, money: isMoney }) => (isMoney ? [[id, null] as const] : []));
  return {
    ...figures,
    currency: null,
    values: { ...figures.values, ...Object.fromEntries(money) },
    ...(amounts.length > 0 && { amounts: [...amounts] }),
  };
}
