/** Shortfalls: differences between printed lines and printed totals that are caused by rounding or by figures outside every line. */
import type { Steps } from './footing.ts';
import { toLines } from './printed-currencies.ts';
import type { PrintedDifference, PrintedLine, PrintedMeasure } from './model.ts';

/**
 * `noted`: at most half a step per line, reported below the table. `rounding`: more, but still possible by rounding each line individually;
 * shown as a separate line. `unlisted`: more than rounding can cause, so there are figures outside every line; shown as a separate line, too.
 */
export type Shortfall = 'noted' | 'rounding' | 'unlisted';

/** The kinds that are shown as separate lines, in this order. */
export const shortfallLines = ['unlisted', 'rounding'] as const;

/** The position of a difference in a line; a number is the index of a column. */
export type ShortfallPlace = 'value' | 'before' | 'change' | number;

/**
 * @param lines how many individually rounded lines the total has
 * @param roundings how often each figure was rounded; twice for a change, which is the difference of two rounded figures
 */
export function classifyShortfall(steps: Steps, lines: number, roundings = 1): Shortfall {
  const doubledSteps = 2n * (steps < 0n ? -steps : steps);
  if (doubledSteps <= BigInt(lines)) return 'noted';
  return roundings > 1 && lines > 0 && doubledSteps <= BigInt(roundings * (lines + 1)) ? 'rounding' : 'unlisted';
}

/** @returns 0 if the difference is of a different kind */
export function readShortfall(below: PrintedDifference | null, place: ShortfallPlace, kind: Shortfall): Steps {
  if (below === null) return 0n;
  const steps = typeof place === 'number' ? (below.cells[place] ?? 0n) : below[place];
  const lines = typeof place === 'number' ? (below.lines.cells[place] ?? 0) : below.lines[place];
  return classifyShortfall(steps, lines, place === 'change' ? 2 : 1) === kind ? steps : 0n;
}

/** Returns whether the cells of any line differ from its value by more than a note covers, so that a column shows the differences. */
export function hasAcrossDifference({ total, subtotals, rows }: PrintedMeasure): boolean {
  return [total, ...subtotals, ...rows]
    .flatMap(toLines)
    .some(({ across, cells }) => classifyShortfall(across, cells.length) !== 'noted');
}

export interface UnlistedFigures {
  readonly total: boolean;
  readonly subtotals: boolean;
}

/** Returns whether the total, or any subtotal, contains figures that none of its lines shows. */
export function findUnlisted(printed: readonly PrintedMeasure[]): UnlistedFigures {
  const isUnlisted = (line: PrintedLine) =>
    toLines(line).some(({ below }) => {
      const places = ['value', 'before', 'change', ...(below?.cells.keys() ?? [])] as const;
      return places.some((place) => readShortfall(below, place, 'unlisted') !== 0n);
    });
  return {
    total: printed.some(({ total }) => isUnlisted(total)),
    subtotals: printed.some(({ subtotals }) => subtotals.some(isUnlisted)),
  };
}
