/**
 * Controlled rounding of a two-way table, so that every figure (lines, subtotals and their cells, columns, the grand total) is rounded to one
 * of its two neighbouring steps. The remainders form a flow (total → subtotals → lines → cells → cells of subtotals, from the inner to the
 * outer → columns → total). Sets of cells are nested both along lines and down columns, so each figure is one arc. As long as an arc is
 * between two steps, there is a cycle of such arcs, and pushing along it until one reaches a step preserves every sum. Hence it always
 * succeeds.
 */

/** The weight of totals relative to cells, because totals matter more to readers. */
const TOTALS_WEIGHT = 8;

/**
 * @param parents of every line; line 0 is the grand total, and a parent precedes its lines
 * @param remainders the remainders of each innermost line's cells after rounding down, 0 ≤ remainder < step; undefined for lines with lines below
 * @param step below 2^40, so that the integer remainders stay exact
 * @param totalUp returns whether the grand total is rounded up, given the sum of all remainders
 * @returns for every innermost line, which cells are rounded up
 */
export function roundToTotals(
  parents: readonly number[],
  remainders: readonly (readonly number[] | undefined)[],
  step: number,
  totalUp: (sumOfRemainders: number) => boolean,
): (boolean[] | undefined)[] {
  const lines = parents.length;
  let columns = 0;
  let arcs = lines;
  for (const line of remainders) {
    columns = Math.max(columns, line?.length ?? 0);
    arcs += line?.length ?? 0;
  }
  // Each line with lines below has a node per column for its cells; those of line 0 are the columns of the table.
  const cellsFrom = new Int32Array(lines);
  let sink = lines;
  for (let line = 0; line < lines; line += 1) {
    if (remainders[line]) continue;
    cellsFrom[line] = sink;
    sink += columns;
  }
  const flow = new Flow(sink + 1, arcs + (sink - lines) + 1, step);
  const nodeRemainders = new Float64Array(sink);
  const lineRemainders = new Float64Array(lines);
  let sum = 0;
  const cellArcs = remainders.map((line, index) =>
    line?.map((remainder, column) => {
      if (remainder === 0) return -1;
      const target = (cellsFrom[parents[index] ?? 0] ?? 0) + column;
      nodeRemainders[target] = ((nodeRemainders[target] ?? 0) + remainder) % step;
      lineRemainders[index] = ((lineRemainders[index] ?? 0) + remainder) % step;
      sum += remainder;
      return flow.add(index, target, remainder, 1);
    }),
  );
  for (let line = lines - 1; line > 0; line -= 1) {
    const parent = parents[line] ?? 0;
    const remainder = lineRemainders[line] ?? 0;
    lineRemainders[parent] = ((lineRemainders[parent] ?? 0) + remainder) % step;
    flow.add(parent, line, remainder, TOTALS_WEIGHT);
    if (remainders[line]) continue;
    for (let column = 0; column < columns; column += 1) {
      const node = (cellsFrom[line] ?? 0) + column;
      const target = (cellsFrom[parent] ?? 0) + column;
      const below = nodeRemainders[node] ?? 0;
      nodeRemainders[target] = ((nodeRemainders[target] ?? 0) + below) % step;
      flow.add(node, target, below, TOTALS_WEIGHT);
    }
  }
  for (let column = 0; column < columns; column += 1) {
    const node = (cellsFrom[0] ?? 0) + column;
    flow.add(node, sink, nodeRemainders[node] ?? 0, TOTALS_WEIGHT);
  }
  flow.addTotal(sink, 0, sum % step, totalUp(sum));
  flow.settle();
  return cellArcs.map((line) => line?.map((arc) => arc >= 0 && flow.isUp(arc)));
}

/** Stores remainders as arcs between nodes in typed arrays, because a table of 3,000 × 53 has 160,000 of them. */
class Flow {
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly remainder: Float64Array;
  /** The cost of increasing a remainder by one unit; negative if the upper step is nearer. */
  private readonly cost: Float64Array;
  private count = 0;
  private total = -1;
  private totalUp = false;
  private readonly nodes: number;
  private readonly step: number;
  /** The arcs at each node between `first` and `last`; finished ones are removed from the end. */
  private arcsAtNode = new Int32Array(0);
  private first = new Int32Array(0);
  private last = new Int32Array(0);

  constructor(nodes: number, arcs: number, step: number) {
    this.nodes = nodes;
    this.step = step;
    this.from = new Int32Array(arcs);
    this.to = new Int32Array(arcs);
    this.remainder = new Float64Array(arcs);
    this.cost = new Float64Array(arcs);
  }

