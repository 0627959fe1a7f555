import { describe, expect, test } from 'vitest';
import { createMatcher } from '#domain/filter/match.ts';
import type { Filter } from '#domain/filter/model.ts';
import { foldCase, isTokenMatch, tokenize } from '#domain/filter/text.ts';
import { requireProperty } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const full = (filter: Filter): Filter => ({ ...filter, propertyName: requireProperty(filter.propertyName).name });
const fits = (record: TimeLogRecord, ...filters: Filter[]) =>
  createMatcher({ filterGroups: [{ filters: filters.map(full) }], query: '', zone: 'UTC' })(record);

const unset = recordOf('1');
const unreadable = recordOf('1', {}, { anomalies: new Map([['a552213_total_minutes', '"n/a"']]) });

describe('groups are ORed, filters in one are ANDed', () => {
  const isA: Filter = { propertyName: 'a552213_title', operator: 'EQ', value: 'a' };
  const isLong: Filter = { propertyName: 'a552213_total_minutes', operator: 'GT', value: '60' };
  const record = recordOf('1', { title: 'b', total_minutes: '90' });

  test('one of two groups is enough', () => {
    expect(
      createMatcher({ filterGroups: [{ filters: [isA] }, { filters: [isLong] }], query: '', zone: 'UTC' })(record),
    ).toBe(true);
  });
  test('one of two filters is not', () => {
    expect(createMatcher({ filterGroups: [{ filters: [isA, isLong] }], query: '', zone: 'UTC' })(record)).toBe(false);
  });
  test('no groups are every record', () => {
    expect(createMatcher({ filterGroups: [], query: '', zone: 'UTC' })(record)).toBe(true);
  });
});

describe('unset and unreadable values', () => {
  const value = '60';
  test.each([
    ['EQ', false, false],
    ['NEQ', true, true],
    ['LT', false, false],
    ['LTE', false, false],
    ['GT', false, false],
    ['GTE', false, false],
    ['BETWEEN', false, false],
    ['IN', false, false],
    ['NOT_IN', true, true],
    ['HAS_PROPERTY', false, true],
    ['NOT_HAS_PROPERTY', true, false],
  ] as const)('%s: unset %s, unreadable %s', (operator, onUnset, onUnreadable) => {
    const filter = { propertyName: 'total_minutes', operator, value, highValue: value, values: [value] };
    expect(fits(unset, filter)).toBe(onUnset);
    expect(fits(unreadable, filter)).toBe(onUnreadable);
  });

  test('an unset text contains no token, and NOT_CONTAINS_TOKEN holds for it', () => {
    expect(fits(unset, { propertyName: 'title', operator: 'CONTAINS_TOKEN', value: '*' })).toBe(false);
    expect(fits(unset, { propertyName: 'title', operator: 'NOT_CONTAINS_TOKEN', value: '*' })).toBe(true);
  });
});

describe('comparing', () => {
  test('text ignores case, options do not', () => {
    const record = recordOf('1', { title: 'ÜBER', assoc_obj_type: 'deal' });
    expect(fits(record, { propertyName: 'title', operator: 'EQ', value: 'über' })).toBe(true);
    expect(fits(record, { propertyName: 'title', operator: 'IN', values: ['x', 'Über'] })).toBe(true);
    expect(fits(record, { propertyName: 'assoc_obj_type', operator: 'EQ', value: 'Deal' })).toBe(false);
  });

  test('ranges include their bounds', () => {
    const record = recordOf('1', { total_minutes: '60' });
    expect(fits(record, { propertyName: 'total_minutes', operator: 'BETWEEN', value: '60', highValue: '60.0' })).toBe(
      true,
    );
    expect(
      fits(record, { propertyName: 'total_minutes', operator: 'BETWEEN', value: '60.00000001', highValue: '61' }),
    ).toBe(false);
  });

  test('numbers compare exactly where doubles cannot', () => {
    const record = recordOf('1', { billable_amount: '9007199254.74099301' });
    expect(fits(record, { propertyName: 'billable_amount', operator: 'EQ', value: '9007199254.74099301' })).toBe(true);
    expect(fits(record, { propertyName: 'billable_amount', operator: 'EQ', value: '9007199254.740993' })).toBe(false);
    expect(fits(record, { propertyName: 'billable_amount', operator: 'GT', value: '9007199254.740993' })).toBe(true);
  });

  test('a date compares with days, in whatever form the operand comes', () => {
    const record = recordOf('1', { month_year: '2026-10-01' });
    for (const value of ['2026-10-01', '2026-10-01T00:00:00Z', '2026-10-01T13:00:00Z', String(Date.UTC(2026, 9, 1))]) {
      expect(fits(record, { propertyName: 'month_year', operator: 'EQ', value })).toBe(true);
      expect(fits(record, { propertyName: 'month_year', operator: 'LT', value })).toBe(false);
    }
  });

  test('ids compare as integers, not as text', () => {
    expect(fits(recordOf('9'), { propertyName: 'sys_object_id', operator: 'LT', value: '10' })).toBe(true);
    expect(fits(recordOf('10'), { propertyName: 'sys_object_id', operator: 'IN', values: ['9', '10'] })).toBe(true);
  });

  test('creation and change are read from the record itself', () => {
    const record = recordOf('1', {}, { createdAt: Date.UTC(2026, 0, 1), updatedAt: Date.UTC(2026, 0, 2) });
    expect(fits(record, { propertyName: 'sys_createdate', operator: 'EQ', value: '2026-01-01' })).toBe(true);
    expect(fits(record, { propertyName: 'sys_lastmodifieddate', operator: 'GT', value: '2026-01-02' })).toBe(false);
  });
});

