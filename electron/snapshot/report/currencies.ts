/**
 * Handles amounts of several currencies in a report: which currencies occur where, and the figures of each currency, read next to the
 * total.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { needsAllRecords } from '#domain/reports/definition/own/own-measure.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import type { Figures, LabelledFigures, ReportResult } from '#domain/reports/definition/report.ts';
import { readRows } from '../database/connections.ts';
import { createLabelReader, createMeasureReader, listMoney } from './plan.ts';
import { type ReportOptions, type ReportContext, formatUnitsOrNull } from './context.ts';
import { NO_LABEL, OWN, combineLabels, SEVERAL, type Block, type Node, type Tree } from './rollup-tree.ts';

/** The same figures for the entire report, for the compared period, and for each currency's records in both, by the currency's number. */
export interface Sides<T> extends PastSides<T> {
  readonly now: T;
  readonly labelled: readonly (T | undefined)[];
  /** Further compared periods; one that is not compared has nothing. */
  readonly further: readonly PastSides<T>[];
}

/** One compared period. */
export interface PastSides<T> {
  readonly before: T | undefined;
  readonly labelledBefore: readonly (T | undefined)[];
}

export type Trees = Sides<Tree>;
export type Group = Sides<Node>;

/** Applies a function to all sides. The result is undefined where it returns nothing for the present one. */
export function mapSides<T, U>(
  { now, labelled, further, ...pastSides }: Sides<T>,
  convert: (side: T) => U | undefined,
): Sides<U> | undefined {
  const convertedNow = convert(now);
  const convertAll = (sides: readonly (T | undefined)[]) => sides.map((side) => side && convert(side));
  const convertPast = ({ before, labelledBefore }: PastSides<T>): PastSides<U> => ({
    before: before && convert(before),
    labelledBefore: convertAll(labelledBefore),
  });
  return (
    convertedNow && {
      now: convertedNow,
      labelled: convertAll(labelled),
      ...convertPast(pastSides),
      further: further.map(convertPast),
    }
  );
}

/**
 * Lists all currencies that may occur, with an empty one for none. The list is empty where no object has another currency than the
 * workspace.
 */
export async function listCurrencies(connection: DuckDBConnection, { settings }: ReportOptions): Promise<string[]> {
  const workspaceCurrency = settings?.currency ?? '';
  const sql = 'SELECT DISTINCT currency FROM directory_objects WHERE currency IS NOT NULL';
  const known = (await readRows(connection, sql)).map(([currency]) => String(currency));
  return known.every((currency) => currency === workspaceCurrency)
    ? []
    : [...new Set([workspaceCurrency, ...known])].toSorted();
}

/**
 * Lists the currencies of the money in the report's measures, now and before, unknown ones last. Undefined where there is no money, or
 * where all of it has the workspace's own currency.
 */
export function countCurrencies(
  context: ReportContext,
  { labelled, labelledBefore, further }: Trees,
): ReportResult['currencies'] {
  const { labels, plan, report } = context;
  if (labels.length === 0 || !report.measures.some(({ money }) => money)) return undefined;
  const isPaid = createPaidReader(listMoney(plan, report.measures).map((place) => plan.money[place] ?? -1));
  const paidLabels = labels.filter((_, number) =>
    [labelled[number], labelledBefore[number], ...further.map((side) => side.labelledBefore[number])].some(
      (tree) => tree !== undefined && isPaid(tree.root.own, OWN),
    ),
  );
  return sortUnlabelledLast(paidLabels).map((label) => label || null);
}

function sortUnlabelledLast(labels: readonly string[]): string[] {
  return [...labels.filter((label) => label !== ''), ...labels.filter((label) => label === '')];
}

/** Reads whether a place has any amount among these aggregates. */
function createPaidReader(aggregates: readonly number[]) {
  return ({ sums }: Block, at: number) => aggregates.some((index) => (sums[index]?.[at] ?? null) !== null);
}

/** Describes how a report's money is written where it has several currencies. */
export interface Currencies {
  /** The one currency of all money in a place; null for none or several. */
  labelAt(block: Block, at: number): string | null;
  /** Says whether a place has money of several currencies, in one measure or in two. */
  isMixed(block: Block, at: number): boolean;
  /** The money of a place by currency; every currency that it has, whatever else is counted for it. */
  amountsIn(at: number, ofLabel: (number: number) => Block | undefined): LabelledFigures[];
  /** The measures whose earlier money and present money together have several currencies, so that they have no change. */
  apart(now: Node, before: Node): Measure[];
}

export function createCurrencies({ report, plan, hoursPerDay, labels }: ReportContext): Currencies {
  const money = report.measures.filter((measure) => measure.money);
  const labelIn = createLabelReader(plan, money);
  const isPaid = createPaidReader(listMoney(plan, money).map((place) => plan.money[place] ?? -1));
  const numbers = sortUnlabelledLast(labels).map((label) => ({ label, number: labels.indexOf(label) }));
  // Records of one currency mix nothing.
  const readers = money.map((measure) => ({
    measure,
    // Distinct people and expected hours are not counted for one currency's records alone.
    read: needsAllRecords(measure) ? () => null : createMeasureReader(plan, measure, hoursPerDay),
    labelIn: createLabelReader(plan, [measure]),
  }));
  return {
    labelAt: (block, at) => {
      const label = labelIn(block, at);
      return label === SEVERAL || label === NO_LABEL ? null : labels[label - 1] || null;
    },
    isMixed: (block, at) => labelIn(block, at) === SEVERAL,
    amountsIn: (at, ofLabel) =>
      numbers.flatMap(({ label, number }) => {
        const block = ofLabel(number);
        if (!block || !isPaid(block, at)) return [];
        const values = readers.map(({ measure, read }) => [measure.id, formatUnitsOrNull(read(block, at))]);
        return [{ currency: label || null, values: Object.fromEntries(values) }];
      }),
    apart: (now, before) =>
      readers.flatMap(({ measure, labelIn: read }) => {
        const label = read(before.own, OWN);
        return label !== NO_LABEL && combineLabels(read(now.own, OWN), label) === SEVERAL ? [measure] : [];
      }),
  };
}

/** Money of another currency is not shown as a change, because subtracting the two would give no amount. Each currency has its own. */
export function removeMoney(figures: Figures, of: readonly Measure[], amounts: readonly LabelledFigures[]): Figures {
  return {
    ...figures,
    currency: null,
    values: { ...figures.values, ...Object.fromEntries(of.map(({ id }) => [id, null] as const)) },
    ...(amounts.length > 0 && { amounts: [...amounts] }),
  };
}
