/** Differences between printed lines and printed totals: left by rounding, or figures outside every line. */
import { lineParents } from './lines.ts';
import { toLines } from './printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from './model.ts';
import { judgeLack, lackOfChange, type Lack } from './printed.ts';
import type { ReportResult } from '../definition/report.ts';

/**
 * Which kinds of difference a measure's total has, in any of its columns.
 * @param lines how many lines the total has directly above it
 */
export function findLacks(total: PrintedLine, lines: number): readonly Lack[] {
  return toLines(total).flatMap(({ below }) => {
    if (below === null) return [];
    const figures = [below.value, below.before, ...below.cells].filter((each) => each !== 0n);
    const kinds = figures.map((each) => judgeLack(each, lines));
    return below.change === 0n ? kinds : [...kinds, lackOfChange(below.change, lines)];
  });
}

export interface Unlisted {
  readonly total: boolean;
  readonly subtotals: boolean;
}

/** Whether the total, or some subtotal, counts what none of its lines shows. */
export function findUnlisted(
  printed: readonly PrintedMeasure[],
  result: Pick<ReportResult, 'rows' | 'subtotals'>,
): Unlisted {
  const lines = new Map<number, number>();
  for (const parent of lineParents(result)) lines.set(parent, (lines.get(parent) ?? 0) + 1);
  const isUnlisted = (line: PrintedLine, at: number) => findLacks(line, lines.get(at) ?? 0).includes('unlisted');
  return {
    total: printed.some(({ total }) => isUnlisted(total, 0)),
    subtotals: printed.some(({ subtotals }) => subtotals.some((line, at) => isUnlisted(line, at + 1))),
  };
}
