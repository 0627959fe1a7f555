/** Sorts that take long, in slices: the same order as `toSorted`, equal items in the order they came in. */
import type { Pace } from './pace.ts';

export type Compare<T> = (a: T, b: T) => number;

/** Comparisons between two looks at the clock, about. */
const STRIDE = 128;
/** What is sorted at once, in some 200 comparisons. */
const RUN = 32;

export async function sortInSlices<T extends object>(
  items: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    if (pace.isOver()) await pace.rest();
    runs.push(items.slice(from, from + RUN).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeInSlices(runs[at] ?? [], runs[at + 1] ?? [], compare, pace));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** @returns the first `most` of two sorted lists; of equal items the left one's first. */
export async function mergeInSlices<T extends object>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
  pace: Pace,
  most = Infinity,
): Promise<readonly T[]> {
  if (right.length === 0 && left.length <= most) return left;
  const merged: T[] = [];
  const count = Math.min(most, left.length + right.length);
  let fromLeft = 0;
  while (merged.length < count) {
    if (merged.length % STRIDE === 0 && pace.isOver()) await pace.rest();
    const a = left[fromLeft];
    const b = right[merged.length - fromLeft];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a === undefined) break;
      merged.push(a);
      fromLeft += 1;
    } else merged.push(b);
  }
  return merged;
}
