/** The order of a report's lines and columns: by a figure, its change, or the names of groups. */
import type { Units } from '../../../src/domain/decimal.ts';
import type { Order } from '../../../src/domain/reports/definition/check.ts';
import { isDated, type Dimension } from '../../../src/domain/reports/definition/dimensions.ts';
import type { Measure } from '../../../src/domain/reports/definition/measures.ts';
import { keyOrder } from '../../../src/domain/reports/keys/key-order.ts';
import type { ReportContext } from './context.ts';
import { labelReader, measureReader, type ReadMeasure } from './plan.ts';
import type { Key } from './result-reader.ts';
import { NO_LABEL, OWN, sameLabel, SEVERAL, type Block, type Node } from './rollup-tree.ts';

export type Compare = (a: Node, b: Node) => number;

/** What a group was in the compared period. */
export type WasBefore = ReadonlyMap<Node, Node>;

export function pairNodes(now: Node, before: Node, pairs = new Map<Node, Node>()): Map<Node, Node> {
  pairs.set(now, before);
  for (const [key, child] of now.children) {
    const had = before.children.get(key);
    if (had) pairNodes(child, had, pairs);
  }
  return pairs;
}

/** Unset keys and unknown figures come last in either direction; equal ones are ordered by key. */
export function toCompare(
  context: ReportContext,
  dimension: Dimension,
  depth: number,
  { columnKeys, wasBefore }: { readonly columnKeys: readonly Key[]; readonly wasBefore: WasBefore | undefined },
): Compare {
  const { measures, order: ofAll, innerOrder, groupBy } = context.report;
  const isInner = depth > 0 && depth === groupBy.length - 1;
  const order = (isInner ? innerOrder : undefined) ?? ofAll;
  if (order?.kind === 'group' && order.by === dimension.name) {
    return byKey(context, dimension, depth, order.direction === 'ascending' ? 1 : -1);
  }
  const keys = byKey(context, dimension, depth);
  if (isDated(dimension) && order?.kind !== 'measure') return keys;
  const measure = order?.kind === 'measure' ? measures.find(({ id }) => id === order.by) : measures[0];
  if (!measure) return keys;
  const reader = measureReader(context.plan, measure, context.hoursPerDay);
  const column = orderColumn(context, order, columnKeys);
  const of = order?.kind === 'measure' ? order.of : undefined;
  const readMoved = of && wasBefore && changeReader(context, measure, wasBefore);
  const read = remembered((node) => {
    if (!readMoved) return column === undefined ? reader(node.own, OWN) : reader(node.cells, column);
    const change = readMoved(node);
    return change === null || change >= 0n || of === 'change' ? change : -change;
  });
  const sign = order?.kind === 'measure' && order.direction === 'ascending' ? 1 : -1;
  return (a, b) => compareUnits(read(a), read(b), sign) || keys(a, b);
}

/**
 * Reads the change of a measure: a group without a record in a period has 0 there of measures that add up, and of others nothing that is
 * known, as changes are printed. Money of two currencies has no difference.
 */
function changeReader(context: ReportContext, measure: Measure, wasBefore: WasBefore): (now: Node) => Units | null {
  const value = measureReader(context.plan, measure, context.hoursPerDay);
  const label = labelReader(context.plan, [measure]);
  const isThere = (node: Node | undefined): node is Node => node !== undefined && wasThere(context, node.own);
  const read = (node: Node | undefined) => {
    if (isThere(node)) return value(node.own, OWN);
    return measure.additive ? 0n : null;
  };
  const labelOf = (node: Node | undefined) => (isThere(node) ? label(node.own, OWN) : NO_LABEL);
  return (now) => {
    const before = wasBefore.get(now);
    const [is, was] = [read(now), read(before)];
    const isSameMoney = !measure.money || sameLabel(labelOf(now), labelOf(before)) !== SEVERAL;
    return is === null || was === null || !isSameMoney ? null : is - was;
  };
}

/** Number of the column that rows are ordered by; undefined: they are ordered by their totals, or the column is not there. */
export function orderColumn(
  { spellings }: ReportContext,
  order: Order | undefined,
  columnKeys: readonly Key[],
): number | undefined {
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
export function columnOrder(context: ReportContext, root: Node, keys: readonly Key[]): number[] {
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

/** Whether a group had records, or people with something expected of them. */
export function wasThere({ plan }: ReportContext, { records, sums }: Block): boolean {
  const expected = plan.needsExpected ? sums[plan.aggregates.length]?.[OWN] : null;
  return (records[OWN] ?? 0) > 0 || (expected ?? null) !== null;
}
