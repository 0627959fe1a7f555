/** Estimates how long a download still takes, from its progress so far. Pure. */

export interface Pace {
  /** Epoch milliseconds of this run's first progress. */
  readonly startedAt: number;
  readonly heldAtStart: number;
  /** Of the latest progress. */
  readonly at: number;
}

const ENOUGH_MS = 1500;

/** @returns seconds left; undefined while there is too little to estimate from. */
export function secondsLeft(
  pace: Pace | undefined,
  progress: { readonly held: number; readonly total: number | null },
): number | undefined {
  if (!pace || progress.total === null || progress.held >= progress.total) return undefined;
  const elapsed = pace.at - pace.startedAt;
  const gained = progress.held - pace.heldAtStart;
  if (elapsed < ENOUGH_MS || gained <= 0) return undefined;
  return ((progress.total - progress.held) / gained) * (elapsed / 1000);
}
