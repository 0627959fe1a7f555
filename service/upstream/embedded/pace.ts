/** Runs long work in slices and lets other work continue between them. */

/** The waiting slices, of which one runs per turn of the event loop, however many searches there are. */
const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()?.();
  // An immediate scheduled here runs in the next turn, after events that arrive meanwhile.
  if (waiting.length > 0) setImmediate(runNext);
}

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(runNext);
  });
}

export class Pace {
  readonly #slice: number;
  readonly #signal: AbortSignal | undefined;
  #until = 0;

  /** @param slice milliseconds. @param signal ends the work at its next slice. Even the first slice waits for its turn. */
  constructor(slice: number, signal?: AbortSignal) {
    this.#slice = slice;
    this.#signal = signal;
  }

  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  isAborted(): boolean {
    return this.#signal?.aborted === true;
  }

  async rest(): Promise<void> {
    await waitForTurn();
    this.#signal?.throwIfAborted();
    this.#until = performance.now() + this.#slice;
  }
}

export type Compare<T> = (a: T, b: T) => number;

/** The approximate number of comparisons between two checks of the clock. */
const STRIDE = 128;
/** Items sorted without a pause, in some 200 comparisons. */
const RUN_ITEMS = 32;

export async function sortInSlices<T extends object>(
  items: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += RUN_ITEMS) {
    if (pace.isOver()) await pace.rest();
    runs.push(items.slice(start, start + RUN_ITEMS).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergeInSlices(runs[index] ?? [], runs[index + 1] ?? [], compare, pace));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** @returns the first `limit` items of two sorted lists; equal items of the left list come first. */
export async function mergeInSlices<T extends object>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
  pace: Pace,
  limit = Infinity,
): Promise<readonly T[]> {
  if (right.length === 0 && left.length <= limit) return left;
  const merged: T[] = [];
  const count = Math.min(limit, left.length + right.length);
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