  /** @returns the arc; -1 if the figure is already at a step */
  add(from: number, to: number, remainder: number, weight: number): number {
    if (remainder === 0) return -1;
    const arc = this.count;
    this.count += 1;
    this.from[arc] = from;
    this.to[arc] = to;
    this.remainder[arc] = remainder;
    this.cost[arc] = weight * (this.step - 2 * remainder);
    return arc;
  }

  addTotal(from: number, to: number, remainder: number, up: boolean): void {
    this.total = this.add(from, to, remainder, 0);
    this.totalUp = up;
  }

  isUp(arc: number): boolean {
    return this.remainder[arc] === this.step;
  }

  /** Walks along remainders until the walk closes a cycle, pushes along it, and continues from there. */
  settle(): void {
    this.index();
    const positions = new Int32Array(this.nodes).fill(-1);
    const nodes = new Int32Array(this.nodes + 1);
    const arcs = new Int32Array(this.nodes + 1);
    for (let start = 0; start < this.nodes; start += 1) {
      let length = 0;
      nodes[0] = start;
      positions[start] = 0;
      for (;;) {
        const node = nodes[length] ?? start;
        const arc = this.next(node, length === 0 ? -1 : (arcs[length - 1] ?? -1));
        if (arc < 0) break;
        const other = this.from[arc] === node ? (this.to[arc] ?? 0) : (this.from[arc] ?? 0);
        const position = positions[other] ?? -1;
        arcs[length] = arc;
        length += 1;
        if (position < 0) {
          positions[other] = length;
          nodes[length] = other;
          continue;
        }
        this.push(nodes, arcs, position, length);
        for (let index = position + 1; index < length; index += 1) positions[nodes[index] ?? 0] = -1;
        length = position;
      }
      for (let index = 0; index <= length; index += 1) positions[nodes[index] ?? 0] = -1;
    }
  }

  private index(): void {
    const { nodes, count, from, to } = this;
    this.first = new Int32Array(nodes + 1);
    for (let arc = 0; arc < count; arc += 1) {
      for (const node of [from[arc] ?? 0, to[arc] ?? 0]) this.first[node + 1] = (this.first[node + 1] ?? 0) + 1;
    }
    for (let node = 0; node < nodes; node += 1)
      this.first[node + 1] = (this.first[node + 1] ?? 0) + (this.first[node] ?? 0);
    this.last = this.first.slice(0, nodes);
    this.arcsAtNode = new Int32Array(2 * count);
    for (let arc = 0; arc < count; arc += 1) {
      for (const node of [from[arc] ?? 0, to[arc] ?? 0]) {
        const end = this.last[node] ?? 0;
        this.arcsAtNode[end] = arc;
        this.last[node] = end + 1;
      }
    }
  }

  /** Finds a remainder at this node other than the one by which the walk arrived; -1 if there is none. */
  private next(node: number, arrivalArc: number): number {
    const first = this.first[node] ?? 0;
    let end = this.last[node] ?? 0;
    for (let index = end - 1; index >= first; index -= 1) {
      const arc = this.arcsAtNode[index] ?? 0;
      const remainder = this.remainder[arc] ?? 0;
      if (remainder !== 0 && remainder !== this.step) {
        if (arc !== arrivalArc) return arc;
        continue;
      }
      // Finished arcs are removed. The only other arc that was skipped is the one by which the walk arrived, which takes their place.
      end -= 1;
      this.arcsAtNode[index] = this.arcsAtNode[end] ?? arc;
      this.last[node] = end;
    }
    return -1;
  }

  /** Pushes along the cycle from `nodes[first]` in the direction of lower cost, towards the nearest steps. */
  private push(nodes: Int32Array, arcs: Int32Array, first: number, end: number): void {
    let up = this.step;
    let down = this.step;
    let cost = 0;
    let forced = 0;
    for (let index = first; index < end; index += 1) {
      const arc = arcs[index] ?? 0;
      const remainder = this.remainder[arc] ?? 0;
      const along = this.from[arc] === nodes[index];
      up = Math.min(up, along ? this.step - remainder : remainder);
      down = Math.min(down, along ? remainder : this.step - remainder);
      cost += along ? (this.cost[arc] ?? 0) : -(this.cost[arc] ?? 0);
      if (arc === this.total) forced = along === this.totalUp ? 1 : -1;
    }
    const forward = forced === 0 ? cost <= 0 : forced > 0;
    const amount = forward ? up : -down;
    for (let index = first; index < end; index += 1) {
      const arc = arcs[index] ?? 0;
      const along = this.from[arc] === nodes[index];
      this.remainder[arc] = (this.remainder[arc] ?? 0) + (along ? amount : -amount);
    }
  }
}
