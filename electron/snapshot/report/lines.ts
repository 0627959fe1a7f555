/** Writes a report's tree as lines: in order, with the tail grouped, with cells and compared values. */
import { formatUnits, formatUnitsOrNull, type Units } from '#domain/decimal.ts';
import { findBucket } from '#domain/reports/definition/buckets.ts';
import type { Figures, ReportResult, ReportRow } from '#domain/reports/definition/report.ts';
import type { Key } from './result-reader.ts';
import {
  createCurrencies,
  listUsedCurrencies,
  mapSides,
  removeMoney,
  type Group,
  type PastSides,
  type Trees,
} from './currencies.ts';
import { sortColumns, findOrderColumn, pairNodes, createCompare, hasFigures, type Compare } from './line-order.ts';
import { createMeasureReader, createSplitLabelReader, splitChange, createSplitReaders } from './plan.ts';
import type { ReportFigures, ReportContext } from './context.ts';
import { OWN, combineLabels, MIXED, type Block, type Node, type Tree } from './rollup-tree.ts';

type Line = ReportResult['total'];

/** Selects some of a report's lines, for the parts of lines of another report. */
export interface LineSelection {
  /** The outermost groups that the other report lists; all others form its grouped tail. Undefined if it lists all. */
  readonly listed: readonly Key[] | undefined;
  /** Decides whether a line is written, with all that is inside it. */
  readonly isWritten: (key: ReportRow['key'], isOther: boolean) => boolean;
}

/**
 * @param columnKeys by column number
 * @param selectedLines undefined for every line
 */
export function writeFigures(
  context: ReportContext,
  trees: Trees,
  columnKeys: readonly Key[],
  selectedLines?: LineSelection,
): ReportFigures {
  const { report } = context;
  const { now: tree, before } = trees;
  for (const pastTree of [before, ...trees.further.map((side) => side.before)])
    if (pastTree) addMissingGroups(tree, pastTree);
  const pairsBefore = before ? pairNodes(tree.root, before.root) : undefined;
  const orders = report.groupBy.map((dimension, depth) =>
    createCompare(context, dimension, depth, { columnKeys, pairsBefore }),
  );
  const [outermost] = orders;
  const tail = selectedLines
    ? foldUnlisted(context, trees, selectedLines.listed)
    : outermost && foldTail(context, trees, outermost);
  // The tail is folded only after the other groups were paired, so its new nodes are paired here.
  if (tail?.before) pairNodes(tail.now, tail.before, pairsBefore);
  const columns = sortColumns(context, tree.root, columnKeys);
  const currencies = listUsedCurrencies(context, trees);
  const hasMultipleCurrencies = (currencies?.length ?? 0) > 1;
  const write = createLineWriter(context, trees, columns, hasMultipleCurrencies);
  const rows: ReportRow[] = [];
  const subtotals: ReportRow[] = [];

  const walk = (group: Group, depth: number, key: ReportRow['key']) => {
    const { now } = group;
    if (depth > 0 && selectedLines?.isWritten(key, now.folded !== undefined) === false) return;
    if (depth > 0) {
      const line: ReportRow = { key, ...write(group) };
      if (now.folded !== undefined) line.folded = now.folded;
      (depth === orders.length ? rows : subtotals).push(line);
    }
    const order = orders[depth];
    const name = report.groupBy[depth]?.name;
    if (!order || name === undefined) return;
    for (const child of [...now.children.values()].toSorted(order)) {
      const childGroup = mapSides(group, ({ children }) => children.get(child.key));
      if (childGroup)
        walk(childGroup, depth + 1, { ...key, [name]: context.spellings[depth]?.chooseText(child.key) ?? null });
    }
    if (depth === 0 && tail) walk(tail, 1, { [name]: null });
  };
  const rootGroup: Group = {
    now: tree.root,
    before: before?.root,
    labelled: trees.labelled.map((labelledTree) => labelledTree?.root),
    labelledBefore: trees.labelledBefore.map((labelledTree) => labelledTree?.root),
    further: trees.further.map((side) => ({
      before: side.before?.root,
      labelledBefore: side.labelledBefore.map((labelledTree) => labelledTree?.root),
    })),
  };
  walk(rootGroup, 0, {});

  const total = write(rootGroup);
  return {
    rows,
    subtotals,
    totals: total.values,
    total,
    records: total.records,
    columns: writeColumns(context, rootGroup, columns, columnKeys, hasMultipleCurrencies),
    isOrderAbsent:
      report.order?.kind === 'measure' &&
      report.order.column !== undefined &&
      findOrderColumn(context, report.order, columnKeys) === undefined,
    currencies,
    spellings: listSpellings(context),
  };
}

