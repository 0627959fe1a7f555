/** Whether a record is billable, as its billable time is counted; and what the service is asked instead. */
import { expect, test } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { expandLocal } from '#domain/filter/expand.ts';
import { createMatcher } from '#domain/filter/match.ts';
import type { Filter } from '#domain/filter/model.ts';
import { printFilter } from '#domain/filter/print.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { propertyNames } from '#domain/properties.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const billable = (operator: Filter['operator'], ...values: string[]): Filter => ({
  propertyName: 'billable',
  operator,
  ...(operator === 'IN' || operator === 'NOT_IN' ? { values } : { value: values[0] ?? '' }),
});
const unreadable = { anomalies: new Map([[propertyNames.billableMinutes, '"many"']]) };
const records = {
  minutes: recordOf('1', { billable_minutes: '60' }),
  correction: recordOf('2', { billable_minutes: '-30' }),
  none: recordOf('3', { billable_minutes: '0', billable_hours: '2' }),
  hours: recordOf('4', { billable_hours: '1.5' }),
  noHours: recordOf('5', { billable_hours: '0.00' }),
  unset: recordOf('6'),
  unreadable: recordOf('7', {}, unreadable),
};

test.each([
  [billable('IN', 'true'), ['minutes', 'correction', 'hours']],
  [billable('EQ', 'false'), ['none', 'noHours', 'unset', 'unreadable']],
  [billable('NEQ', 'true'), ['none', 'noHours', 'unset', 'unreadable']],
  [billable('NOT_IN', 'true', 'false'), []],
  [billable('IN', 'true', 'false'), Object.keys(records)],
])('%j', (filter, fitting) => {
  expect(checkFilterGroups([{ filters: [filter] }])).toEqual({ ok: true, value: [{ filters: [filter] }] });
  const fits = createMatcher({ filterGroups: [{ filters: [filter] }], query: '', zone: 'UTC' });
  const found = Object.entries(records).flatMap(([name, record]) => (fits(record) ? [name] : []));
  expect(found).toEqual(fitting);
  const sent = expandLocal([{ filters: [filter] }], emptyDirectory);
  if (!sent.ok) throw new Error(sent.problem);
  const asked = sent.filterGroups && createMatcher({ filterGroups: sent.filterGroups, query: '', zone: 'UTC' });
  // What cannot be read, the service does not have.
  const there = Object.entries(records).flatMap(([name, record]) => (asked?.(record) ? [name] : []));
  expect(there.filter((name) => name !== 'unreadable')).toEqual(fitting.filter((name) => name !== 'unreadable'));
});

test('one of yes and no is printed as what it is', () => {
  expect(printFilter([{ filters: [billable('IN', 'true')] }])).toBe('Billable is yes');
  expect(printFilter([{ filters: [billable('IN', 'true', 'false')] }])).toBe('Billable is one of yes, no');
});
