/** Finds people with a considerable gap in a span, people who logged nothing, and people with unknown expected hours. Pure. */
import { divideHalfEven, type Units, toUnits } from './decimal.ts';
import { findOwner, type Directory } from './people/directory.ts';
import { computeExpectedHours, type DaySpan, listExpected } from './expected.ts';

export interface LoggedByOwner {
  readonly ownerId: string;
  readonly minutes: Units;
  readonly records: number;
  /** The number of records in the weeks up to the span's end (`findRecentSpan`). */
  readonly recently: number;
  /** The day of the person's last record, `YYYY-MM-DD`; null if none has a start. */
  readonly last: string | null;
}

/** Expected, logged and gap are in hours. */
export interface PersonWithGap {
  readonly ownerId: string;
  /** Null if the weekly hours are unknown. */
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  /** `stopped`: had records before, but none in the span. `never`: in the directory, but without any record. */
  readonly why: 'short' | 'stopped' | 'never' | 'unknown';
  readonly last: string | null;
}

/**
 * @param logged of everyone with records
 * @param minGap the gap in hours from which a person is listed
 * @returns the listed people, the largest gap first and unknown ones last, and the sums of the others
 */
export function findPeopleWithGaps(
  directory: Directory,
  logged: readonly LoggedByOwner[],
  span: DaySpan,
  minGap: Units,
): Gaps & { readonly people: readonly PersonWithGap[] } {
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
    ...sortGaps(all, minGap),
    people: all.filter((person) => isListed(person, minGap)).toSorted(compareByGap),
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

/** The total gap of several people. */
export interface GapSum {
  readonly people: number;
  readonly hours: Units;
}

interface Gaps {
  /** Gaps above 0 and below the threshold. */
  readonly smaller: GapSum;
  /** Hours logged in excess of the expected hours. */
  readonly beyond: GapSum;
  /** How many people have a known gap. */
  readonly known: number;
}

/** The gap is expected minus logged hours; null if unknown. */
interface Gap {
  readonly gap: Units | null;
  readonly logged: Units;
}

/** A person who logged nothing is listed regardless of the size of the gap. */
export function isListed({ gap, logged }: Gap, minGap: Units): boolean {
  return gap === null || gap >= minGap || (gap > 0n && logged === 0n);
}

export function sortGaps(people: readonly Gap[], minGap: Units): Gaps {
  const known = people.flatMap(({ gap }) => gap ?? []);
  const unlisted = people.filter((person) => !isListed(person, minGap)).flatMap(({ gap }) => gap ?? []);
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

/** Orders by gap, the largest first and unknown ones last, then by id. */
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

// Finds since when a person has had a gap every week.

export interface WeekOfHours {
  /** The first and the last day of the week, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Hours as decimal text; null if nothing was logged or nothing is expected. */
  readonly logged: string | null;
  readonly gap: string | null;
}

export interface ShortSpan {
  /** The first day of the first of the consecutive weeks with a gap. */
  readonly since: string;
  readonly weeks: number;
  /** Whether all given weeks have a gap, so that it may have begun earlier. */
  readonly isLonger: boolean;
}

/**
 * @param weeks in order of time; a week that has not ended is ignored, because its hours may still be logged
 * @param minGap the gap in hours from which a week counts
 * @returns undefined if the last complete week has no such gap
 */
export function findShortSpan(weeks: readonly WeekOfHours[], minGap: Units, today: string): ShortSpan | undefined {
  const endedWeeks = weeks.filter(({ to }) => to < today);
  const lastGood = endedWeeks.findLastIndex((week) => !isShort(week, minGap));
  const shortWeeks = endedWeeks.slice(lastGood + 1);
  const [first] = shortWeeks;
  return first && { since: first.from, weeks: shortWeeks.length, isLonger: lastGood < 0 };
}

function isShort({ gap, logged }: WeekOfHours, minGap: Units): boolean {
  return gap !== null && isListed({ gap: toUnits(gap), logged: logged === null ? 0n : toUnits(logged) }, minGap);
}
