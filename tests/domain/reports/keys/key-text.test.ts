import { describe, expect, test } from 'vitest';
import { formatColumnHeader, formatKey } from '#domain/reports/keys/key-text.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({ owners: { 7: { name: 'Ada' } }, objects: { 'deal:7': { name: 'Big deal' } } });
const text = (name: string, key: string | null, fiscalYearStart = 1, short?: 'head' | 'tick') =>
  formatKey(name, key, directory, { fiscalYearStart, short });

describe('keys in words', () => {
  test.each([
    ['month', '2026-10-01', 'Oct 2026'],
    ['a552213_month_year', '2026-10-01', 'Oct 2026'],
    ['week', '2026-10-05', 'W41 2026 (5–11 Oct)'],
    ['a552213_week_year', '2026-10-05', 'W41 2026 (5–11 Oct)'],
    ['day', '2026-11-05', 'Thu 5 Nov 2026'],
    ['quarter', '2026-10-01', 'Q4 2026'],
    ['year', '2026-01-01', '2026'],
    ['platform_owner_id', '7', 'Ada'],
    ['platform_owner_id', '8', 'Person 8'],
    ['object', 'company:123', 'Company 123'],
    ['object', 'spaceship:9', 'spaceship 9'],
    ['platform_owner_id', 'constructor', 'Person constructor'],
    ['object', 'deal:7', 'Big deal'],
    ['toggle', 'true', 'yes'],
    ['client', 'Acme', 'Acme'],
  ])('%s %s is %s', (name, key, expected) => {
    expect(text(name, key)).toBe(expected);
  });

  test('unset is said, a missing date as such', () => {
    expect([text('client', null), text('month', null)]).toEqual(['(none)', '(no date)']);
  });

  test('a fiscal year and its quarters are called by the year they begin in, with their months', () => {
    expect(text('year', '2026-04-01', 4)).toBe('FY2026 (Apr 2026 – Mar 2027)');
    expect(text('quarter', '2026-10-01', 4)).toBe('FY2026-Q3 (Oct–Dec 2026)');
    expect(text('quarter', '2027-01-01', 4)).toBe('FY2026-Q4 (Jan–Mar 2027)');
    expect(text('quarter', '2026-10-01', 10)).toBe('FY2026-Q1 (Oct–Dec 2026)');
    expect(text('quarter', '2026-11-01', 2)).toBe('FY2026-Q4 (Nov 2026 – Jan 2027)');
    expect(text('quarter', '2026-10-01', 4, 'head')).toBe('FY2026-Q3 (Oct–Dec)');
    expect(text('quarter', '2026-10-01', 4, 'tick')).toBe('FY2026-Q3');
  });

  test('a week that begins on Sunday has its own days', () => {
    expect(text('week', '2026-10-04')).toBe('W41 2026 (4–10 Oct)');
    expect(text('week', '2026-09-27', 1, 'head')).toBe('W40 (27 Sep – 3 Oct)');
    expect(text('week', '2026-12-27')).toBe('W53 2026 (27 Dec 2026 – 2 Jan 2027)');
  });

  test('a column that the period cuts says so', () => {
    const head = (name: string, key: string, cut: boolean) =>
      formatColumnHeader({ key, cut }, name, directory, { fiscalYearStart: 1 });
    expect(head('week', '2026-10-05', false)).toBe('W41 (5–11 Oct)');
    expect(head('week', '2026-09-28', true)).toBe('part of week 40');
    const column = { key: '2026-09-27', cut: true, from: '2026-10-01', to: '2026-10-03' };
    expect(formatColumnHeader(column, 'week', directory, { fiscalYearStart: 1 })).toBe('part of week 40 (1–3 Oct)');
    expect(head('month', '2026-10-01', true)).toBe('part of Oct 2026');
  });
});
