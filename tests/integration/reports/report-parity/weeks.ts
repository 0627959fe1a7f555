/** Worlds whose service begins its weeks on any weekday, or on several, and what its weeks are then called. */
import { Temporal } from 'temporal-polyfill';
import type { TimeLogRecord } from '#domain/record.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

const WEEK = 'a552213_week_year';

/** The same records, each in the week of its own service: from Monday, Sunday or another day, now and then from several. */
export function inOtherWeeks(random: Seeded, records: readonly TimeLogRecord[]): TimeLogRecord[] {
  const first = random.pick([1, 1, 7, 7, 6, 5, 4]);
  const isMixed = random.chance(0.3);
  return records.map((record) => {
    const monday = record.values.get(WEEK);
    if (typeof monday !== 'string') return record;
    const begin = isMixed && random.chance(0.2) ? random.between(1, 7) : first;
    let day = Temporal.PlainDate.from(monday);
    while (day.dayOfWeek !== begin) day = day.subtract({ days: 1 });
    return { ...record, values: new Map(record.values).set(WEEK, day.toString()) };
  });
}

/** 1 for Monday to 7 for Sunday: of most live records, the earlier one of two. */
export function commonWeekday(records: readonly TimeLogRecord[]): number {
  const days = records.flatMap(({ archived, values }) => {
    const week = values.get(WEEK);
    return archived || typeof week !== 'string' ? [] : [Temporal.PlainDate.from(week).dayOfWeek];
  });
  const held = (day: number) => days.filter((each) => each === day).length;
  return [1, 2, 3, 4, 5, 6, 7].toSorted((a, b) => held(b) - held(a) || a - b)[0] ?? 1;
}

/** The middle day of seven lies in the ISO week that most of them lie in. */
const middleOf = (first: Temporal.PlainDate) => first.add({ days: 3 });

/** The first day of the week of that number. */
export function weekOfNumber(year: number, number: number, weekday: number): Temporal.PlainDate {
  let day = Temporal.PlainDate.from({ year, month: 1, day: 1 }).subtract({ days: 10 });
  while (day.dayOfWeek !== weekday || middleOf(day).weekOfYear !== number || middleOf(day).yearOfWeek !== year)
    day = day.add({ days: 1 });
  return day;
}

/** The week of the same number in the year before; a week 53 is compared with the week 52 weeks earlier. */
export function weekAYearBefore(first: Temporal.PlainDate): Temporal.PlainDate {
  const { weekOfYear, yearOfWeek } = middleOf(first);
  const same = [51, 52, 53]
    .map((weeks) => first.subtract({ weeks }))
    .find((each) => middleOf(each).weekOfYear === weekOfYear && middleOf(each).yearOfWeek === (yearOfWeek ?? 0) - 1);
  return same ?? first.subtract({ weeks: 52 });
}
