/** The one rule of who is expected: against a reading of its own, and in the days that count as lately. */
import { expect, it } from 'vitest';
import { toUnits } from '#domain/decimal.ts';
import { listExpected, listPeopleWithHours, findRecentSpan } from '#domain/expected.ts';
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

it('people with hours are listed once for each of the last spans of a directory, and anew for another directory', () => {
  const spans = Array.from({ length: 8 }, (_, day) => ({ from: `2026-11-0${day + 1}`, to: '2026-11-22' }));
  const lists = spans.map((span) => listPeopleWithHours(directory, span));
  expect(lists.at(-1)).toEqual(['1', '4', '6', '7']);
  expect(spans.every((span, index) => listPeopleWithHours(directory, span) === lists[index])).toBe(true);
  const { '1': ann, ...others } = directory.owners;
  const other = { ...directory, owners: { ...others, '8': ann ?? expect.unreachable() } };
  expect(listPeopleWithHours(other, spans[0] ?? week)).toEqual(['4', '6', '7', '8']);
});
