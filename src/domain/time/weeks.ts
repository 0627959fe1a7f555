/** Weeks and the weekday they begin on: the workspace's own by its setting, recorded ones by what the records say. */
import { Temporal } from 'temporal-polyfill';

/** In the order of ISO: `monday` is 1, `sunday` 7. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** What a workspace may choose for weeks by the clock. */
export type WeekStart = Extract<Weekday, 'monday' | 'sunday'>;

/** 1 for Monday to 7 for Sunday. */
export function weekdayNumber(weekday: Weekday): number {
  return weekdays.indexOf(weekday) + 1;
}

/** The first day of the week that holds a date. */
export function weekBegin(date: Temporal.PlainDate, begin: Weekday): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - weekdayNumber(begin) + 7) % 7 });
}

export interface WeekName {
  readonly number: number;
  readonly year: number;
}

/**
 * What a week is called, whatever day it begins on: as the ISO week it shares most of its days with, which is the one of its
 * Thursday. @param first its first day, `YYYY-MM-DD`
 */
export function nameWeek(first: string): WeekName {
  const thursday = weekBegin(Temporal.PlainDate.from(first).add({ days: 6 }), 'thursday');
  return { number: thursday.weekOfYear ?? 0, year: thursday.yearOfWeek ?? thursday.year };
}

/** The first day of the week of that name. @throws RangeError where the year has no such week. */
export function weekNamed({ number, year }: WeekName, begin: Weekday): Temporal.PlainDate {
  const january4 = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const thursday = weekBegin(january4, 'monday').add({ weeks: number - 1, days: 3 });
  if (number < 1 || thursday.yearOfWeek !== year) throw new RangeError(`${year} has no week ${number}`);
  return weekBegin(thursday, begin);
}

/** On which weekdays the recorded weeks of a store begin. */
export interface RecordedWeeks {
  /** Of most records; Monday where no record has a week. */
  readonly begin: Weekday;
}
