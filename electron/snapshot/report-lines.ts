/** Writes a report's tree as lines: in order, the rest folded, with cells and what was before. */
import type { Units } from '../../src/domain/decimal.ts';
import { bucketAt } from '../../src/domain/reports/buckets.ts';
import type { Dimension } from '../../src/domain/reports/dimensions.ts';
import { keyOrder } from '../../src/domain/reports/key-order.ts';
import type { Figures, ReportResult, ReportRow } from '../../src/domain/reports/report.ts';
import type { Key } from './report-cube.ts';
import { currenciesIn, measureReader, splitOf, splitReaders, type ReadMeasure } from './report-plan.ts';
import type { ReportFigures, Run } from './report-run.ts';
import { rememberedTexts, textOfUnits } from './report-texts.ts';
import { OWN, type Block, type Node, type Tree } from './report-tree.ts';

type Line = ReportResult['total'];
type Compare = (a: Node, b: Node) => number;

/** @param columnKeys by column number */
export function writeFigures(
  run: Run,
  tree: Tree,
  before: Tree | undefined,
  columnKeys: readonly Key[],
): ReportFigures {
  const { report } = run;
  if (before) addMissing(tree, before);
  const orders = report.groupBy.map((dimension) => orderOf(run, dimension, columnKeys));
  const [outermost] = orders;
  const other = report.top !== undefined && outermost ? foldRest(tree, before, report.top, outermost) : undefined;
  const columns = columnOrder(run, tree.root, columnKeys);
  const currencies = currenciesOf(run, tree, before);
  const isSeveral = (currencies?.length ?? 0) > 1;
  const write = lineWriter(run, before !== undefined, columns, isSeveral);
  const rows: ReportRow[] = [];
  const subtotals: ReportRow[] = [];

  const walk = (node: Node, old: Node | undefined, depth: number, key: ReportRow['key']) => {
    if (depth > 0) {
      const line: ReportRow = { key, ...write(node, old) };
      if (node.folded !== undefined) line.folded = node.folded;
      (depth === orders.length ? rows : subtotals).push(line);
    }
    const order = orders[depth];
    const name = report.groupBy[depth]?.name;
    if (!order || name === undefined) return;
    const children = [...node.children.values()].toSorted(order);
    for (const child of children) walk(child, old?.children.get(child.key), depth + 1, { ...key, [name]: child.key });
    if (depth === 0 && other) walk(other.now, other.before, 1, { [name]: null });
  };
  walk(tree.root, before?.root, 0, {});

  const total = write(tree.root, before?.root);
  return {
    rows,
    subtotals,
    totals: total.values,
    total,
    records: total.records,
    columns: columnLines(run, tree.root, columns, columnKeys, isSeveral),
    isOrderAbsent:
      report.order?.kind === 'measure' &&
      report.order.column !== undefined &&
      orderColumn(run, columnKeys) === undefined,
    currencies,
  };
}

/** Labels of all money now and before, the unlabelled last; undefined: it all has the workspace's own. */
function currenciesOf(
  { currencies, labels, plan }: Run,
  tree: Tree,
  before: Tree | undefined,
): (string | null)[] | undefined {
  if (!currencies) return undefined;
  const places = new Set([tree, before].flatMap((each) => (each ? [...currenciesIn(plan, each.root.own, OWN)] : [])));
  const named = labels.filter((label, index) => label !== '' && places.has(index + 1));
  return labels.some((label, index) => label === '' && places.has(index + 1)) ? [...named, null] : named;
}

/** The one label of a place's money; null: none, or several. */
function labelAt({ labels, plan }: Run, block: Block, at: number): string | null {
  const [place, ...more] = currenciesIn(plan, block, at);
  return more.length > 0 ? null : labels[(place ?? 0) - 1] || null;
}

/** Groups that only the compared period has get a line too. */
function addMissing(tree: Tree, before: Tree): void {
  const visit = (old: Node, path: readonly Key[]) => {
    if (old.children.size === 0) tree.leaf(path);
    for (const child of old.children.values()) visit(child, [...path, child.key]);
  };
  if (before.root.children.size > 0) visit(before.root, []);
}

function foldRest(
  tree: Tree,
  before: Tree | undefined,
  count: number,
  order: Compare,
): { now: Node; before: Node | undefined } | undefined {
  const sorted = [...tree.root.children.values()].toSorted(order);
  const kept = new Set(sorted.slice(0, count).map(({ key }) => key));
  const folded = sorted.length - kept.size;
  const now = tree.fold(kept, folded);
  const old = before?.fold(kept, folded);
  return now && { now, before: old };
}

/** Unset keys and unknown figures come last, whichever the direction; what is equal is ordered by key. */
function orderOf(run: Run, dimension: Dimension, columnKeys: readonly Key[]): Compare {
  const { measures, order } = run.report;
  if (order?.kind === 'group' && order.by === dimension.name) {
    return byKey(run, dimension, order.direction === 'ascending' ? 1 : -1);
  }
  const keys = byKey(run, dimension);
  if (dimension.kind === 'time' && order?.kind !== 'measure') return keys;
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : measures[0];
  if (!measure) return keys;
  const reader = measureReader(run.plan, measure, run.hoursPerDay, run.currencies);
  const column = orderColumn(run, columnKeys);
  const read = remembered((node) => (column === undefined ? reader(node.own, OWN) : reader(node.cells, column)));
  const sign = order?.kind === 'measure' && order.direction === 'ascending' ? 1 : -1;
  return (a, b) => compareUnits(read(a), read(b), sign) || keys(a, b);
}

