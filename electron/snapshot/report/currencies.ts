/**
 * Handles amounts in multiple currencies: which currencies occur where in a report, and the figures of each currency, read next to the
 * total.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { formatUnitsOrNull } from '#domain/decimal.ts';
import { needsAllRecords } from '#domain/reports/definition/own-measure.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import type { Figures, LabelledFigures, ReportResult } from '#domain/reports/definition/report.ts';
import { readSharedRows } from '../database/shared-answers.ts';
import { createLabelReader, createMeasureReader, findMoneyIndexes } from './plan.ts';
import type { ReportOptions, ReportContext } from './context.ts';
import { NO_LABEL, OWN, combineLabels, MIXED, type Block, type Node, type Tree } from './rollup-tree.ts';

/**
 * The same figures for the report's period and the compared one, of all records and of the records of each currency, by the currency's
 * number.
 */
export interface Sides<T> extends PastSides<T> {
  readonly now: T;
  readonly labelled: readonly (T | undefined)[];
  /** The figures of further compared periods; empty for one that is not compared. */
  readonly further: readonly PastSides<T>[];
}

export interface PastSides<T> {
  readonly before: T | undefined;
  readonly labelledBefore: readonly (T | undefined)[];
}

export type Trees = Sides<Tree>;
export type Group = Sides<Node>;

/** Applies a function to all sides. The result is undefined if the function returns nothing for the report's period. */
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

/** Lists all currencies that may occur, with an empty text for none. The list is empty if every object has the workspace's currency. */
export async function listCurrencies(connection: DuckDBConnection, { settings }: ReportOptions): Promise<string[]> {
  const workspaceCurrency = settings?.currency ?? '';
  const sql = 'SELECT DISTINCT currency FROM directory_objects WHERE currency IS NOT NULL';
  const knownCurrencies = (await readSharedRows(connection, sql)).map(([currency]) => String(currency));
  return knownCurrencies.every((currency) => currency === workspaceCurrency)
    ? []
    : [...new Set([workspaceCurrency, ...knownCurrencies])].toSorted();
}

/**
 * Lists the currencies of the money in the report's measures, now and before, unknown ones last. Undefined if there is no money, or
 * if all of it is in the workspace's currency.
 */
export function listUsedCurrencies(
  context: ReportContext,
  { labelled, labelledBefore, further }: Trees,
): ReportResult['currencies'] {
  const { labels, plan, report } = context;
  if (labels.length === 0 || !report.measures.some(({ money }) => money)) return undefined;
  const isPaid = createPaidTest(findMoneyIndexes(plan, report.measures).map((index) => plan.money[index] ?? -1));
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

/** Creates a test whether a position has an amount in any of these aggregates. */
function createPaidTest(aggregates: readonly number[]) {
  return ({ sums }: Block, position: number) => aggregates.some((index) => (sums[index]?.[position] ?? null) !== null);
}

export function createCurrencies({ report, plan, hoursPerDay, labels }: ReportContext) {
  const money = report.measures.filter((measure) => measure.money);
  const readLabel = createLabelReader(plan, money);
  const isPaid = createPaidTest(findMoneyIndexes(plan, money).map((index) => plan.money[index] ?? -1));
  const numbers = sortUnlabelledLast(labels).map((label) => ({ label, number: labels.indexOf(label) }));
  const readers = money.map((measure) => ({
    measure,
    // Distinct people and expected hours cannot be counted for one currency's records alone.
    read: needsAllRecords(measure) ? () => null : createMeasureReader(plan, measure, hoursPerDay),
    readLabel: createLabelReader(plan, [measure]),
  }));
  return {
    /** Returns the single currency of all money at a position; null for none or multiple. */
    getLabel: (block: Block, index: number) => {
      const label = readLabel(block, index);
      return label === MIXED || label === NO_LABEL ? null : labels[label - 1] || null;
    },
    /** Returns true if a position has money in multiple currencies, within one measure or across measures. */
    isMixed: (block: Block, index: number) => readLabel(block, index) === MIXED,
    /** Lists the money at a position by currency. @param getBlock returns the figures of a currency's number */
    listAmounts: (position: number, getBlock: (number: number) => Block | undefined) =>
      numbers.flatMap(({ label, number }): LabelledFigures[] => {
        const block = getBlock(number);
        if (!block || !isPaid(block, position)) return [];
        const values = readers.map(({ measure, read }) => [measure.id, formatUnitsOrNull(read(block, position))]);
        return [{ currency: label || null, values: Object.fromEntries(values) }];
      }),
    /** Lists the measures whose earlier and present money are in different currencies, so that they have no change. */
    listIncomparable: (now: Node, before: Node) =>
      readers.flatMap(({ measure, readLabel }) => {
        const label = readLabel(before.own, OWN);
        return label !== NO_LABEL && combineLabels(readLabel(now.own, OWN), label) === MIXED ? [measure] : [];
      }),
  };
}

/** Removes money in different currencies, which has no difference, and adds the amounts of each currency. */
export function removeMoney(
  figures: Figures,
  measures: readonly Measure[],
  amounts: readonly LabelledFigures[],
): Figures {
  return {
    ...figures,
    currency: null,
    values: { ...figures.values, ...Object.fromEntries(measures.map(({ id }) => [id, null] as const)) },
    ...(amounts.length > 0 && { amounts: [...amounts] }),
  };
}
