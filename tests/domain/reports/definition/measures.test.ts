import { describe, expect, test } from 'vitest';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import { isSummable, properties } from '#domain/properties.ts';
import { computeFigure, findMeasure, hasCost, measures } from '#domain/reports/definition/measures.ts';

function value(id: string, sums: Readonly<Record<string, string | null>>): string | null {
  const measure = findMeasure(id);
  if (!measure) throw new Error(`No measure ${id}`);
  const given = Object.fromEntries(
    Object.keys(measure.sums).map((name): [string, Units | null] => {
      const text = sums[name];
      if (text === undefined) throw new Error(`${id} also needs ${name}`);
      return [name, text === null ? null : toUnits(text)];
    }),
  );
  const units = computeFigure(measure, given, { hoursPerDay: toUnits('8') });
  return units === null ? null : formatUnits(units);
}

test('the measures have the ids the terminal names', () => {
  expect(measures.map(({ id }) => id)).toEqual([
    'records',
    'owners',
    'logged_hours',
    'billable_logged_hours',
    'nonbillable_hours',
    'billable_share',
    'billable_value',
    'recorded_cost',
    'margin',
    'margin_percent',
    'effective_rate',
    'working_days',
    'expected_hours',
    'utilisation',
    'gap_hours',
  ]);
});

test('no id of a measure is also a property, with or without prefix', () => {
  const names = new Set(properties.flatMap(({ name }) => [name, name.replace('a552213_', '')]));
  expect(measures.filter(({ id }) => names.has(id))).toEqual([]);
});

describe('values', () => {
  test.each([
    ['logged_hours', { logged: '100' }, '1.66666667'],
    ['logged_hours', { logged: null }, null],
    ['billable_logged_hours', { billable: '0' }, '0'],
    ['billable_logged_hours', { billable: null }, null],
    ['nonbillable_hours', { logged: '100', billable: '40' }, '1'],
    ['nonbillable_hours', { logged: '100', billable: null }, null],
    ['billable_share', { billable: '200', logged: '300' }, '0.66666667'],
    ['billable_share', { billable: '0', logged: '0' }, null],
    ['margin', { value: '100', cost: '130' }, '-30'],
    ['margin', { value: null, cost: '130' }, '-130'],
    ['margin', { value: null, cost: null }, null],
    ['margin_percent', { value: '300', cost: '200' }, '33.33333333'],
    ['margin_percent', { value: null, cost: '200' }, null],
    ['effective_rate', { value: '1000', billable: '420' }, '142.85714286'],
    ['effective_rate', { value: '1000', billable: '0' }, null],
    ['utilisation', { billable: '1200', expected: '40', recordsOfExpected: '1' }, '0.5'],
    ['utilisation', { billable: null, expected: null, recordsOfExpected: '0' }, null],
    ['utilisation', { billable: '1200', expected: '0', recordsOfExpected: '1' }, null],
    ['utilisation', { billable: '1200', expected: null, recordsOfExpected: '1' }, null],
    ['gap_hours', { logged: '100', expected: '2', recordsOfExpected: '1' }, '0.33333333'],
    ['gap_hours', { logged: null, expected: '2', recordsOfExpected: '0' }, '2'],
    ['gap_hours', { logged: null, expected: null, recordsOfExpected: '0' }, null],
    ['gap_hours', { logged: '90', expected: null, recordsOfExpected: '1' }, '-1.5'],
    ['expected_hours', { expected: null, recordsOfExpected: '1' }, '0'],
    ['expected_hours', { expected: null, recordsOfExpected: '0' }, null],
    ['billable_rate:avg', { sum: '100', known: '3' }, '33.33333333'],
    ['billable_rate:avg', { sum: null, known: '0' }, null],
    ['billable_rate:max', { sum: '7' }, '7'],
    ['working_days', { logged: '560' }, '1.16666667'],
  ] as const)('%s of %o is %s', (id, sums, expected) => {
    expect(value(id, sums)).toBe(expected);
  });

  test('a half of the last digit rounds to the even one', () => {
    expect(value('billable_share', { billable: '1', logged: '64000000' })).toBe('0.00000002');
    expect(value('billable_share', { billable: '3', logged: '200000000' })).toBe('0.00000002');
  });
});

describe('a property by name is its sum', () => {
  test('with and without prefix', () => {
    expect(findMeasure('total_hours')).toMatchObject({ id: 'a552213_total_hours', unit: 'hours' });
    expect(findMeasure('a552213_total_hours')?.sums).toEqual({
      sum: { kind: 'sum', property: 'a552213_total_hours', where: [] },
    });
  });

  test('where its sum is allowed, and only there', () => {
    for (const property of properties)
      expect(findMeasure(property.name) !== undefined, property.name).toBe(isSummable(property));
    expect(findMeasure('billable_rate')).toBeUndefined();
    expect(findMeasure('billable_percentage')).toBeUndefined();
  });
});

test('cost, margin and what is computed of them tell what work costs', () => {
  expect(measures.filter((measure) => hasCost(measure)).map(({ id }) => id)).toEqual([
    'recorded_cost',
    'margin',
    'margin_percent',
  ]);
  const [margin, hours] = [findMeasure('margin')!, findMeasure('logged_hours')!];
  expect(hasCost({ ...hours, operands: [hours, margin] })).toBe(true);
  expect(hasCost({ ...hours, operands: [hours] })).toBe(false);
});