/** Number of the column that rows are ordered by; undefined: by their whole figures, or by a column that is not there. */
function orderColumn({ report: { order } }: Run, columnKeys: readonly Key[]): number | undefined {
  if (order?.kind !== 'measure' || order.column === undefined) return undefined;
  const at = columnKeys.indexOf(order.column);
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

function byKey({ options }: Run, { name }: Dimension, sign: 1 | -1 = 1) {
  const compare = keyOrder(name, options.directory ?? { owners: {}, objects: {} }, sign);
  return ({ key: a }: { readonly key: Key }, { key: b }: { readonly key: Key }) => compare(a, b);
}

/** @returns column numbers: time by time, others like rows. */
function columnOrder(run: Run, root: Node, keys: readonly Key[]): number[] {
  const { columns, measures } = run.report;
  if (!columns) return [];
  const [first] = measures;
  const isTime = columns.kind === 'time';
  const read: ReadMeasure =
    first && !isTime ? measureReader(run.plan, first, run.hoursPerDay, run.currencies) : () => null;
  const sorted = keys.map((key, number) => ({ key, number, value: read(root.cells, number) }));
  const keysFirst = byKey(run, columns);
  sorted.sort((a, b) => compareUnits(a.value, b.value, -1) || keysFirst(a, b));
  return sorted.map(({ number }) => number);
}

function columnLines(
  run: Run,
  root: Node,
  numbers: readonly number[],
  keys: readonly Key[],
  isSeveral: boolean,
): ReportFigures['columns'] {
  const { columns } = run.report;
  const figures = figuresWriter(run, isSeveral);
  return numbers.map((number) => {
    const key = keys[number] ?? null;
    const bucket =
      columns?.kind === 'time' && key !== null ? bucketAt(key, columns.unit, run.options.period ?? null) : null;
    const { from, to, cut } = bucket ?? { from: null, to: null, cut: false };
    return { key, ...figures(root.cells, number), from, to, cut };
  });
}

/** @param isSeveral whether money is of several labels, so that each says its own */
function figuresWriter(run: Run, isSeveral: boolean): (block: Block, at: number) => Figures {
  const readers = run.report.measures.map(
    (each) => [each.id, measureReader(run.plan, each, run.hoursPerDay, run.currencies)] as const,
  );
  return (block, at) => {
    const values: Record<string, string | null> = {};
    for (const [id, read] of readers) values[id] = textOfUnits(read(block, at));
    const own: Figures = { values, records: block.records[at] ?? 0 };
    if (isSeveral) own.currency = labelAt(run, block, at);
    return own;
  };
}

/** @param columns numbers in the order of the columns */
function lineWriter(
  run: Run,
  isCompared: boolean,
  columns: readonly number[],
  isSeveral: boolean,
): (node: Node, before: Node | undefined) => Line {
  const figures = figuresWriter(run, isSeveral);
  const split = isCompared ? splitReaders(run.plan, run.hoursPerDay, run.currencies) : undefined;
  const cellReaders = run.report.measures.map((each) => ({
    id: each.id,
    read: measureReader(run.plan, each, run.hoursPerDay, run.currencies),
    write: rememberedTexts(),
  }));
  return (node, before) => {
    const line: Line = figures(node.own, OWN);
    if (run.report.columns) {
      line.cells = Object.fromEntries(
        cellReaders.map(({ id, read, write }) => [id, columns.map((number) => write(read(node.cells, number)))]),
      );
    }
    if (isSeveral && line.cells) line.cellCurrencies = columns.map((number) => labelAt(run, node.cells, number));
    if (!split) return line;
    const had = before && wasThere(run, before.own) ? before : undefined;
    const isComparable = had === undefined || !isSeveral || isOfOne(run, node, had);
    line.before = had ? figures(had.own, OWN) : null;
    if (line.before && !isComparable) line.before = withoutMoney(run, line.before);
    line.split = had && isComparable ? splitOf(split, node.own, had.own) : null;
    return line;
  };
}

/** Whether money now and before has one label together: only then is there a change of it. */
function isOfOne({ plan }: Run, now: Node, before: Node): boolean {
  return new Set([...currenciesIn(plan, now.own, OWN), ...currenciesIn(plan, before.own, OWN)]).size < 2;
}

/** Money of another currency stands beside none: whoever subtracts it would print what is no amount. */
function withoutMoney({ report }: Run, figures: Figures): Figures {
  const money = report.measures.flatMap(({ id, money: isMoney }) => (isMoney ? [[id, null] as const] : []));
  return { ...figures, currency: null, values: { ...figures.values, ...Object.fromEntries(money) } };
}

/** Whether a group had records, or people with something expected of them. */
function wasThere({ plan }: Run, { records, sums }: Block): boolean {
  const expected = plan.needsExpected ? sums[plan.aggregates.length]?.[OWN] : null;
  return (records[OWN] ?? 0) > 0 || (expected ?? null) !== null;
}
