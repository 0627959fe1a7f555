/** People who logged considerably less than expected in a span, who logged nothing, and whose expected hours are unknown. Pure. */
import { divideHalfEven, type Units } from '../decimal.ts';
import { ownerEntry, type Directory } from '../people/directory.ts';
import { expectedHours, isActive, peopleWithNone, type DaySpan } from './expected.ts';
import { byGap, sortGaps, type Gaps } from './gaps.ts';

/** What a person has logged. */
export interface LoggedByOwner {
  readonly ownerId: string;
  /** Logged in the span. */
  readonly minutes: Units;
  /** Records in the span. */
  readonly records: number;
  /** Records in the span's `recentSpan`. */
  readonly recently: number;
}

/** Hours. */
export interface PersonWithGap {
  readonly ownerId: string;
  /** Null: the weekly hours are not known. */
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  /** `stopped`: had records lately, none in the span. `never`: in the directory, and no record at all. */
  readonly why: 'short' | 'stopped' | 'never' | 'unknown';
}

/** What is left out beside who is listed. */
export interface PeopleWithGaps extends Gaps {
  /** Largest gap first, unknown ones last. */
  readonly people: readonly PersonWithGap[];
}

/**
 * @param logged of everybody who has records
 * @param least hours from which a gap is listed. A person who logged nothing is listed, however little was expected.
 */
export function findPeopleWithGaps(
  directory: Directory,
  logged: readonly LoggedByOwner[],
  span: DaySpan,
  least: Units,
): PeopleWithGaps {
  const withSome = logged.filter(({ records }) => records > 0);
  const logging = withSome.flatMap((each) => compareToExpected(directory, each, span) ?? []);
  const short = logging.filter(({ gap }) => gap === null || gap >= least);
  const presence = {
    inSpan: new Set(withSome.map(({ ownerId }) => ownerId)),
    recently: new Set(logged.filter(({ recently }) => recently > 0).map(({ ownerId }) => ownerId)),
    ever: new Set(logged.map(({ ownerId }) => ownerId)),
  };
  const none = peopleWithNone(directory, presence, span).map(({ ownerId, why, gap }): PersonWithGap => ({
    ownerId,
    expected: gap,
    logged: 0n,
    gap,
    why,
  }));
  const gaps = sortGaps(
    logging.map(({ gap }) => gap),
    least,
  );
  return {
    ...gaps,
    people: [...short, ...none].toSorted(byGap),
    known: gaps.known + none.filter(({ gap }) => gap !== null).length,
  };
}

/** @returns undefined for a person who is known to be away all the time. */
function compareToExpected(
  directory: Directory,
  { ownerId, minutes }: LoggedByOwner,
  span: DaySpan,
): PersonWithGap | undefined {
  const person = ownerEntry(directory, ownerId);
  if (person && !isActive(person, span)) return undefined;
  const hours = divideHalfEven(minutes, 60n);
  const expected = person ? expectedHours(person, span) : null;
  if (expected === null) return { ownerId, expected, logged: hours, gap: null, why: 'unknown' };
  return { ownerId, expected, logged: hours, gap: expected - hours, why: 'short' };
}
