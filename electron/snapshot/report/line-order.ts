/** Orders a report's lines and columns by a figure, its change, or the names of groups. */
import type { Units } from '#domain/decimal.ts';
import type { Order } from '#domain/reports/definition/check.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { isDated, type Dimension } from '#domain/reports/definition/dimensions.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { isUnnamed } from '#domain/reports/keys/key-text.ts';
import { createKeyOrder } from '#domain/reports/keys/key-class.ts';
import type { ReportContext } from './context.ts';
import { createLabelReader, createMeasureReader, type ReadMeasure } from './plan.ts';
import type { Key } from './result-reader.ts';
import { NO_LABEL, OWN, combineLabels, MIXED, type Block, type Node } from './rollup-tree.ts';

export type Compare = (a: Node, b: Node) => number;

/** Maps a group to the same group in the compared period. */
export type PairsBefore = ReadonlyMap<Node, Node>;

export function pairNodes(now: Node, before: Node, pairs = new Map<Node, Node>()): Map<Node, Node> {
  pairs.set(now, before);
  for (const [key, child] of now.children) {
    const childBefore = before.children.get(key);
    if (childBefore) pairNodes(child, childBefore, pairs);
  }
  return pairs;
}

/** Creates the order of a group's lines. Unset keys and unknown figures come last in either direction; ties are ordered by key. */
export function createCompare(
  context: ReportContext,
  dimension: Dimension,
  depth: number,
  { columnKeys, pairsBefore }: { readonly columnKeys: readonly Key[]; readonly pairsBefore: PairsBefore | undefined },
): Compare {
  const { measures, order: reportOrder, innerOrder, groupBy } = context.report;
  const isInner = depth > 0 && depth === groupBy.length - 1;
  const order = (isInner ? innerOrder : undefined) ?? reportOrder;
  if (order?.kind === 'group' && order.by === dimension.name) {
    return compareUnnamedByHours(
      context,
      dimension,
      depth,
      createKeyCompare(context, dimension, depth, order.direction === 'ascending' ? 1 : -1),
    );
  }
  const compareKeys = createKeyCompare(context, dimension, depth);
  if (isDated(dimension) && order?.kind !== 'measure') return compareKeys;
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : measures[0];
  if (!measure) return compareKeys;
  const readMeasure = createMeasureReader(context.plan, measure, context.hoursPerDay);
  const column = findOrderColumn(context, order, columnKeys);
  const orderedBy = order?.kind === 'measure' ? order.of : undefined;
  const readChange = orderedBy && pairsBefore && createChangeReader(context, measure, pairsBefore);
  const readFigure = memoize((node) => {
    if (!readChange) return column === undefined ? readMeasure(node.own, OWN) : readMeasure(node.cells, column);
    const change = readChange(node);
    return change === null || change >= 0n || orderedBy === 'change' ? change : -change;
  });
  const sign = order?.kind === 'measure' && order.direction === 'ascending' ? 1 : -1;
  return (a, b) => compareUnits(readFigure(a), readFigure(b), sign) || compareKeys(a, b);
}

/**
 * Orders ids without a name after the names, by hours, because the order of ids means nothing to readers. If no measure is additive, it
 * orders by records.
 */
function compareUnnamedByHours(context: ReportContext, { name }: Dimension, depth: number, compare: Compare): Compare {
  const { measures } = context.report;
  const measure =
    measures.find(({ unit, additive }) => unit === 'hours' && additive) ?? measures.find(({ additive }) => additive);
  const readMeasure = measure && createMeasureReader(context.plan, measure, context.hoursPerDay);
  const readFigure = memoize(({ own }) => (readMeasure ? readMeasure(own, OWN) : BigInt(own.records[OWN] ?? 0)));
  const directory = context.options.directory ?? emptyDirectory;
  const toPrintedKey = createPrintedKeyReader(context, depth);
  const hasNoName = ({ key }: Node) => {
    const printedKey = toPrintedKey(key);
    return printedKey !== null && isUnnamed(name, printedKey, directory);
  };
  return (a, b) => {
    // Unset keys stay last.
    if (a.key === null || b.key === null) return compare(a, b);
    const isUnnamedA = hasNoName(a);
    if (isUnnamedA !== hasNoName(b)) return isUnnamedA ? 1 : -1;
    return (isUnnamedA ? compareUnits(readFigure(a), readFigure(b), -1) : 0) || compare(a, b);
  };
}

