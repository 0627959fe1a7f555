/**
 * Rolls up the cells of a report: every group, every column and the total are the exact sum of their parts. Cells are stored in arrays of
 * plain values and not as objects, because a pivot has a hundred thousand of them.
 */
import type { Units } from '#domain/decimal.ts';
import type { Key, Read } from './result-reader.ts';

export type Rollup = 'sum' | 'min' | 'max';

/** The figures of some records by position: a group has one position, and its cells have one for each column. */
export interface Block {
  /** Undefined at positions without figures. */
  readonly records: (number | undefined)[];
  /** Sums by aggregate, then by position. */
  readonly sums: (Units | null | undefined)[][];
  /** The currency of each sum of money, by its index among the sums of money, then by position: a number, or `MIXED`. */
  readonly labels: (number | undefined)[][];
  /** Distinct values by their numbers, by set, then by position. */
  sets: (Set<number> | undefined)[][] | undefined;
}

export interface Node {
  /** The folded form that all spellings of the key share. */
  readonly key: Key;
  /** The group's own figures, whose only position is `OWN`. */
  readonly own: Block;
  /** Figures by column number; only with a column group. */
  readonly cells: Block;
  readonly children: Map<Key, Node>;
  /** The number of groups that the grouped tail stands for. */
  folded?: number;
}

/** The position of a group's own figures. */
export const OWN = 0;

/** Stands for money that does not exist, or whose currency is not needed; currencies are numbered from 1. */
export const NO_LABEL = 0;
/** Stands for money in multiple currencies, which is never summed. */
export const MIXED = -1;

export function combineLabels(a: number, b: number): number {
  if (a === b || b === NO_LABEL) return a;
  return a === NO_LABEL ? b : MIXED;
}

export class Tree {
  readonly #rollups: readonly Rollup[];
  readonly #money: readonly number[];
  readonly #hasCells: boolean;
  /** Shared by all groups if the report has no columns. */
  readonly #noCells: Block;
  readonly root: Node;

  /** @param money the indexes of the aggregates whose currencies are stored */
  constructor(rollups: readonly Rollup[], hasCells: boolean, money: readonly number[]) {
    this.#rollups = rollups;
    this.#money = money;
    this.#hasCells = hasCells;
    this.#noCells = this.#createBlock();
    this.root = this.#createNode(null);
  }

  #createNode(key: Key): Node {
    return {
      key,
      own: this.#createBlock(),
      cells: this.#hasCells ? this.#createBlock() : this.#noCells,
      children: new Map(),
    };
  }

  #createBlock(): Block {
    return { records: [], sums: this.#rollups.map(() => []), labels: this.#money.map(() => []), sets: undefined };
  }

  /** Finds or creates the group of these keys, outermost first. */
  ensureLeaf(path: readonly Key[]): Node {
    let node = this.root;
    for (const key of path) node = this.#ensureChild(node, key);
    return node;
  }

  #ensureChild(node: Node, key: Key): Node {
    const existingChild = node.children.get(key);
    if (existingChild) return existingChild;
    const child = this.#createNode(key);
    node.children.set(key, child);
    return child;
  }

  /**
   * Adds records at a position, which spellings of a key and keys of a compared period may share.
   * @param sums by aggregate, read at `index`
   * @param label the currency of all its money
   */
  add(block: Block, at: number, records: number, sums: readonly Read<Units>[], index: number, label = NO_LABEL): void {
    block.records[at] = (block.records[at] ?? 0) + records;
    for (let sum = 0; sum < sums.length; sum += 1) this.#addToSum(block, sum, at, sums[sum]?.(index) ?? null);
    if (label === NO_LABEL) return;
    for (const [money, sum] of this.#money.entries()) {
      // A missing amount has no currency.
      if ((sums[sum]?.(index) ?? null) !== null) addLabel(block, money, at, label);
    }
  }

  #addToSum({ sums }: Block, sum: number, at: number, value: Units | null): void {
    const values = sums[sum];
    if (value === null || values === undefined) return;
    const current = values[at] ?? null;
    values[at] = current === null ? value : combineUnits(current, value, this.#rollups[sum] ?? 'sum');
  }

  /** Called once all leaves (the cells, in a report with columns) are filled. @returns the number of leaves. */
  rollUp(node: Node = this.root): number {
    if (node.children.size === 0) {
      for (let column = 0; column < node.cells.records.length; column += 1)
        this.#addFigures(node.own, OWN, node.cells, column);
      return 1;
    }
    let leaves = 0;
    for (const child of node.children.values()) {
      leaves += this.rollUp(child);
      this.#merge(node, child);
    }
    return leaves;
  }

  /** Merges all outermost groups except the kept ones into one, which it removes from the tree and returns. */
  fold(keptKeys: ReadonlySet<Key>, folded: number): Node | undefined {
    const removed = [...this.root.children.values()].filter(({ key }) => !keptKeys.has(key));
    if (removed.length === 0) return undefined;
    const tail = this.#createNode(null);
    tail.folded = folded;
    for (const node of removed) {
      this.#absorb(tail, node);
      this.root.children.delete(node.key);
    }
    return tail;
  }

  #absorb(target: Node, source: Node): void {
    this.#merge(target, source);
    for (const child of source.children.values()) {
      const targetChild = this.#ensureChild(target, child.key);
      if (target.folded !== undefined) targetChild.folded = target.folded;
      this.#absorb(targetChild, child);
    }
  }

  #merge(target: Node, source: Node): void {
    this.#addFigures(target.own, OWN, source.own, OWN);
    for (let column = 0; column < source.cells.records.length; column += 1)
      this.#addFigures(target.cells, column, source.cells, column);
  }

  #addFigures(target: Block, at: number, source: Block, sourceAt: number): void {
    const records = source.records[sourceAt];
    if (records === undefined) return;
    target.records[at] = (target.records[at] ?? 0) + records;
    for (let sum = 0; sum < source.sums.length; sum += 1)
      this.#addToSum(target, sum, at, source.sums[sum]?.[sourceAt] ?? null);
    for (let money = 0; money < source.labels.length; money += 1)
      addLabel(target, money, at, source.labels[money]?.[sourceAt] ?? NO_LABEL);
    if (!source.sets) return;
    for (const [index, sets] of source.sets.entries()) {
      for (const value of sets?.[sourceAt] ?? []) addValue(target, index, at, value);
    }
  }
}

function addLabel({ labels }: Block, money: number, at: number, label: number): void {
  const moneyLabels = labels[money];
  if (moneyLabels && label !== NO_LABEL) moneyLabels[at] = combineLabels(moneyLabels[at] ?? NO_LABEL, label);
}

export function addValue(block: Block, set: number, at: number, value: number): void {
  const sets = ((block.sets ??= [])[set] ??= []);
  (sets[at] ??= new Set()).add(value);
}

function combineUnits(a: Units, b: Units, rollup: Rollup): Units {
  if (rollup === 'sum') return a + b;
  return a < b === (rollup === 'min') ? a : b;
}
