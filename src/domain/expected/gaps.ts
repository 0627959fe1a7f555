/** Compares people's gaps with the threshold from which one counts; the gaps below it are summed up beside the list. Pure. */
import type { Units } from '../decimal.ts';

/** Of several people. */
export interface GapSum {
  readonly people: number;
  readonly hours: Units;
}

export interface Gaps {
  /** Above 0 and below it. */
  readonly smaller: GapSum;
  /** Logged beyond what was expected. */
  readonly beyond: GapSum;
  /** People whose gap is known. */
  readonly known: number;
}

/** @param gaps expected less logged hours; null: unknown. */
export function sortGaps(gaps: readonly (Units | null)[], least: Units): Gaps {
  const known = gaps.filter((gap) => gap !== null);
  const sum = (some: readonly Units[]): GapSum => ({
    people: some.length,
    hours: some.reduce((total, each) => total + each, 0n),
  });
  return {
    smaller: sum(known.filter((gap) => gap > 0n && gap < least)),
    beyond: sum(known.filter((gap) => gap < 0n).map((gap) => -gap)),
    known: known.length,
  };
}

/** Largest gap first, unknown ones last, then by id. */
export function byGap(a: PersonsGap, b: PersonsGap): number {
  if (a.gap === b.gap) return a.ownerId < b.ownerId ? -1 : 1;
  if (a.gap === null) return 1;
  if (b.gap === null) return -1;
  return a.gap > b.gap ? -1 : 1;
}

interface PersonsGap {
  readonly ownerId: string;
  readonly gap: Units | null;
}
