import { expect, test } from 'vitest';
import { listSumUnits } from '#domain/exports/model.ts';

test('the sums of hours written as h:mm are said to be minutes, and of nothing that does not add up a unit is said', () => {
  const column = (name: string, kind: Parameters<typeof listSumUnits>[0][number]['kind'], adds = true) => ({
    name,
    kind,
    adds,
  });
  expect(
    listSumUnits([
      column('title', 'text'),
      column('logged_hours', 'clock'),
      column('total_hours', 'hours'),
      column('billable_amount', 'money'),
      column('billable_rate', 'rate', false),
    ]),
  ).toEqual({ logged_hours: 'minutes', total_hours: 'hours', billable_amount: 'money' });
});
