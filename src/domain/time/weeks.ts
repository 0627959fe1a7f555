/** Weeks and the weekday on which they begin: calendar weeks as set in the settings, recorded weeks as found in the records. */
import { Temporal } from 'temporal-polyfill';

/** The weekdays in ISO order: `monday` is 1, `sunday` 7. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** The weekday on which calendar weeks begin, chosen in the settings. */
export type WeekStart = Extract<Weekday, 'monday' | 'sunday'>;

/** Monday is 1, Sunday 7. */
export function toWeekdayNumber(weekday: Weekday): number {
  return weekdays.indexOf(weekday) + 1;
}

export function findWeekStart(date: Temporal.PlainDate, begin: Weekday): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - toWeekdayNumber(begin) + 7) % 7 });
}

export interface WeekName {
  readonly number: number;
  readonly year: number;
}

/**
 * Names a week, regardless of the day on which it begins, by the ISO week of its Thursday, with which it shares most days.
 * @param first its first day, `YYYY-MM-DD`
 */
export function nameWeek(first: string): WeekName {
  const thursday = findWeekStart(Temporal.PlainDate.from(first).add({ days: 6 }), 'thursday');
  return { number: thursday.weekOfYear ?? 0, year: thursday.yearOfWeek ?? thursday.year };
}

/** Finds the first day of the week with that name. @throws RangeError if the year has no such week. */
export function findWeek({ number, year }: WeekName, begin: Weekday): Temporal.PlainDate {
  const january4 = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const thursday = findWeekStart(january4, 'monday').add({ weeks: number - 1, days: 3 });
  if (number < 1 || thursday.yearOfWeek !== year) throw new RangeError(`${year} has no week ${number}`);
  return findWeekStart(thursday, begin);
}

export interface RecordedWeeks {
  /** The weekday on which most records' weeks begin; Monday if no record has a week. */
  readonly begin: Weekday;
}