/**
 * Creates the reader of a measure's change. A group without a record in a period has 0 there for additive measures, and no value for
 * others, as changes are printed. Money in two currencies has no difference.
 */
function createChangeReader(
  context: ReportContext,
  measure: Measure,
  pairsBefore: PairsBefore,
): (now: Node) => Units | null {
  const readUnits = createMeasureReader(context.plan, measure, context.hoursPerDay);
  const readNodeLabel = createLabelReader(context.plan, [measure]);
  const isPresent = (node: Node | undefined): node is Node => node !== undefined && hasFigures(context, node.own);
  const readValue = (node: Node | undefined) => {
    if (isPresent(node)) return readUnits(node.own, OWN);
    return measure.additive ? 0n : null;
  };
  const readLabel = (node: Node | undefined) => (isPresent(node) ? readNodeLabel(node.own, OWN) : NO_LABEL);
  return (now) => {
    const nodeBefore = pairsBefore.get(now);
    const [valueNow, valueBefore] = [readValue(now), readValue(nodeBefore)];
    const isSameMoney = !measure.money || combineLabels(readLabel(now), readLabel(nodeBefore)) !== MIXED;
    return valueNow === null || valueBefore === null || !isSameMoney ? null : valueNow - valueBefore;
  };
}

/** Finds the number of the column that rows are ordered by; undefined if they are ordered by their totals, or the column does not exist. */
export function findOrderColumn(
  { spellings }: ReportContext,
  order: Order | undefined,
  columnKeys: readonly Key[],
): number | undefined {
  if (order?.kind !== 'measure' || order.column === undefined) return undefined;
  const columnIndex = columnKeys.indexOf(spellings.at(-1)?.toKey(order.column) ?? order.column);
  return columnIndex < 0 ? undefined : columnIndex;
}

function memoize(read: (node: Node) => Units | null): (node: Node) => Units | null {
  const values = new Map<Node, Units | null>();
  return (node) => {
    const cached = values.get(node);
    if (cached !== undefined) return cached;
    const value = read(node);
    values.set(node, value);
    return value;
  };
}

function compareUnits(a: Units | null, b: Units | null, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

/** Names are known by the spelling that is printed, not by the folded key of a group. */
function createPrintedKeyReader({ spellings }: ReportContext, groupIndex: number): (key: Key) => Key {
  return (key) => spellings[groupIndex]?.chooseText(key) ?? key;
}

/** Compares by the spelling that is printed. @param groupIndex the number of the group; the columns have the last one */
function createKeyCompare(context: ReportContext, { name }: Dimension, groupIndex: number, sign: 1 | -1 = 1) {
  const compare = createKeyOrder(name, context.options.directory ?? emptyDirectory, sign);
  const toPrintedKey = createPrintedKeyReader(context, groupIndex);
  return ({ key: a }: { readonly key: Key }, { key: b }: { readonly key: Key }) =>
    compare(toPrintedKey(a), toPrintedKey(b));
}

/** @returns column numbers: dates in chronological order, others ordered like rows */
export function sortColumns(context: ReportContext, root: Node, keys: readonly Key[]): number[] {
  const { columns, measures } = context.report;
  if (!columns) return [];
  const [first] = measures;
  const read: ReadMeasure =
    first && !isDated(columns) ? createMeasureReader(context.plan, first, context.hoursPerDay) : () => null;
  const sorted = keys.map((key, number) => ({ key, number, value: read(root.cells, number) }));
  const compareKeys = createKeyCompare(context, columns, context.report.groupBy.length);
  sorted.sort((a, b) => compareUnits(a.value, b.value, -1) || compareKeys(a, b));
  return sorted.map(({ number }) => number);
}

/** Returns true for a group with records, or with people of whom hours are expected. */
export function hasFigures({ plan }: ReportContext, { records, sums }: Block): boolean {
  const expected = plan.needsExpected ? sums[plan.aggregates.length]?.[OWN] : null;
  return (records[OWN] ?? 0) > 0 || (expected ?? null) !== null;
}
