/** Merges a long tail into one group, exactly: what is drawn still adds up to the whole. */
import { formatUnits, toUnits, type Units } from '../decimal.ts';

/** Sums the known values; null where none is known. */
export function sumValues(values: readonly (string | null | undefined)[]): string | null {
  let sum: Units | null = null;
  for (const value of values) if (value !== null && value !== undefined) sum = (sum ?? 0n) + toUnits(value);
  return sum === null ? null : formatUnits(sum);
}

/** Sorts the largest magnitude first, and null last. */
export function compareBySize(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const [left, right] = [toMagnitude(a), toMagnitude(b)];
  return left === right ? 0 : left > right ? -1 : 1;
}

function toMagnitude(text: string): Units {
  const units = toUnits(text);
  return units < 0n ? -units : units;
}

/**
 * Chooses which groups are drawn separately when at most `most` bars may be drawn, the tail included. A tail of one is not grouped.
 * @returns their indexes in the given order, and those of the tail.
 */
export function splitTail(
  sizes: readonly (string | null)[],
  most: number,
): { readonly drawn: readonly number[]; readonly rest: readonly number[] } {
  const all = sizes.map((_, index) => index);
  if (all.length <= most) return { drawn: all, rest: [] };
  const largest = all.toSorted((a, b) => compareBySize(sizes[a] ?? null, sizes[b] ?? null) || a - b).slice(0, most - 1);
  const shownGroups = new Set(largest);
  return { drawn: all.filter((index) => shownGroups.has(index)), rest: all.filter((index) => !shownGroups.has(index)) };
}
