/** Which records a file of billable entries holds, by the filter's own rules, corrections and unreadable values among them. */
import { expect, test } from 'vitest';
import { filterBillable, removeBillableFilter } from '#domain/exports/audience.ts';
import { createMatcher } from '#domain/filter/match.ts';
import { propertyNames } from '#domain/properties.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const title = { propertyName: propertyNames.title, operator: 'EQ' as const, value: 'a' };
const other = { ...title, value: 'b' };

test('those with billable time, of every group and of none', () => {
  const fits = createMatcher({ filterGroups: filterBillable([]), query: '', zone: 'UTC' });
  const minutes = ['60', '-30', '0', '0.00'].map((billable_minutes, at) => recordOf(String(at), { billable_minutes }));
  expect(minutes.map(fits)).toEqual([true, true, false, false]);
  expect(fits(recordOf('5'))).toBe(false);
  const unreadable = { anomalies: new Map([[propertyNames.billableMinutes, '"many"']]) };
  expect(fits(recordOf('6', {}, unreadable))).toBe(true);
  const grouped = createMatcher({
    filterGroups: filterBillable([{ filters: [title] }, { filters: [other] }]),
    query: '',
    zone: 'UTC',
  });
  expect(grouped(recordOf('7', { title: 'b', billable_minutes: '1' }))).toBe(true);
  expect(grouped(recordOf('8', { title: 'b', billable_minutes: '0' }))).toBe(false);
});

test('what was asked for besides is known again', () => {
  for (const groups of [[], [{ filters: [title] }], [{ filters: [title] }, { filters: [other] }]]) {
    expect(removeBillableFilter(filterBillable(groups))).toEqual(groups);
    expect(filterBillable(filterBillable(groups))).toEqual(filterBillable(groups));
  }
});
