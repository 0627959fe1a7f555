import { expect, test } from 'vitest';
import { toUnits } from '#domain/decimal.ts';
import { findShortSpan, type WeekOfHours } from '#domain/people-with-gaps.ts';

const FOUR_HOURS = toUnits('4');
const TODAY = '2026-11-27';

const starts = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'];
const ends = ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'];
const toWeeks = (gaps: readonly (string | null)[]): WeekOfHours[] =>
  gaps.map((gap, at) => ({ from: starts[at] ?? '', to: ends[at] ?? '', logged: '10', gap }));
const find = (...gaps: (string | null)[]) => findShortSpan(toWeeks(gaps), FOUR_HOURS, TODAY);

test('a span of short weeks begins after the last week that was not short', () => {
  expect(find('5', '0', '4', '30.5', '38')).toEqual({ since: '2026-11-09', weeks: 2, isLonger: false });
});

test('the week that has not ended does not count, whatever is missing in it', () => {
  expect(find('0', '0', '0', '3.99', '38')).toBeUndefined();
});

test('where all weeks fell short, it may have begun before them', () => {
  expect(find('5', '6', '7', '8', '0')).toEqual({ since: '2026-10-26', weeks: 4, isLonger: true });
});

test('a week in which nothing is expected ends the span', () => {
  expect(find('8', null, '8', '8')).toEqual({ since: '2026-11-09', weeks: 2, isLonger: false });
  expect(find('8', '8', '8', null)).toBeUndefined();
});

test('nothing logged is short, however little was expected', () => {
  const [week] = toWeeks(['2']);
  expect(week && findShortSpan([{ ...week, logged: null }], FOUR_HOURS, TODAY)).toMatchObject({ weeks: 1 });
});
