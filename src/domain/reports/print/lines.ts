/** The structure of a result's lines: total, subtotals by their outer groups, rows below the innermost subtotal. */
import type { ReportRow } from '../definition/report.ts';

type KeyedLine = Pick<ReportRow, 'key' | 'folded'>;

/**
 * Lines are numbered: 0 the total, then the subtotals, then the rows, in their order.
 * @returns for every line the line it is counted in; -1 for the total. A row without its subtotal belongs to the next outer one.
 */
export function findLineParents({
  subtotals,
  rows,
}: {
  readonly subtotals: readonly KeyedLine[];
  readonly rows: readonly KeyedLine[];
}): number[] {
  const names = listGroupNames([...subtotals, ...rows]);
  const lineBySignature = new Map<string, number>();
  const parents = [-1];
  const countDepth = ({ key }: KeyedLine) => Object.keys(key).length;
  // Outer subtotals come first, because an inner one looks for its outer one.
  const order = subtotals
    .map((line, index) => ({ line, number: index + 1 }))
    .toSorted((a, b) => countDepth(a.line) - countDepth(b.line));
  const findParent = (line: KeyedLine) => {
    for (let depth = countDepth(line) - 1; depth > 0; depth -= 1) {
      const parent = lineBySignature.get(toSignature(line, names.slice(0, depth)));
      if (parent !== undefined) return parent;
    }
    return 0;
  };
  for (const { line, number } of order) {
    parents[number] = findParent(line);
    lineBySignature.set(toSignature(line, names.slice(0, countDepth(line))), number);
  }
  rows.forEach((row, index) => {
    parents[1 + subtotals.length + index] = findParent(row);
  });
  return parents;
}

/** Lists group names from the outermost in: lines of more groups add names to those of fewer. */
export function listGroupNames(lines: readonly KeyedLine[]): string[] {
  const names: string[] = [];
  const byDepth = new Map(lines.map(({ key }) => [Object.keys(key).length, key]));
  for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) {
    for (const name of Object.keys(byDepth.get(depth) ?? {})) if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** The merged tail and the lines without a group both have null keys, but are not the same line. */
function toSignature({ key, folded }: KeyedLine, names: readonly string[]): string {
  return JSON.stringify(names.map((name, index) => (index === 0 && folded !== undefined ? 0 : (key[name] ?? null))));
}
