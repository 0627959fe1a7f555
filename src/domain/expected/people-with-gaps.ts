/** People who logged considerably less than expected in a span, who logged nothing, and whose expected hours are unknown. Pure. */
import { divideHalfEven, type Units } from '../decimal.ts';
import { findOwner, type Directory } from '../people/directory.ts';
import { computeExpectedHours, type DaySpan } from './expected.ts';
import { compareByGap, isListed, sortGaps, type Gaps } from './gaps.ts';
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
 * @param least hours from which a gap is listed
 */
export function findPeopleWithGaps(
  directory: Directory,
  logged: readonly LoggedByOwner[],
  span: DaySpan,
  least: Units,
): PeopleWithGaps {
  const byId = new Map(logged.map((person) => [person.ownerId, person]));
  const logging = logged
    .filter(({ records }) => records > 0)
    .map((person) => compareToExpected(directory, person, span));
  const lately = logged.filter(({ recently }) => recently > 0).map(({ ownerId }) => ownerId);
  const without = listExpected(directory, Object.keys(directory.owners), lately, span)
    .filter(({ ownerId }) => (byId.get(ownerId)?.records ?? 0) === 0)
    .map(({ ownerId, hours }): PersonWithGap => {
      const before = byId.get(ownerId);
      const why = before ? 'stopped' : 'never';
      return { ownerId, expected: hours, logged: 0n, gap: hours, why, last: before?.last ?? null };
    });
  const all = [...logging, ...without];
  return { ...sortGaps(all, least), people: all.filter((person) => isListed(person, least)).toSorted(compareByGap) };
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
