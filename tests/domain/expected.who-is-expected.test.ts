/** The one rule of who is expected: against a reading of its own, and in the days that count as lately. */
import { expect, it } from 'vitest';
import { toUnits } from '#domain/decimal.ts';
import { listExpected, findRecentSpan } from '#domain/expected.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: {
    '1': { name: 'Ann', weeklyHours: '40; 20 from 2026-11-18' },
    '2': { name: 'Hours unknown' },
    '3': { name: 'Hours known too late', weeklyHours: '40 from 2026-11-18' },
    '4': { name: 'Left', weeklyHours: '40', activeTo: '2026-11-15' },
    '5': { name: 'Not yet', activeFrom: '2026-11-23' },
    '6': { name: 'Nothing expected', weeklyHours: '0' },
    '7': { name: 'Away', weeklyHours: '40', absences: '2026-11-16..2026-11-20' },
  },
});
const week = { from: '2026-11-16', to: '2026-11-22' };

it('is whoever the directory has active, with hours or unknown ones, and whoever it does not have and was there lately', () => {
  expect(listExpected(directory, Object.keys(directory.owners), ['1', '4', '9'], week)).toEqual([
    { ownerId: '1', hours: toUnits('28') },
    { ownerId: '2', hours: null },
    { ownerId: '3', hours: null },
    { ownerId: '9', hours: null },
  ]);
  expect(listExpected(directory, ['2'], [], week)).toEqual([{ ownerId: '2', hours: null }]);
});

it('lately is the eight weeks that end with the span, and whole months of a calendar of months', () => {
  const calendar = 'recorded-week';
  expect(findRecentSpan({ to: '2026-11-22', calendar })).toEqual({ from: '2026-09-28', to: '2026-11-22', calendar });
  expect(findRecentSpan({ to: '2026-10-31', calendar: 'recorded-month' }).from).toBe('2026-09-01');
});
