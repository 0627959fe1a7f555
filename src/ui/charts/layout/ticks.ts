/** Chooses which buckets under an axis are named: as many as fit side by side. Pure. */
import { textWidth } from './text-width.ts';

export const TICK_SIZE = 11;
const BETWEEN = 10;

/** `Oct 2026` is named as a month, with its year once, below the first of that year. */
export function nameAndYear(short: string): readonly [string, string | undefined] {
  const match = /^(\p{L}+) (\d{4})$/u.exec(short);
  return match ? [match[1] ?? short, match[2]] : [short, undefined];
}

/**
 * @param names as they stand under the axis
 * @param width pixels of the whole axis; 0: not known yet
 * @returns 1: every bucket is named; 2: every second; and so on
 */
export function tickEvery(names: readonly string[], width: number, most: number): number {
  const fewest = Math.ceil(names.length / most);
  if (width <= 0 || names.length === 0) return Math.max(1, fewest);
  const widest = Math.max(...names.map((name) => textWidth(nameAndYear(name)[0], TICK_SIZE)));
  return Math.max(1, fewest, Math.ceil((widest + BETWEEN) / (width / names.length)));
}
