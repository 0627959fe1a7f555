/** Differences between printed lines and printed totals: left by rounding, or figures outside every line. */
import type { Steps } from './footing.ts';
import { toLines } from './printed-currencies.ts';
import type { PrintedDifference, PrintedLine, PrintedMeasure } from './model.ts';

/**
 * `noted`: at most half a step for each line, said below the table. `rounding`: more, which rounding each line alone can leave; it has a line
 * of its own. `unlisted`: more than that, so figures outside every line, which have a line too.
 */
export type Lack = 'noted' | 'rounding' | 'unlisted';

/** These have a line of their own, in this order. */
export const lackLines = ['unlisted', 'rounding'] as const;

/** The place of a difference in a line; a number is the index of a column. */
export type LackPlace = 'value' | 'before' | 'change' | number;

/**
 * @param lines how many lines that are rounded alone the total has directly above it
 * @param roundings how often a figure was rounded: a change is the difference of two rounded figures
 */
export function classifyLack(steps: Steps, lines: number, roundings = 1): Lack {
  const doubledSteps = 2n * (steps < 0n ? -steps : steps);
  if (doubledSteps <= BigInt(lines)) return 'noted';
  return roundings > 1 && lines > 0 && doubledSteps <= BigInt(roundings * (lines + 1)) ? 'rounding' : 'unlisted';
}

/** @returns 0 where the difference is of another kind */
export function readLack(below: PrintedDifference | null, place: LackPlace, lack: Lack): Steps {
  if (below === null) return 0n;
  const steps = typeof place === 'number' ? (below.cells[place] ?? 0n) : below[place];
  const lines = typeof place === 'number' ? (below.lines.cells[place] ?? 0) : below.lines[place];
  return classifyLack(steps, lines, place === 'change' ? 2 : 1) === lack ? steps : 0n;
}

/** Tells whether the cells of some line differ from its value by more than a note says: then a column shows the differences. */
export function hasAcrossDifference({ total, subtotals, rows }: PrintedMeasure): boolean {
  return [total, ...subtotals, ...rows]
    .flatMap(toLines)
    .some(({ across, cells }) => classifyLack(across, cells.length) !== 'noted');
}

export interface UnlistedFigures {
  readonly total: boolean;
  readonly subtotals: boolean;
}

/** Tells whether the total, or some subtotal, counts figures that none of its lines shows. */
export function findUnlisted(printed: readonly PrintedMeasure[]): UnlistedFigures {
  const isUnlisted = (line: PrintedLine) =>
    toLines(line).some(({ below }) => {
      const places = ['value', 'before', 'change', ...(below?.cells.keys() ?? [])] as const;
      return places.some((place) => readLack(below, place, 'unlisted') !== 0n);
    });
  return {
    total: printed.some(({ total }) => isUnlisted(total)),
    subtotals: printed.some(({ subtotals }) => subtotals.some(isUnlisted)),
  };
}
