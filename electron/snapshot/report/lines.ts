/** Writes a report's tree as lines: in order, with the tail grouped, with cells and compared values. */
import type { Units } from '../../../src/domain/decimal.ts';
import { bucketAt } from '../../../src/domain/reports/definition/buckets.ts';
import { isDated, type Dimension } from '../../../src/domain/reports/definition/dimensions.ts';
import { keyOrder } from '../../../src/domain/reports/keys/key-order.ts';
import type { Figures, ReportResult, ReportRow } from '../../../src/domain/reports/definition/report.ts';
import type { Key } from './result-reader.ts';
import { currenciesIn, countCurrencies, onSides, withoutMoney, type Group, type Trees } from './currencies.ts';
import { measureReader, splitLabelReader, splitChange, splitReaders, type ReadMeasure } from './plan.ts';
import type { ReportFigures, ReportContext } from './context.ts';
import { rememberedTexts, textOfUnits } from './texts.ts';
import { OWN, sameLabel, SEVERAL, type Block, type Node, type Tree } from './rollup-tree.ts';

type Line = ReportResult['total'];
type Compare = (a: Node, b: Node) => number;

/** @param columnKeys by column number */
export function writeFigures(context: ReportContext, trees: Trees, columnKeys: readonly Key[]): ReportFigures {
  const { report } = context;
  const { now: tree, before } = trees;
  if (before) addMissing(tree, before);
  const orders = report.groupBy.map((dimension, depth) => toCompare(context, dimension, depth, columnKeys));
  const [outermost] = orders;
  const other = report.top !== undefined && outermost ? foldRest(trees, report.top, outermost) : undefined;
  const columns = columnOrder(context, tree.root, columnKeys);
  const currencies = countCurrencies(context, trees);
  const isSeveral = (currencies?.length ?? 0) > 1;
  const write = lineWriter(context, before !== undefined, columns, isSeveral);
  const rows: ReportRow[] = [];
  const subtotals: ReportRow[] = [];

  const walk = (group: Group, depth: number, key: ReportRow['key']) => {
    const { now } = group;
    if (depth > 0) {
      const line: ReportRow = { key, ...write(group) };
      if (now.folded !== undefined) line.folded = now.folded;
      (depth === orders.length ? rows : subtotals).push(line);
    }
    const order = orders[depth];
    const name = report.groupBy[depth]?.name;
    if (!order || name === undefined) return;
    for (const child of [...now.children.values()].toSorted(order)) {
      const inside = onSides(group, ({ children }) => children.get(child.key));
      if (inside) walk(inside, depth + 1, { ...key, [name]: context.spellings[depth]?.shown(child.key) ?? null });
    }
    if (depth === 0 && other) walk(other, 1, { [name]: null });
  };
  const whole: Group = {
    now: tree.root,
    before: before?.root,
    labelled: trees.labelled.map((each) => each?.root),
    labelledBefore: trees.labelledBefore.map((each) => each?.root),
  };
  walk(whole, 0, {});

  const total = write(whole);
  return {
    rows,
    subtotals,
    totals: total.values,
    total,
    records: total.records,
    columns: columnLines(context, whole, columns, columnKeys, isSeveral),
    isOrderAbsent:
      report.order?.kind === 'measure' &&
      report.order.column !== undefined &&
      orderColumn(context, columnKeys) === undefined,
    currencies,
    spellings: listSpellings(context),
  };
}

/** Keys with several spellings, outermost group first. */
function listSpellings({ report, spellings }: ReportContext): ReportFigures['spellings'] {
  const names = [...report.groupBy, ...(report.columns ? [report.columns] : [])].map(({ name }) => name);
  const all = names.flatMap((group, index) =>
    (spellings[index]?.several() ?? []).map((several) => ({ group, ...several })),
  );
  return all.length === 0 ? undefined : all;
}

/** Groups that only the compared period has get a line too. */
function addMissing(tree: Tree, before: Tree): void {
  const visit = (old: Node, path: readonly Key[]) => {
    if (old.children.size === 0) tree.leaf(path);
    for (const child of old.children.values()) visit(child, [...path, child.key]);
  };
  if (before.root.children.size > 0) visit(before.root, []);
}

function foldRest(trees: Trees, count: number, order: Compare): Group | undefined {
  const sorted = [...trees.now.root.children.values()].toSorted(order);
  const kept = new Set(sorted.slice(0, count).map(({ key }) => key));
  const folded = sorted.length - kept.size;
  return onSides(trees, (tree) => tree.fold(kept, folded));
}

/** Unset keys and unknown figures come last in either direction; equal ones are ordered by key. */
function toCompare(context: ReportContext, dimension: Dimension, depth: number, columnKeys: readonly Key[]): Compare {
  const { measures, order } = context.report;
  if (order?.kind === 'group' && order.by === dimension.name) {
    return byKey(context, dimension, depth, order.direction === 'ascending' ? 1 : -1);
  }
  const keys = byKey(context, dimension, depth);
  if (isDated(dimension) && order?.kind !== 'measure') return keys;
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : measures[0];
  if (!measure) return keys;
  const reader = measureReader(context.plan, measure, context.hoursPerDay);
  const column = orderColumn(context, columnKeys);
  const read = remembered((node) => (column === undefined ? reader(node.own, OWN) : reader(node.cells, column)));
  const sign = order?.kind === 'measure' && order.direction === 'ascending' ? 1 : -1;
  return (a, b) => compareUnits(read(a), read(b), sign) || keys(a, b);
}

/** Number of the column that rows are ordered by; undefined: they are ordered by their totals, or the column is not there. */
function orderColumn({ report: { order }, spellings }: ReportContext, columnKeys: readonly Key[]): number | undefined {
  if (order?.kind !== 'measure' || order.column === undefined) return undefined;
  const at = columnKeys.indexOf(spellings.at(-1)?.toKey(order.column) ?? order.column);
  return at < 0 ? undefined : at;
}

