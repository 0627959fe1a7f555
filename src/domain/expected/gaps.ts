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

/** Expected less logged hours; null: unknown. */
export interface Gap {
  readonly gap: Units | null;
  readonly logged: Units;
}

/** A gap of someone who logged nothing is, however small. */
export function isListed({ gap, logged }: Gap, least: Units): boolean {
  return gap === null || gap >= least || (gap > 0n && logged === 0n);
}

export function sortGaps(people: readonly Gap[], least: Units): Gaps {
  const known = people.flatMap(({ gap }) => gap ?? []);
  const unlisted = people.filter((each) => !isListed(each, least)).flatMap(({ gap }) => gap ?? []);
  const sum = (some: readonly Units[]): GapSum => ({
    people: some.length,
    hours: some.reduce((total, each) => total + each, 0n),
  });
  return {
    smaller: sum(unlisted.filter((gap) => gap > 0n)),
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
