/** Compares people's gaps with the threshold from which one counts; the gaps below it are summed up beside the list. Pure. */
import type { Units } from '../decimal.ts';

/** The gaps of several people, added up. */
export interface GapSum {
  readonly people: number;
  readonly hours: Units;
}

export interface Gaps {
  /** Gaps above 0 and below the threshold. */
  readonly smaller: GapSum;
  /** Hours logged beyond what was expected. */
  readonly beyond: GapSum;
  /** How many people have a known gap. */
  readonly known: number;
}

/** The gap is expected less logged hours; null where it is unknown. */
export interface Gap {
  readonly gap: Units | null;
  readonly logged: Units;
}

/** The gap of a person who logged nothing is listed, however small it is. */
export function isListed({ gap, logged }: Gap, least: Units): boolean {
  return gap === null || gap >= least || (gap > 0n && logged === 0n);
}

export function sortGaps(people: readonly Gap[], least: Units): Gaps {
  const known = people.flatMap(({ gap }) => gap ?? []);
  const unlisted = people.filter((person) => !isListed(person, least)).flatMap(({ gap }) => gap ?? []);
  const sum = (gaps: readonly Units[]): GapSum => ({
    people: gaps.length,
    hours: gaps.reduce((total, gap) => total + gap, 0n),
  });
  return {
    smaller: sum(unlisted.filter((gap) => gap > 0n)),
    beyond: sum(known.filter((gap) => gap < 0n).map((gap) => -gap)),
    known: known.length,
  };
}

/** Sorts the largest gap first and unknown ones last, then by id. */
export function compareByGap(a: PersonGap, b: PersonGap): number {
  if (a.gap === b.gap) return a.ownerId < b.ownerId ? -1 : 1;
  if (a.gap === null) return 1;
  if (b.gap === null) return -1;
  return a.gap > b.gap ? -1 : 1;
}

interface PersonGap {
  readonly ownerId: string;
  readonly gap: Units | null;
}