function remembered(read: (node: Node) => Units | null): (node: Node) => Units | null {
  const values = new Map<Node, Units | null>();
  return (node) => {
    const known = values.get(node);
    if (known !== undefined) return known;
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

/** By the spelling that is printed. @param at number of the group; that of the columns comes last */
function byKey({ options, spellings }: ReportContext, { name }: Dimension, at: number, sign: 1 | -1 = 1) {
  const compare = keyOrder(name, options.directory ?? { owners: {}, objects: {} }, sign);
  const shown = (key: Key) => spellings[at]?.shown(key) ?? key;
  return ({ key: a }: { readonly key: Key }, { key: b }: { readonly key: Key }) => compare(shown(a), shown(b));
}

/** @returns column numbers: dates in the order of time, others ordered like rows. */
function columnOrder(context: ReportContext, root: Node, keys: readonly Key[]): number[] {
  const { columns, measures } = context.report;
  if (!columns) return [];
  const [first] = measures;
  const read: ReadMeasure =
    first && !isDated(columns) ? measureReader(context.plan, first, context.hoursPerDay) : () => null;
  const sorted = keys.map((key, number) => ({ key, number, value: read(root.cells, number) }));
  const keysFirst = byKey(context, columns, context.report.groupBy.length);
  sorted.sort((a, b) => compareUnits(a.value, b.value, -1) || keysFirst(a, b));
  return sorted.map(({ number }) => number);
}

function columnLines(
  context: ReportContext,
  { now, labelled }: Group,
  numbers: readonly number[],
  keys: readonly Key[],
  isSeveral: boolean,
): ReportFigures['columns'] {
  const { columns } = context.report;
  const figures = figuresWriter(context, isSeveral);
  return numbers.map((number) => {
    const key = context.spellings.at(-1)?.shown(keys[number] ?? null) ?? null;
    const bucket =
      columns?.kind === 'time' && key !== null ? bucketAt(key, columns.unit, context.options.period ?? null) : null;
    const { from, to, cut } = bucket ?? { from: null, to: null, cut: false };
    const own = figures(now.cells, number, (label) => labelled[label]?.cells);
    return { key, ...own, from, to, cut };
  });
}

type WriteFigures = (block: Block, at: number, ofLabel: (number: number) => Block | undefined) => Figures;

/** @param isSeveral whether money is of several currencies, so that each amount names its own */
function figuresWriter(context: ReportContext, isSeveral: boolean): WriteFigures {
  const readers = context.report.measures.map(
    (each) => [each.id, measureReader(context.plan, each, context.hoursPerDay)] as const,
  );
  const currencies = currenciesIn(context);
  return (block, at, ofLabel) => {
    const values: Record<string, string | null> = {};
    for (const [id, read] of readers) values[id] = textOfUnits(read(block, at));
    const own: Figures = { values, records: block.records[at] ?? 0 };
    if (!isSeveral) return own;
    own.currency = currencies.labelAt(block, at);
    if (currencies.isMixed(block, at)) own.amounts = currencies.amountsIn(at, ofLabel);
    return own;
  };
}

/** @param columns numbers in the order of the columns */
function lineWriter(
  context: ReportContext,
  isCompared: boolean,
  columns: readonly number[],
  isSeveral: boolean,
): (group: Group) => Line {
  const figures = figuresWriter(context, isSeveral);
  const currencies = currenciesIn(context);
  const split = isCompared ? splitReaders(context.plan, context.hoursPerDay) : undefined;
  const splitLabel = splitLabelReader(context.plan);
  const cellReaders = context.report.measures.map((each) => ({
    id: each.id,
    read: measureReader(context.plan, each, context.hoursPerDay),
    write: rememberedTexts(),
  }));
  return ({ now: node, before, labelled, labelledBefore }) => {
    const line: Line = figures(node.own, OWN, (label) => labelled[label]?.own);
    if (context.report.columns) {
      line.cells = Object.fromEntries(
        cellReaders.map(({ id, read, write }) => [id, columns.map((number) => write(read(node.cells, number)))]),
      );
    }
    if (isSeveral && line.cells) {
      line.cellCurrencies = columns.map((number) => currencies.labelAt(node.cells, number));
      const isMixedAt = (number: number) => currencies.isMixed(node.cells, number);
      if (columns.some(isMixedAt)) {
        const ofLabel = (label: number) => labelled[label]?.cells;
        line.cellAmounts = columns.map((number) => (isMixedAt(number) ? currencies.amountsIn(number, ofLabel) : null));
      }
    }
    if (!split) return line;
    const had = before && wasThere(context, before.own) ? before : undefined;
    const apart = had && isSeveral ? currencies.apart(node, had) : [];
    const ofLabelBefore = (label: number) => labelledBefore[label]?.own;
    line.before = had ? figures(had.own, OWN, ofLabelBefore) : null;
    if (line.before && apart.length > 0)
      line.before = withoutMoney(line.before, apart, currencies.amountsIn(OWN, ofLabelBefore));
    const isSplit = had && sameLabel(splitLabel(node.own, OWN), splitLabel(had.own, OWN)) !== SEVERAL;
    line.split = isSplit ? splitChange(split, node.own, had.own) : null;
    return line;
  };
}

/** Whether a group had records, or people with something expected of them. */
function wasThere({ plan }: ReportContext, { records, sums }: Block): boolean {
  const expected = plan.needsExpected ? sums[plan.aggregates.length]?.[OWN] : null;
  return (records[OWN] ?? 0) > 0 || (expected ?? null) !== null;
}
