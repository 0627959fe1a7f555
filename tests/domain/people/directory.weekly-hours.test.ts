/** Weekly hours from a date on are written in one way, and added to those that are known. */
import { expect, test } from 'vitest';
import { ownerEntrySchema, mergeWeeklyHours, parseWeeklyHours } from '#domain/people/directory.ts';

const kept = (weeklyHours: string) => {
  const read = ownerEntrySchema.safeParse({ name: 'Ann', weeklyHours });
  return read.success ? read.data.weeklyHours : undefined;
};

test('are read however they are written, and written in the order of time', () => {
  expect(kept('40')).toBe('40');
  expect(kept('40.0; 20 from 2026-10-01')).toBe('40; 20 from 2026-10-01');
  expect(kept('20 ab 2026-10-01\n40')).toBe('40; 20 from 2026-10-01');
  expect(kept('20 2026-10-01;')).toBe('20 from 2026-10-01');
  expect(parseWeeklyHours('30 from 2027-01-01; 40')?.map(({ from }) => from)).toEqual(['', '2027-01-01']);
});

test.each([
  '',
  ';',
  '169',
  '40; 20',
  '40; 20 from soon',
  '40; 20 from 2026-02-30',
  '20 from 2026-10-01; 30 from 2026-10-01',
  '40; 0.00000001 from 2026-10-01',
  '40 from',
])('are refused: %s', (text) => {
  expect(kept(text)).toBeUndefined();
});

test('with a date are added to the others; without one they take the place of all', () => {
  expect(mergeWeeklyHours('40', '20 from 2026-10-01')).toBe('40; 20 from 2026-10-01');
  expect(mergeWeeklyHours('40; 20 from 2026-10-01; 30 from 2027-01-01', '25 from 2026-10-01')).toBe(
    '40; 25 from 2026-10-01; 30 from 2027-01-01',
  );
  expect(mergeWeeklyHours('40; 20 from 2026-10-01', '38.5')).toBe('38.5');
  expect(mergeWeeklyHours(null, '20 from 2026-10-01')).toBe('20 from 2026-10-01');
});