/** Lists keys with multiple spellings, outermost group first. */
function listSpellings({ report, spellings }: ReportContext): ReportFigures['spellings'] {
  const names = [...report.groupBy, ...(report.columns ? [report.columns] : [])].map(({ name }) => name);
  const spellingsByGroup = names.flatMap((group, index) =>
    (spellings[index]?.listKeysWithVariants() ?? []).map((spelling) => ({ group, ...spelling })),
  );
  return spellingsByGroup.length === 0 ? undefined : spellingsByGroup;
}

/** Adds the groups that only the compared period has, so that they get a line too. */
function addMissingGroups(tree: Tree, before: Tree): void {
  const visit = (nodeBefore: Node, path: readonly Key[]) => {
    if (nodeBefore.children.size === 0) tree.ensureLeaf(path);
    for (const child of nodeBefore.children.values()) visit(child, [...path, child.key]);
  };
  if (before.root.children.size > 0) visit(before.root, []);
}

function foldTail(context: ReportContext, trees: Trees, order: Compare): Group | undefined {
  const { top, only } = context.report;
  const { now, before } = trees;
  if (top === undefined && (only === undefined || !before)) return undefined;
  const all = [...now.root.children.values()];
  const isPresent = (node: Node | undefined) => node !== undefined && hasFigures(context, node.own);
  const listed =
    only === undefined || !before
      ? all
      : all.filter((node) => isPresent(node) !== isPresent(before.root.children.get(node.key)));
  const keptKeys = new Set(
    listed
      .toSorted(order)
      .slice(0, top)
      .map(({ key }) => key),
  );
  const folded = all.length - keptKeys.size;
  return mapSides(trees, (tree) => tree.fold(keptKeys, folded));
}

function foldUnlisted({ spellings }: ReportContext, trees: Trees, listed: LineSelection['listed']): Group | undefined {
  if (!listed) return undefined;
  const keptKeys = new Set(listed.map((key) => spellings[0]?.toKey(key) ?? key));
  const { children } = trees.now.root;
  const folded = [...children.keys()].filter((key) => !keptKeys.has(key)).length;
  return mapSides(trees, (tree) => tree.fold(keptKeys, folded));
}

function writeColumns(
  context: ReportContext,
  { now, labelled }: Group,
  numbers: readonly number[],
  keys: readonly Key[],
  hasMultipleCurrencies: boolean,
): ReportFigures['columns'] {
  const { columns } = context.report;
  const writeBlockFigures = createFiguresWriter(context, hasMultipleCurrencies);
  return numbers.map((number) => {
    const key = context.spellings.at(-1)?.chooseText(keys[number] ?? null) ?? null;
    const bucket =
      columns?.kind === 'time' && key !== null ? findBucket(key, columns.unit, context.options.period ?? null) : null;
    const { from, to, cut } = bucket ?? { from: null, to: null, cut: false };
    const columnFigures = writeBlockFigures(now.cells, number, (label) => labelled[label]?.cells);
    return { key, ...columnFigures, from, to, cut };
  });
}

