import { expect, test } from 'vitest';
import { type Report, formatOrder, parseOrder } from '#domain/reports/definition/report.ts';

test.each<[string, NonNullable<Report['order']>]>([
  ['billable_value:desc', { by: 'billable_value', direction: 'descending' }],
  ['a552213_billable_rate:avg:asc', { by: 'a552213_billable_rate:avg', direction: 'ascending' }],
  ['logged_hours@2026-10-05:desc', { by: 'logged_hours', column: '2026-10-05', direction: 'descending' }],
  ['logged_hours@deal:7@x:asc:asc', { by: 'logged_hours', column: 'deal:7@x:asc', direction: 'ascending' }],
  ['billable_value~change:asc', { by: 'billable_value', of: 'change', direction: 'ascending' }],
  [
    'a552213_billable_rate:avg~movement:desc',
    { by: 'a552213_billable_rate:avg', of: 'movement', direction: 'descending' },
  ],
  ['logged_hours@:asc', { by: 'logged_hours', column: null, direction: 'ascending' }],
])('%s is an order, and is written so', (text, order) => {
  expect(parseOrder(text)).toEqual(order);
  expect(formatOrder(order)).toBe(text);
});

test.each([':asc', '@a:asc', '~change:asc', 'billable_value~growth:asc', 'billable_value~:asc', 'billable_value', ''])(
  '"%s" is none',
  (text) => {
    expect(parseOrder(text)).toBeUndefined();
  },
);

test('where a direction need not be said, the largest come first', () => {
  expect(parseOrder('logged_hours@Acme', { needsDirection: false })).toEqual({
    by: 'logged_hours',
    column: 'Acme',
    direction: 'descending',
  });
});
