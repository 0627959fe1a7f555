/**
 * Rounds the cells of a two-way table so that every figure of it stays at one of its two neighbouring steps: lines, subtotals and their
 * cells, columns, the grand total. The remainders are a flow (total → subtotals → lines → cells → cells of subtotals, from the inner to the
 * outer → columns → total): sets of cells are nested both along lines and down columns, so each figure is one arc. As long as one is
 * between two steps there is a circle of such arcs, and pushing along it until one reaches a step keeps every sum. Hence it always
 * succeeds.
 */

/** Totals are read more than cells, so their nearest step counts this many times as much. */
const TOTALS_WEIGHT = 8;

/**
 * @param parents of every line; line 0 is the grand total, a parent stands before its lines
 * @param rests of every finest line: what rounding down took from each cell, 0 ≤ rest < step; undefined for lines with lines below
 * @param step below 2^40: remainders are whole numbers and stay exact
 * @param totalUp whether the grand total goes up, given the sum of all remainders
 * @returns for every finest line which cells go up instead of down
 */
export function fitToTotals(
  parents: readonly number[],
  rests: readonly (readonly number[] | undefined)[],
  step: number,
  totalUp: (sumOfRests: number) => boolean,
): (boolean[] | undefined)[] {
  const lines = parents.length;
  let columns = 0;
  let arcs = lines;
  for (const line of rests) {
    columns = Math.max(columns, line?.length ?? 0);
    arcs += line?.length ?? 0;
  }
  // Each line with lines below has a node for each column's cells; those of line 0 are the columns of the table.
  const cellsFrom = new Int32Array(lines);
  let sink = lines;
  for (let line = 0; line < lines; line += 1) {
    if (rests[line]) continue;
    cellsFrom[line] = sink;
    sink += columns;
  }
  const flow = new Flow(sink + 1, arcs + (sink - lines) + 1, step);
  const nodeRests = new Float64Array(sink);
  const lineRests = new Float64Array(lines);
  let sum = 0;
  const cellArcs = rests.map((line, index) =>
    line?.map((rest, column) => {
      if (rest === 0) return -1;
      const target = (cellsFrom[parents[index] ?? 0] ?? 0) + column;
      nodeRests[target] = ((nodeRests[target] ?? 0) + rest) % step;
      lineRests[index] = ((lineRests[index] ?? 0) + rest) % step;
      sum += rest;
      return flow.add(index, target, rest, 1);
    }),
  );
  for (let line = lines - 1; line > 0; line -= 1) {
    const parent = parents[line] ?? 0;
    const rest = lineRests[line] ?? 0;
    lineRests[parent] = ((lineRests[parent] ?? 0) + rest) % step;
    flow.add(parent, line, rest, TOTALS_WEIGHT);
    if (rests[line]) continue;
    for (let column = 0; column < columns; column += 1) {
      const node = (cellsFrom[line] ?? 0) + column;
      const target = (cellsFrom[parent] ?? 0) + column;
      const below = nodeRests[node] ?? 0;
      nodeRests[target] = ((nodeRests[target] ?? 0) + below) % step;
      flow.add(node, target, below, TOTALS_WEIGHT);
    }
  }
  for (let column = 0; column < columns; column += 1) {
    const node = (cellsFrom[0] ?? 0) + column;
    flow.add(node, sink, nodeRests[node] ?? 0, TOTALS_WEIGHT);
  }
  flow.addTotal(sink, 0, sum % step, totalUp(sum));
  flow.settle();
  return cellArcs.map((line) => line?.map((arc) => arc >= 0 && flow.isUp(arc)));
}

/** Holds remainders as arcs between nodes, in flat lists: a table of 3,000 × 53 has 160,000 of them. */
class Flow {
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly rest: Float64Array;
  /** The cost of going up by one unit; below 0 where up is the nearer step. */
  private readonly cost: Float64Array;
  private count = 0;
  private total = -1;
  private totalUp = false;
  private readonly nodes: number;
  private readonly step: number;
  /** Arcs at each node between `first` and `last`; finished ones are dropped from the end. */
  private arcsAtNode = new Int32Array(0);
  private first = new Int32Array(0);
  private last = new Int32Array(0);

  constructor(nodes: number, arcs: number, step: number) {
    this.nodes = nodes;
    this.step = step;
    this.from = new Int32Array(arcs);
    this.to = new Int32Array(arcs);
    this.rest = new Float64Array(arcs);
    this.cost = new Float64Array(arcs);
  }

  /** @returns the arc, -1 when none is between two steps. */
  add(from: number, to: number, rest: number, weight: number): number {
    if (rest === 0) return -1;
    const arc = this.count;
    this.count += 1;
    this.from[arc] = from;
    this.to[arc] = to;
    this.rest[arc] = rest;
    this.cost[arc] = weight * (this.step - 2 * rest);
    return arc;
  }

  addTotal(from: number, to: number, rest: number, up: boolean): void {
    this.total = this.add(from, to, rest, 0);
    this.totalUp = up;
  }

  isUp(arc: number): boolean {
    return this.rest[arc] === this.step;
  }

  /** Walks along remainders until the walk meets itself, pushes along that circle, and continues from there. */
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

  /** Finds a remainder at this node other than the one by which the walk came; -1 where there is none. */
  private next(node: number, arrivalArc: number): number {
    const first = this.first[node] ?? 0;
    let end = this.last[node] ?? 0;
    for (let index = end - 1; index >= first; index -= 1) {
      const arc = this.arcsAtNode[index] ?? 0;
      const rest = this.rest[arc] ?? 0;
      if (rest !== 0 && rest !== this.step) {
        if (arc !== arrivalArc) return arc;
        continue;
      }
      // Finished arcs are dropped: the arc by which the walk came is the only one that was skipped, and takes their place.
      end -= 1;
      this.arcsAtNode[index] = this.arcsAtNode[end] ?? arc;
      this.last[node] = end;
    }
    return -1;
  }

  /** Pushes along the circle from `nodes[first]`, in the direction that brings it nearer to its nearest steps. */
  private push(nodes: Int32Array, arcs: Int32Array, first: number, end: number): void {
    let up = this.step;
    let down = this.step;
    let cost = 0;
    let forced = 0;
    for (let index = first; index < end; index += 1) {
      const arc = arcs[index] ?? 0;
      const rest = this.rest[arc] ?? 0;
      const along = this.from[arc] === nodes[index];
      up = Math.min(up, along ? this.step - rest : rest);
      down = Math.min(down, along ? rest : this.step - rest);
      cost += along ? (this.cost[arc] ?? 0) : -(this.cost[arc] ?? 0);
      if (arc === this.total) forced = along === this.totalUp ? 1 : -1;
    }
    const forward = forced === 0 ? cost <= 0 : forced > 0;
    const amount = forward ? up : -down;
    for (let index = first; index < end; index += 1) {
      const arc = arcs[index] ?? 0;
      const along = this.from[arc] === nodes[index];
      this.rest[arc] = (this.rest[arc] ?? 0) + (along ? amount : -amount);
    }
  }
}