/** @param hasMultipleCurrencies true if each amount must name its currency */
function createFiguresWriter(context: ReportContext, hasMultipleCurrencies: boolean) {
  const readers = context.report.measures.map(
    (measure) => [measure.id, createMeasureReader(context.plan, measure, context.hoursPerDay)] as const,
  );
  const currencies = createCurrencies(context);
  return (block: Block, position: number, getBlock: (number: number) => Block | undefined): Figures => {
    const values: Record<string, string | null> = {};
    for (const [id, read] of readers) values[id] = formatUnitsOrNull(read(block, position));
    const figures: Figures = { values, records: block.records[position] ?? 0 };
    if (!hasMultipleCurrencies) return figures;
    figures.currency = currencies.getLabel(block, position);
    if (currencies.isMixed(block, position)) figures.amounts = currencies.listAmounts(position, getBlock);
    return figures;
  };
}

/** @param columns numbers in the order of the columns */
function createLineWriter(
  context: ReportContext,
  trees: Trees,
  columns: readonly number[],
  hasMultipleCurrencies: boolean,
): (group: Group) => Line {
  const writeBlockFigures = createFiguresWriter(context, hasMultipleCurrencies);
  const currencies = createCurrencies(context);
  const isCompared = trees.before !== undefined;
  const hasComparison = isCompared || trees.further.some(({ before }) => before !== undefined);
  const split = hasComparison ? createSplitReaders(context.plan, context.hoursPerDay) : undefined;
  const splitLabel = createSplitLabelReader(context.plan);
  const cellReaders = context.report.measures.map((measure) => ({
    id: measure.id,
    read: createMeasureReader(context.plan, measure, context.hoursPerDay),
    write: createUnitsFormatter(),
  }));
  const writeComparison = (node: Node, { before, labelledBefore }: PastSides<Node>) => {
    const nodeBefore = before && hasFigures(context, before.own) ? before : undefined;
    const separateMoney = nodeBefore && hasMultipleCurrencies ? currencies.listIncomparable(node, nodeBefore) : [];
    const getBlockBefore = (label: number) => labelledBefore[label]?.own;
    const figuresBefore = nodeBefore ? writeBlockFigures(nodeBefore.own, OWN, getBlockBefore) : null;
    const isSplit = nodeBefore && combineLabels(splitLabel(node.own, OWN), splitLabel(nodeBefore.own, OWN)) !== MIXED;
    return {
      before:
        figuresBefore && separateMoney.length > 0
          ? removeMoney(figuresBefore, separateMoney, currencies.listAmounts(OWN, getBlockBefore))
          : figuresBefore,
      split: isSplit && split ? splitChange(split, node.own, nodeBefore.own) : null,
    };
  };
  return ({ now: node, labelled, further, ...pastSides }) => {
    const line: Line = writeBlockFigures(node.own, OWN, (label) => labelled[label]?.own);
    if (context.report.columns) {
      line.cells = Object.fromEntries(
        cellReaders.map(({ id, read, write }) => [id, columns.map((number) => write(read(node.cells, number)))]),
      );
    }
    if (hasMultipleCurrencies && line.cells) {
      line.cellCurrencies = columns.map((number) => currencies.getLabel(node.cells, number));
      const isMixedAt = (number: number) => currencies.isMixed(node.cells, number);
      if (columns.some(isMixedAt)) {
        const getBlock = (label: number) => labelled[label]?.cells;
        line.cellAmounts = columns.map((number) =>
          isMixedAt(number) ? currencies.listAmounts(number, getBlock) : null,
        );
      }
    }
    if (isCompared) {
      const { before, split: parts } = writeComparison(node, pastSides);
      line.before = before;
      line.split = parts;
    }
    if (further.length > 0)
      line.further = further.map((side, index) => (trees.further[index]?.before ? writeComparison(node, side) : null));
    return line;
  };
}

/** Beyond this many distinct figures nothing more is cached, because they are amounts of money, which rarely recur. */
const MAX_CACHED = 4096;

/** Creates a formatter of a report's cells that caches the texts, because the same hours recur in thousands of cells. */
function createUnitsFormatter(): (units: Units | null) => string | null {
  const texts = new Map<Units, string>();
  return (units) => {
    if (units === null || texts.size === MAX_CACHED) return formatUnitsOrNull(units);
    const cachedText = texts.get(units);
    if (cachedText !== undefined) return cachedText;
    const text = formatUnits(units);
    texts.set(units, text);
    return text;
  };
}