describe('tokens', () => {
  const contains = (title: string, value: string) =>
    fits(recordOf('1', { title }), { propertyName: 'title', operator: 'CONTAINS_TOKEN', value });

  test.each([
    ['Pre-Audit 2026', 'audit', true],
    ['Auditor', 'audit', false],
    ['Auditor', 'audit*', true],
    ['Audit', 'audit*', true],
    ['Pre audit', '*dit', true],
    ['Quarterly audit fee', 'fee audit', true],
    ['Quarterly audit fee', 'fee tax', false],
    ['about it', 'a*t', true],
    ['ab it', 'a*t', false],
    ['--', '*', false],
    ['x', '*', true],
    ['naïve Größe', 'GRÖSSE', false],
    ['naïve Größe', 'größe', true],
    ['日本 語', '語', true],
  ])('%j contains %j: %s', (title, value, expected) => {
    expect(contains(title, value)).toBe(expected);
  });

  test('a pattern with several stars needs its parts in order, without overlap', () => {
    expect(isTokenMatch('abcabc', 'a*b*c')).toBe(true);
    expect(isTokenMatch('acb', 'a*b*c')).toBe(false);
    expect(isTokenMatch('aba', 'ab*ba')).toBe(false);
    expect(isTokenMatch('abba', 'ab*ba')).toBe(true);
  });

  test('case folds letter by letter, whatever stands beside', () => {
    expect(foldCase('ΟΔΟΣ')).toBe('οδοσ');
    expect(foldCase('İ')).toBe('i');
    expect(tokenize('ΟΔΟΣ, Straße')).toEqual(['οδοσ', 'straße']);
  });
});

describe('free text', () => {
  const found = (record: TimeLogRecord, query: string) =>
    createMatcher({ filterGroups: [], query, zone: 'UTC' })(record);

  test.each(['title', 'description', 'category_text', 'service_name', 'record_id'])('looks in %s', (name) => {
    expect(found(recordOf('1', { [name]: 'The Quarterly Audit' }), 'terly aud')).toBe(true);
  });

  test('looks nowhere else', () => {
    expect(found(recordOf('77', { workflow_managed_tag: '77', platform_owner_id: '77' }), '77')).toBe(false);
  });

  test('knows no wildcards', () => {
    expect(found(recordOf('1', { title: 'Audit' }), 'a%t')).toBe(false);
    expect(found(recordOf('1', { title: 'Audit' }), 'a*t')).toBe(false);
  });
});

describe('periods', () => {
  const october = { text: '2026-10', from: '2026-10-01', to: '2026-10-31' } as const;
  const inPeriod = (record: TimeLogRecord, calendar: 'recorded-month' | 'recorded-week' | 'clock', zone = 'UTC') =>
    createMatcher({ filterGroups: [], query: '', zone, period: { ...october, calendar } })(record);

  test('the recorded month is compared as a date and never shifted by a zone', () => {
    const record = recordOf('1', { month_year: '2026-10-01', first_start_date: '2026-11-05T00:00:00Z' });
    expect(inPeriod(record, 'recorded-month', 'America/New_York')).toBe(true);
    expect(inPeriod(record, 'clock', 'America/New_York')).toBe(false);
  });

  test('the clock counts a start by its local day, the last day included', () => {
    const late = recordOf('1', { first_start_date: '2026-11-01T03:30:00Z' });
    expect(inPeriod(late, 'clock', 'America/New_York')).toBe(true);
    expect(inPeriod(late, 'clock', 'UTC')).toBe(false);
  });

  test('the first instant after the last day is out', () => {
    expect(inPeriod(recordOf('1', { first_start_date: '2026-11-01T00:00:00Z' }), 'clock')).toBe(false);
    expect(inPeriod(recordOf('1', { first_start_date: '2026-10-31T23:59:59.999Z' }), 'clock')).toBe(true);
  });

  test('a record without that date is in no period', () => {
    for (const calendar of ['recorded-month', 'recorded-week', 'clock'] as const)
      expect(inPeriod(recordOf('1'), calendar)).toBe(false);
  });
});
