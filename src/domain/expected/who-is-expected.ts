/** Who is expected to log hours in a span: the one rule of the Overview, of To check, of reports and of the terminal. Pure. */
import type { Units } from '../decimal.ts';
import { ownerEntry, type Directory } from '../people/directory.ts';
import type { Period } from '../time/period.ts';
import { expectedHours, formatDay, dayNumber, isActive, type DaySpan } from './expected.ts';

export interface ExpectedPerson {
  readonly ownerId: string;
  /** Above 0; null: the weekly hours are not known. */
  readonly hours: Units | null;
}

/**
 * People of the directory who are active on a day of the span, but for those of whom nothing is expected; and people whom the directory
 * does not have and who were there lately.
 * @param admitted owner ids of the directory
 * @param lately owner ids with records in the span's `recentSpan`
 */
export function listExpected(
  directory: Directory,
  admitted: readonly string[],
  lately: readonly string[],
  span: DaySpan,
): ExpectedPerson[] {
  const known = admitted.flatMap((ownerId): ExpectedPerson[] => {
    const person = ownerEntry(directory, ownerId);
    if (!person || !isActive(person, span)) return [];
    const hours = expectedHours(person, span);
    return hours === 0n ? [] : [{ ownerId, hours }];
  });
  const others = lately.filter((ownerId) => !ownerEntry(directory, ownerId));
  return [...known, ...others.map((ownerId) => ({ ownerId, hours: null }))];
}

const RECENT_DAYS = 56;

/** The eight weeks that end with the span's last day; of recorded months, whole ones. */
export function recentSpan({ to, calendar }: Pick<Period, 'to' | 'calendar'>): DaySpan & Pick<Period, 'calendar'> {
  const from = formatDay(dayNumber(to) - RECENT_DAYS + 1);
  return { from: calendar === 'recorded-month' ? `${from.slice(0, 7)}-01` : from, to, calendar };
}
