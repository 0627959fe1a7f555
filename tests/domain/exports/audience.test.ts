import { expect, test } from 'vitest';
import { canSeeGroup, canSeeMeasure, canSeeProperty } from '#domain/exports/audience.ts';
import { localProperties, readableProperties } from '#domain/local-properties.ts';
import { findMeasure, measures } from '#domain/reports/definition/measures.ts';

const client = { audience: 'client', rates: false } as const;
const withRates = { audience: 'client', rates: true } as const;
const internal = { audience: 'internal', rates: false } as const;
const names = (receiver: Parameters<typeof canSeeProperty>[1]) =>
  readableProperties.filter(({ name }) => canSeeProperty(name, receiver)).map(({ name }) => name);

test('a client sees what is on the list and nothing else of all that is known of a record', () => {
  expect(names(client)).toEqual([
    'a552213_record_id',
    'a552213_assoc_obj_type',
    'a552213_assoc_record_id',
    'client',
    'a552213_title',
    'a552213_category_text',
    'a552213_service_name',
    'platform_owner_id',
    'a552213_first_start_date',
    'a552213_first_end_date',
    'a552213_last_start_date',
    'a552213_last_end_date',
    'a552213_week_year',
    'a552213_month_year',
    'a552213_num_sessions',
    'a552213_total_minutes',
    'a552213_total_hours',
    'a552213_billable_minutes',
    'a552213_billable_hours',
    'a552213_billable_amount',
  ]);
});

test('a rate is shown by choice, the agreed one alone: never what a person costs', () => {
  expect(names(withRates).filter((name) => !names(client).includes(name))).toEqual(['a552213_billable_rate']);
  const rates = measures.filter((each) => canSeeMeasure(each, withRates) && !canSeeMeasure(each, client));
  expect(rates.map(({ id }) => id)).toEqual(['effective_rate']);
});

test('for internal use everything may be seen', () => {
  expect(names(internal)).toHaveLength(readableProperties.length);
  expect(measures.every((each) => canSeeMeasure(each, internal))).toBe(true);
  expect(localProperties.every(({ name }) => canSeeGroup(name, internal))).toBe(true);
});

test('a client sees hours and billable value, and no measure of cost, margin, plans or utilisation', () => {
  expect(measures.filter((each) => canSeeMeasure(each, client)).map(({ id }) => id)).toEqual([
    'records',
    'owners',
    'logged_hours',
    'billable_logged_hours',
    'nonbillable_hours',
    'billable_value',
  ]);
});

const sees = (name: string) => canSeeMeasure(findMeasure(name) ?? { id: name }, client);

test('a client may see the sum of what may be seen', () => {
  expect(sees('total_minutes')).toBe(true);
});

test.each(['cost_amount', 'billable_rate:avg', 'cost_rate:max'])('a client may not see the measure %s', (name) => {
  expect(sees(name)).toBe(false);
});

test('for a client lines may be grouped by time, object, client and what may be seen', () => {
  const groups = ['month', 'day', 'object', 'client', 'category_text', 'platform_owner_id'];
  expect(groups.filter((name) => !canSeeGroup(name, client))).toEqual([]);
});

test('for a client lines are grouped by no team, tag or program', () => {
  const hidden = ['team', 'workflow_managed_tag', 'created_via_service_api', 'no_such_group'];
  expect(hidden.filter((name) => canSeeGroup(name, client))).toEqual([]);
});

test.each([
  ['billable_value / records', true, true],
  ['billable_value - recorded_cost', false, false],
  ['recorded_cost - billable_value', false, false],
  ['billable_value - (billable_value - margin)', false, false],
  ['billable_value / logged_hours', false, true],
  ['effective_rate * logged_hours', false, true],
  ['recorded_cost / logged_hours', false, false],
])('a client sees %s by a formula: %s, with rates: %s', (formula, plain, rated) => {
  const measure = findMeasure(`Mine = ${formula}`);
  if (!measure) throw new Error(formula);
  expect([client, withRates, internal].map((receiver) => canSeeMeasure(measure, receiver))).toEqual([
    plain,
    rated,
    true,
  ]);
});
