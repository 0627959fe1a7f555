/** Writes a report's tree as lines: in order, with the tail grouped, with cells and compared values. */
import { bucketAt } from '../../../src/domain/reports/definition/buckets.ts';
import type { Figures, ReportResult, ReportRow } from '../../../src/domain/reports/definition/report.ts';
import type { Key } from './result-reader.ts';
import {
  currenciesIn,
  countCurrencies,
  onSides,
  withoutMoney,
  type Group,
  type Past,
  type Trees,
} from './currencies.ts';
import { columnOrder, orderColumn, pairNodes, toCompare, wasThere, type Compare } from './line-order.ts';
import { measureReader, splitLabelReader, splitChange, splitReaders } from './plan.ts';
import type { ReportFigures, ReportContext } from './context.ts';
import { rememberedTexts, textOfUnits } from './texts.ts';
import { OWN, sameLabel, SEVERAL, type Block, type Node, type Tree } from './rollup-tree.ts';

type Line = ReportResult['total'];

/** Of a report's lines only some, for the parts of lines of another report. */
export interface Wanted {
  /** Outermost groups that the other report lists; the rest is its grouped tail. Undefined: it lists all. */
  readonly listed: readonly Key[] | undefined;
  /** Whether a line is written, with all that is inside of it. */
  readonly isWritten: (key: ReportRow['key'], isOther: boolean) => boolean;
}

/**
 * @param columnKeys by column number
 * @param wanted undefined: every line
 */
export function writeFigures(
  context: ReportContext,
  trees: Trees,
  columnKeys: readonly Key[],
  wanted?: Wanted,
): ReportFigures {
  const { report } = context;
  const { now: tree, before } = trees;
  for (const each of [before, ...trees.further.map((past) => past.before)]) if (each) addMissing(tree, each);
  const wasBefore = before ? pairNodes(tree.root, before.root) : undefined;
  const orders = report.groupBy.map((dimension, depth) =>
    toCompare(context, dimension, depth, { columnKeys, wasBefore }),
  );
  const [outermost] = orders;
  const other = wanted ? foldUnlisted(context, trees, wanted.listed) : outermost && foldRest(context, trees, outermost);
  // Folded after the others were paired, the tail has nodes of its own.
  if (other?.before) pairNodes(other.now, other.before, wasBefore);
  const columns = columnOrder(context, tree.root, columnKeys);
  const currencies = countCurrencies(context, trees);
  const isSeveral = (currencies?.length ?? 0) > 1;
  const write = lineWriter(context, trees, columns, isSeveral);
  const rows: ReportRow[] = [];
  const subtotals: ReportRow[] = [];

  const walk = (group: Group, depth: number, key: ReportRow['key']) => {
    const { now } = group;
    if (depth > 0 && wanted?.isWritten(key, now.folded !== undefined) === false) return;
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
    further: trees.further.map((each) => ({
      before: each.before?.root,
      labelledBefore: each.labelledBefore.map((labelled) => labelled?.root),
    })),
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
      orderColumn(context, report.order, columnKeys) === undefined,
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

function foldRest(context: ReportContext, trees: Trees, order: Compare): Group | undefined {
  const { top, only } = context.report;
  const { now, before } = trees;
  if (top === undefined && (only === undefined || !before)) return undefined;
  const all = [...now.root.children.values()];
  const isThere = (node: Node | undefined) => node !== undefined && wasThere(context, node.own);
  const listed =
    only === undefined || !before
      ? all
      : all.filter((node) => isThere(node) !== isThere(before.root.children.get(node.key)));
  const kept = new Set(
    listed
      .toSorted(order)
      .slice(0, top)
      .map(({ key }) => key),
  );
  const folded = all.length - kept.size;
  return onSides(trees, (tree) => tree.fold(kept, folded));
}

function foldUnlisted({ spellings }: ReportContext, trees: Trees, listed: Wanted['listed']): Group | undefined {
  if (!listed) return undefined;
  const kept = new Set(listed.map((key) => spellings[0]?.toKey(key) ?? key));
  const { children } = trees.now.root;
  const folded = [...children.keys()].filter((key) => !kept.has(key)).length;
  return onSides(trees, (tree) => tree.fold(kept, folded));
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
  trees: Trees,
  columns: readonly number[],
  isSeveral: boolean,
): (group: Group) => Line {
  const figures = figuresWriter(context, isSeveral);
  const currencies = currenciesIn(context);
  const isCompared = trees.before !== undefined;
  const isAny = isCompared || trees.further.some(({ before }) => before !== undefined);
  const split = isAny ? splitReaders(context.plan, context.hoursPerDay) : undefined;
  const splitLabel = splitLabelReader(context.plan);
  const cellReaders = context.report.measures.map((each) => ({
    id: each.id,
    read: measureReader(context.plan, each, context.hoursPerDay),
    write: rememberedTexts(),
  }));
  const writePast = (node: Node, { before, labelledBefore }: Past<Node>) => {
    const had = before && wasThere(context, before.own) ? before : undefined;
    const apart = had && isSeveral ? currencies.apart(node, had) : [];
    const ofLabelBefore = (label: number) => labelledBefore[label]?.own;
    const own = had ? figures(had.own, OWN, ofLabelBefore) : null;
    const isSplit = had && sameLabel(splitLabel(node.own, OWN), splitLabel(had.own, OWN)) !== SEVERAL;
    return {
      before: own && apart.length > 0 ? withoutMoney(own, apart, currencies.amountsIn(OWN, ofLabelBefore)) : own,
      split: isSplit && split ? splitChange(split, node.own, had.own) : null,
    };
  };
  return ({ now: node, labelled, further, ...past }) => {
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
    if (isCompared) {
      const { before, split: parts } = writePast(node, past);
      line.before = before;
      line.split = parts;
    }
    if (further.length > 0)
      line.further = further.map((each, at) => (trees.further[at]?.before ? writePast(node, each) : null));
    return line;
  };
}
