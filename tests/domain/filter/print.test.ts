import { describe, expect, test } from 'vitest';
import type { Filter } from '#domain/filter/model.ts';
import { printFilter, printOne } from '#domain/filter/print.ts';

const service: Filter = { propertyName: 'a552213_service_name', operator: 'IN', values: ['Audit', 'Tax'] };
const hours: Filter = { propertyName: 'a552213_billable_hours', operator: 'GT', value: '0.0' };
const person: Filter = { propertyName: 'platform_owner_id', operator: 'EQ', value: '48213377' };

describe('a filter reads as a sentence', () => {
  test('filters of one group are joined by and', () => {
    expect(printFilter([{ filters: [service, hours] }])).toBe(
      'Service is one of Audit, Tax and Billable hours is over 0',
    );
  });

  test('groups are joined by or, each in brackets when it has several filters', () => {
    expect(printFilter([{ filters: [service, hours] }, { filters: [person] }])).toBe(
      '(Service is one of Audit, Tax and Billable hours is over 0), or Person is 48213377',
    );
  });

  test('free text joins the filter, which keeps its alternatives together', () => {
    expect(printFilter([{ filters: [hours] }, { filters: [person] }], { query: 'tax' })).toBe(
      '(Billable hours is over 0, or Person is 48213377) and text contains “tax”',
    );
    expect(printFilter([], { query: 'tax' })).toBe('text contains “tax”');
  });

  test('a misspelt word is printed as the one name that was searched for, and as typed where it may be several', () => {
    const groups = [{ filters: [{ propertyName: 'search', operator: 'FINDS' as const, value: 'Hovrath audit' }] }];
    const misspelt = [{ word: 'hovrath', names: ['Horváth'] }];
    expect(printFilter(groups, { misspelt })).toBe('Search “Horváth audit”');
    const several = [{ word: 'hovrath', names: ['Horváth', 'Horwath'] }];
    expect(printFilter(groups, { misspelt: several })).toBe('Search “Hovrath audit”');
  });

  test('nothing narrows: all records', () => {
    expect(printFilter([])).toBe('All records');
  });

  test('ids are named where a name is known', () => {
    const nameOf = (name: string, value: string) =>
      name === 'platform_owner_id' && value === '48213377' ? 'Mara Lind' : undefined;
    expect(printFilter([{ filters: [person, hours] }], { nameOf })).toBe(
      'Person is Mara Lind and Billable hours is over 0',
    );
  });
});

test.each([
  [{ propertyName: 'toggle', operator: 'EQ', value: 'true' }, 'Toggle is yes'],
  [{ propertyName: 'title', operator: 'NOT_HAS_PROPERTY' }, 'Title is not set'],
  [{ propertyName: 'title', operator: 'CONTAINS_TOKEN', value: 'aud*' }, 'Title contains aud*'],
  [
    { propertyName: 'total_minutes', operator: 'BETWEEN', value: '1e1', highValue: '20.50' },
    'Total minutes is between 10 and 20.5',
  ],
  [{ propertyName: 'month_year', operator: 'GTE', value: '1790812800000' }, 'Recorded month is on or after 2026-10-01'],
  [
    { propertyName: 'first_start_date', operator: 'LT', value: '2026-10-01T08:30:00+02:00' },
    'First start is before 2026-10-01 06:30 UTC',
  ],
  [
    { propertyName: 'first_start_date', operator: 'LT', value: '2026-10-01T08:30:05.250Z' },
    'First start is before 2026-10-01 08:30:05.250 UTC',
  ],
  [{ propertyName: 'sys_object_id', operator: 'LT', value: '12' }, 'ID is under 12'],
  [{ propertyName: 'custom', operator: 'EQ', value: 'x' }, 'custom is x'],
] satisfies [Filter, string][])('%o reads %j', (filter, sentence) => {
  expect(printOne(filter)).toBe(sentence);
});

describe('a screen writes operands by its locale and its zone', () => {
  const forms = {
    figure: (text: string) => text.replace('.', ','),
    day: (date: string) => date.split('-').toReversed().join('.'),
    time: (instant: number) => new Date(instant + 2 * 3_600_000).toISOString().slice(0, 16),
    zone: 'Europe/Berlin',
  };
  test.each([
    [
      { propertyName: 'total_minutes', operator: 'BETWEEN', value: '1e1', highValue: '20.50' },
      'Total minutes is between 10 and 20,5',
    ],
    [
      { propertyName: 'month_year', operator: 'GTE', value: '1790812800000' },
      'Recorded month is on or after 01.10.2026',
    ],
    [
      { propertyName: 'first_start_date', operator: 'LT', value: '2026-10-01' },
      'First start is before 2026-10-01T02:00 (Europe/Berlin)',
    ],
    [{ propertyName: 'first_start_date', operator: 'HAS_PROPERTY' }, 'First start is set'],
    [{ propertyName: 'first_start_date', operator: 'LT', value: 'soon' }, 'First start is before soon (Europe/Berlin)'],
  ] satisfies [Filter, string][])('%o reads %j', (filter, sentence) => {
    expect(printOne(filter, { forms })).toBe(sentence);
  });
});
