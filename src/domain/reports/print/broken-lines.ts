/** Finds broken-down lines, and flattens a report's lines and their parts into one list for tables. */
import type { ReportParts, ReportResult, ReportRow } from '../definition/report.ts';
import type { PrintedLine, PrintedMeasure } from './model.ts';

type Lines = Pick<ReportResult, 'rows' | 'subtotals' | 'breakdowns'>;

/** The position of a broken-down line: among the subtotals, the rows, or the parts of an earlier break-down. */
export interface BrokenPlace {
  readonly among: 'subtotals' | 'rows' | number;
  readonly index: number;
  readonly line: ReportRow;
}

/** @param breakdownIndex the number of the break-down. @returns undefined if its line is not in the result */
export function findBrokenDownLine(
  { rows, subtotals, breakdowns = [] }: Lines,
  breakdownIndex: number,
): BrokenPlace | undefined {
  const brokenDown = breakdowns[breakdownIndex];
  if (!brokenDown) return undefined;
  const lists: readonly (readonly [BrokenPlace['among'], readonly ReportRow[]])[] = [
    ['rows', rows],
    ['subtotals', subtotals],
    ...breakdowns.slice(0, breakdownIndex).map((breakdown, number) => [number, breakdown.rows] as const),
  ];
  for (const [among, lines] of lists) {
    const index = lines.findIndex((line) => isSameLine(line, brokenDown));
    const line = lines[index];
    if (line) return { among, index, line };
  }
  return undefined;
}

function isSameLine(line: ReportRow, { key, folded }: ReportParts): boolean {
  const names = Object.keys(key);
  return (
    line.folded === folded &&
    Object.keys(line.key).length === names.length &&
    names.every((name) => Object.hasOwn(line.key, name) && line.key[name] === key[name])
  );
}

/** @param printed the printed earlier break-downs */
export function pickLine(
  { among, index }: BrokenPlace,
  sheet: Pick<PrintedMeasure, 'rows' | 'subtotals'>,
  printed: readonly PrintedMeasure[],
): PrintedLine | undefined {
  return (typeof among === 'number' ? printed[among]?.rows : sheet[among])?.[index];
}

/** Lists every line of the result that has a key, including all parts. */
export function listLines({ subtotals, rows, breakdowns = [] }: Lines): readonly ReportRow[] {
  return [...subtotals, ...rows, ...breakdowns.flatMap((breakdown) => breakdown.rows)];
}

export type FlattenedLines = ReturnType<typeof flattenLines>;

export function flattenLines(result: ReportResult) {
  const { rows, subtotals, breakdowns = [] } = result;
  const allParents = findLineParents(result);
  const broken = new Map<number, number>();
  if (breakdowns.length === 0) return { result, parents: allParents, broken };
  const firstRow = 1 + subtotals.length;
  const starts: number[] = [];
  let next = firstRow + rows.length;
  for (const breakdown of breakdowns) {
    starts.push(next);
    next += breakdown.rows.length;
  }
  for (const breakdownIndex of breakdowns.keys()) {
    const place = findBrokenDownLine(result, breakdownIndex);
    if (!place) continue;
    const { among, index } = place;
    broken.set(
      index + (among === 'subtotals' ? 1 : among === 'rows' ? firstRow : (starts[among] ?? 0)),
      breakdownIndex,
    );
  }
  const isHidden = (line: number): boolean => {
    const parent = allParents[line] ?? -1;
    return parent > 0 && (broken.has(parent) || isHidden(parent));
  };
  const parents: (number | undefined)[] = allParents.map((parent, line) => (isHidden(line) ? undefined : parent));
  for (const [line, breakdownIndex] of broken) {
    const isShown = parents[line] !== undefined;
    for (const index of breakdowns[breakdownIndex]?.rows.keys() ?? [])
      parents[(starts[breakdownIndex] ?? 0) + index] = isShown ? line : undefined;
  }
  return {
    /** The result with the parts of its lines as further rows. */
    result: { ...result, rows: [...rows, ...breakdowns.flatMap((breakdown) => breakdown.rows)] },
    /**
     * Lines are numbered as in `findLineParents`: 0 is the total, followed by the subtotals and the rows with the parts. The parent is -1 for
     * the total, and undefined for a line that is not printed because the parts of a broken-down subtotal replace it.
     */
    parents,
    /** Maps the number of a broken-down line to the number of its break-down. */
    broken,
  };
}

/** Flattens a printed measure in the same order, with the difference between each broken-down line and its parts. */
export function flattenPrinted(printed: PrintedMeasure, { broken }: Pick<FlattenedLines, 'broken'>): PrintedMeasure {
  const { breakdowns = [], subtotals, rows } = printed;
  if (breakdowns.length === 0) return printed;
  const allLines = [printed.total, ...subtotals, ...rows, ...breakdowns.flatMap((breakdown) => breakdown.rows)];
  const lines = allLines.map((line, index) => {
    const breakdownIndex = broken.get(index);
    const total = breakdownIndex === undefined ? undefined : breakdowns[breakdownIndex]?.total;
    return total ? replaceDifference(line, total) : line;
  });
  const [total = printed.total] = lines;
  return {
    ...printed,
    total,
    subtotals: lines.slice(1, 1 + subtotals.length),
    rows: lines.slice(1 + subtotals.length),
  };
}

/** Replaces the difference between a line and the lines below it by the difference to its parts. */
function replaceDifference(line: PrintedLine, total: PrintedLine): PrintedLine {
  return {
    ...line,
    below: total.below,
    ...(line.parts && {
      parts: line.parts.map((part) => {
        const totalPart = total.parts?.find(({ currency }) => currency === part.currency);
        return { ...part, line: { ...part.line, below: totalPart?.line.below ?? null } };
      }),
    }),
  };
}

// The hierarchy of a result's lines: the total, subtotals by their outer groups, and rows below the innermost subtotal.

type KeyedLine = Pick<ReportRow, 'key' | 'folded'>;

/**
 * Numbers lines: 0 is the total, followed by the subtotals and the rows in order.
 * @returns the parent of every line; -1 for the total. A row without its subtotal belongs to the next outer one
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
  // Outer subtotals come first, because inner ones look them up.
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

/** Lists group names from the outermost to the innermost. */
export function listGroupNames(lines: readonly KeyedLine[]): string[] {
  const names: string[] = [];
  const byDepth = new Map(lines.map(({ key }) => [Object.keys(key).length, key]));
  for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) {
    for (const name of Object.keys(byDepth.get(depth) ?? {})) if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** Distinguishes the grouped tail from the unset group, both of which have null keys. */
function toSignature({ key, folded }: KeyedLine, names: readonly string[]): string {
  return JSON.stringify(names.map((name, index) => (index === 0 && folded !== undefined ? 0 : (key[name] ?? null))));
}
