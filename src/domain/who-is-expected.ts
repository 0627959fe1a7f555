/** Who is expected to log hours in a span: the one rule of the Overview, of To check, of reports and of the terminal. Pure. */
import type { Units } from './decimal.ts';
import { findOwner, type Directory } from './people/directory.ts';
import type { Period } from './time/period.ts';
import { createExpectations, formatDay, toDayNumber, isActive, type DaySpan } from './expected.ts';

export interface ExpectedPerson {
  readonly ownerId: string;
  /** The hours are above 0; null where the weekly hours are not known. */
  readonly hours: Units | null;
}

/**
 * Lists people of the directory who are active on a day of the span, except those of whom nothing is expected, and recent people whom the
 * directory does not have.
 * @param admitted owner ids of the directory
 * @param recentOwners owner ids with records in the span's recent span (`findRecentSpan`)
 */
export function listExpected(
  directory: Directory,
  admitted: readonly string[],
  recentOwners: readonly string[],
  span: DaySpan,
): ExpectedPerson[] {
  const computeHours = createExpectations([span]);
  const expectedOwners = admitted.flatMap((ownerId): ExpectedPerson[] => {
    const person = findOwner(directory, ownerId);
    if (!person || !isActive(person, span)) return [];
    const hours = computeHours(person)[0] ?? null;
    return hours === 0n ? [] : [{ ownerId, hours }];
  });
  const others = recentOwners.filter((ownerId) => !findOwner(directory, ownerId));
  return [...expectedOwners, ...others.map((ownerId) => ({ ownerId, hours: null }))];
}

const RECENT_DAYS = 56;

/** Finds the eight weeks that end with the span's last day; for recorded months, whole months. */
export function findRecentSpan({ to, calendar }: Pick<Period, 'to' | 'calendar'>): DaySpan & Pick<Period, 'calendar'> {
  const from = formatDay(toDayNumber(to) - RECENT_DAYS + 1);
  return { from: calendar === 'recorded-month' ? `${from.slice(0, 7)}-01` : from, to, calendar };
}
