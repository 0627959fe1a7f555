/** The structure of a result's lines: total, subtotals by their outer groups, rows below the innermost subtotal. */
import type { ReportRow } from '../definition/report.ts';

type Keyed = Pick<ReportRow, 'key' | 'folded'>;

/**
 * Lines are numbered: 0 the total, then the subtotals, then the rows, in their order.
 * @returns for every line the line it is counted in; -1 for the total. A row without its subtotal belongs to the next outer one.
 */
export function lineParents({
  subtotals,
  rows,
}: {
  readonly subtotals: readonly Keyed[];
  readonly rows: readonly Keyed[];
}): number[] {
  const names = groupNames([...subtotals, ...rows]);
  const known = new Map<string, number>();
  const parents = [-1];
  const depthOf = ({ key }: Keyed) => Object.keys(key).length;
  // Outer subtotals first: an inner one looks for its outer one.
  const order = subtotals
    .map((line, index) => ({ line, at: index + 1 }))
    .toSorted((a, b) => depthOf(a.line) - depthOf(b.line));
  const findParent = (line: Keyed) => {
    for (let depth = depthOf(line) - 1; depth > 0; depth -= 1) {
      const found = known.get(signature(line, names.slice(0, depth)));
      if (found !== undefined) return found;
    }
    return 0;
  };
  for (const { line, at } of order) {
    parents[at] = findParent(line);
    known.set(signature(line, names.slice(0, depthOf(line))), at);
  }
  rows.forEach((row, index) => {
    parents[1 + subtotals.length + index] = findParent(row);
  });
  return parents;
}

/** Group names from the outermost in: lines of more groups add names to those of fewer. */
export function groupNames(lines: readonly Keyed[]): string[] {
  const names: string[] = [];
  const byDepth = new Map(lines.map(({ key }) => [Object.keys(key).length, key]));
  for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) {
    for (const name of Object.keys(byDepth.get(depth) ?? {})) if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** The grouped tail and the lines without a group both have null keys, and are not the same line. */
function signature({ key, folded }: Keyed, names: readonly string[]): string {
  return JSON.stringify(names.map((name, index) => (index === 0 && folded !== undefined ? 0 : (key[name] ?? null))));
}
