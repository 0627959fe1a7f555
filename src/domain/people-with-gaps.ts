/** People who logged considerably less than expected in a span, who logged nothing, and whose expected hours are unknown. Pure. */
import { divideHalfEven, type Units } from './decimal.ts';
import { findOwner, type Directory } from './people/directory.ts';
import { computeExpectedHours, type DaySpan } from './expected.ts';
import { listExpected } from './who-is-expected.ts';

export interface LoggedByOwner {
  readonly ownerId: string;
  /** The minutes logged in the span. */
  readonly minutes: Units;
  /** The number of records in the span. */
  readonly records: number;
  /** The number of records in the span's recent span (`findRecentSpan`). */
  readonly recently: number;
  /** The day of the last record of all, `YYYY-MM-DD`; null where none has a start. */
  readonly last: string | null;
}

/** Expected, logged and missing time are hours. */
export interface PersonWithGap {
  readonly ownerId: string;
  /** Null where the weekly hours are not known. */
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  /** `stopped` people had records before, and none in the span. `never` people are in the directory and have no record at all. */
  readonly why: 'short' | 'stopped' | 'never' | 'unknown';
  readonly last: string | null;
}

/** The people are listed; the sums are of those who are not. */
export interface PeopleWithGaps extends Gaps {
  /** The largest gap comes first, unknown ones last. */
  readonly people: readonly PersonWithGap[];
}

/**
 * @param logged of everybody who has records
 * @param leastGap hours from which a gap is listed
 */
export function findPeopleWithGaps(
  directory: Directory,
  logged: readonly LoggedByOwner[],
  span: DaySpan,
  leastGap: Units,
): PeopleWithGaps {
  const byId = new Map(logged.map((person) => [person.ownerId, person]));
  const peopleWithRecords = logged
    .filter(({ records }) => records > 0)
    .map((person) => compareToExpected(directory, person, span));
  const recentOwners = logged.filter(({ recently }) => recently > 0).map(({ ownerId }) => ownerId);
  const peopleWithoutRecords = listExpected(directory, Object.keys(directory.owners), recentOwners, span)
    .filter(({ ownerId }) => (byId.get(ownerId)?.records ?? 0) === 0)
    .map(({ ownerId, hours }): PersonWithGap => {
      const before = byId.get(ownerId);
      const why = before ? 'stopped' : 'never';
      return { ownerId, expected: hours, logged: 0n, gap: hours, why, last: before?.last ?? null };
    });
  const all = [...peopleWithRecords, ...peopleWithoutRecords];
  return {
    ...sortGaps(all, leastGap),
    people: all.filter((person) => isListed(person, leastGap)).toSorted(compareByGap),
  };
}

function compareToExpected(
  directory: Directory,
  { ownerId, minutes, last }: LoggedByOwner,
  span: DaySpan,
): PersonWithGap {
  const person = findOwner(directory, ownerId);
  const logged = divideHalfEven(minutes, 60n);
  const expected = person ? computeExpectedHours(person, span) : null;
  const gap = expected === null ? null : expected - logged;
  return { ownerId, expected, logged, gap, why: gap === null ? 'unknown' : 'short', last };
}

/** The gaps of several people, added up. */
export interface GapSum {
  readonly people: number;
  readonly hours: Units;
}

interface Gaps {
  /** Gaps above 0 and below the threshold. */
  readonly smaller: GapSum;
  /** Hours logged beyond what was expected. */
  readonly beyond: GapSum;
  /** How many people have a known gap. */
  readonly known: number;
}

/** The gap is expected less logged hours; null where it is unknown. */
interface Gap {
  readonly gap: Units | null;
  readonly logged: Units;
}

/** The gap of a person who logged nothing is listed, however small it is. */
export function isListed({ gap, logged }: Gap, leastGap: Units): boolean {
  return gap === null || gap >= leastGap || (gap > 0n && logged === 0n);
}

export function sortGaps(people: readonly Gap[], leastGap: Units): Gaps {
  const known = people.flatMap(({ gap }) => gap ?? []);
  const unlisted = people.filter((person) => !isListed(person, leastGap)).flatMap(({ gap }) => gap ?? []);
  const sumGaps = (gaps: readonly Units[]): GapSum => ({
    people: gaps.length,
    hours: gaps.reduce((total, gap) => total + gap, 0n),
  });
  return {
    smaller: sumGaps(unlisted.filter((gap) => gap > 0n)),
    beyond: sumGaps(known.filter((gap) => gap < 0n).map((gap) => -gap)),
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
