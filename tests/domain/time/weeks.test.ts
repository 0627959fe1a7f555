import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { findWeekStart, weekdays, findWeek, nameWeek } from '#domain/time/weeks.ts';
import { chooseSize } from '#tests/support/tier.ts';

test.each([
  ['2026-12-28', 53, 2026],
  ['2024-12-30', 1, 2025],
  ['2026-10-04', 41, 2026],
  ['2026-10-03', 41, 2026],
  ['2026-10-02', 41, 2026],
  ['2026-10-01', 40, 2026],
])(
  'the week that begins on %s is called week %i of %i, as the ISO week it shares most days with',
  (date, number, year) => {
    expect(nameWeek(date)).toEqual({ number, year });
  },
);

test('of every weekday, each day lies in one week, whose name finds it again', () => {
  for (const begin of weekdays) {
    for (let day = Temporal.PlainDate.from('2020-01-01'); day.year < 2027; day = day.add({ days: chooseSize(16, 5) })) {
      const first = findWeekStart(day, begin);
      const { days } = first.until(day);
      expect(days >= 0 && days < 7).toBe(true);
      expect(first.dayOfWeek).toBe(weekdays.indexOf(begin) + 1);
      expect(findWeek(nameWeek(first.toString()), begin).toString()).toBe(first.toString());
    }
  }
});

test('a year without a week 53 has none on any weekday', () => {
  for (const begin of weekdays) {
    expect(() => findWeek({ number: 53, year: 2025 }, begin)).toThrow(RangeError);
    expect(nameWeek(findWeek({ number: 53, year: 2026 }, begin).toString())).toEqual({ number: 53, year: 2026 });
  }
});
