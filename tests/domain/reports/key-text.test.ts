import { describe, expect, test } from 'vitest';
import { columnText, keyText, weekOf } from '../../../src/domain/reports/key-text.ts';
import { directoryOf } from '../../support/directory.ts';

const directory = directoryOf({ owners: { 7: { name: 'Ada' } }, objects: { 'deal:7': { name: 'Big deal' } } });
const text = (name: string, key: string | null, fiscalYearStart = 1, short = false) =>
  keyText(name, key, directory, { fiscalYearStart, short });

describe('keys in words', () => {
  test.each([
    ['month', '2026-10-01', 'Oct 2026'],
    ['a552213_month_year', '2026-10-01', 'Oct 2026'],
    ['week', '2026-10-05', 'W41 2026'],
    ['a552213_week_year', '2026-10-05', 'W41 2026'],
    ['day', '2026-11-05', 'Thu 5 Nov 2026'],
    ['quarter', '2026-10-01', 'Q4 2026'],
    ['year', '2026-01-01', '2026'],
    ['platform_owner_id', '7', 'Ada'],
    ['platform_owner_id', '8', '8'],
    ['platform_owner_id', 'constructor', 'constructor'],
    ['object', 'deal:7', 'Big deal'],
    ['toggle', 'true', 'yes'],
    ['client', 'Acme', 'Acme'],
  ])('%s %s is %s', (name, key, expected) => {
    expect(text(name, key)).toBe(expected);
  });

  test('unset is said, a missing date as such', () => {
    expect([text('client', null), text('month', null)]).toEqual(['(none)', '(no date)']);
  });

  test('fiscal years are called by both of theirs', () => {
    expect(text('year', '2026-04-01', 4)).toBe('FY 2026/27');
    expect(text('quarter', '2027-01-01', 4)).toBe('Q4 FY 2026/27');
    expect(text('quarter', '2026-10-01', 10)).toBe('Q1 FY 2026/27');
  });

  test.each([
    ['2026-12-28', 53, 2026],
    ['2024-12-30', 1, 2025],
    ['2026-10-04', 41, 2026],
  ])('the week that begins on %s is week %i of %i', (date, number, year) => {
    expect(weekOf(date)).toEqual({ number, year });
  });

  test('a column that the period cuts says so', () => {
    const head = (name: string, key: string, cut: boolean) =>
      columnText({ key, cut }, name, directory, { fiscalYearStart: 1 });
    expect(head('week', '2026-10-05', false)).toBe('W41');
    expect(head('week', '2026-09-28', true)).toBe('part of week 40');
    expect(head('month', '2026-10-01', true)).toBe('part of Oct 2026');
  });
});
