/** People who logged considerably less than expected in a span, who logged nothing, and whose expected hours are unknown. Pure. */
import { divideHalfEven, type Units } from '../decimal.ts';
import { ownerEntry, type Directory } from '../people/directory.ts';
import { expectedHours, type DaySpan } from './expected.ts';
import { byGap, isListed, sortGaps, type Gaps } from './gaps.ts';
import { listExpected } from './who-is-expected.ts';

/** What a person has logged. */
export interface LoggedByOwner {
  readonly ownerId: string;
  /** Logged in the span. */
  readonly minutes: Units;
  /** Records in the span. */
  readonly records: number;
  /** Records in the span's `recentSpan`. */
  readonly recently: number;
  /** Day of the last record of all, `YYYY-MM-DD`; null: none has a start. */
  readonly last: string | null;
}

/** Hours. */
export interface PersonWithGap {
  readonly ownerId: string;
  /** Null: the weekly hours are not known. */
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  /** `stopped`: had records before, none in the span. `never`: in the directory, and no record at all. */
  readonly why: 'short' | 'stopped' | 'never' | 'unknown';
  readonly last: string | null;
}

/** What is left out beside who is listed. */
export interface PeopleWithGaps extends Gaps {
  /** Largest gap first, unknown ones last. */
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
  const byId = new Map(logged.map((each) => [each.ownerId, each]));
  const logging = logged.filter(({ records }) => records > 0).map((each) => compareToExpected(directory, each, span));
  const lately = logged.filter(({ recently }) => recently > 0).map(({ ownerId }) => ownerId);
  const without = listExpected(directory, Object.keys(directory.owners), lately, span)
    .filter(({ ownerId }) => (byId.get(ownerId)?.records ?? 0) === 0)
    .map(({ ownerId, hours }): PersonWithGap => {
      const before = byId.get(ownerId);
      const why = before ? 'stopped' : 'never';
      return { ownerId, expected: hours, logged: 0n, gap: hours, why, last: before?.last ?? null };
    });
  const all = [...logging, ...without];
  return { ...sortGaps(all, least), people: all.filter((each) => isListed(each, least)).toSorted(byGap) };
}

function compareToExpected(
  directory: Directory,
  { ownerId, minutes, last }: LoggedByOwner,
  span: DaySpan,
): PersonWithGap {
  const person = ownerEntry(directory, ownerId);
  const logged = divideHalfEven(minutes, 60n);
  const expected = person ? expectedHours(person, span) : null;
  const gap = expected === null ? null : expected - logged;
  return { ownerId, expected, logged, gap, why: gap === null ? 'unknown' : 'short', last };
}
