import { expect, test } from 'vitest';
import { overridden, readReportFlags } from '../../../../electron/cli/report/flags.ts';
import { reportSchema } from '../../../../src/domain/reports/definition/report.ts';

const flags = (options: Record<string, string>) =>
  readReportFlags({ options: new Map(Object.entries(options)), positionals: [] });

const base = reportSchema.parse({
  measures: ['billable_value', 'records'],
  groupBy: ['client'],
  columns: 'month',
  period: '2026-10',
  compare: 'previous',
  order: { by: 'billable_value', direction: 'descending' },
  top: { count: 5 },
});

test('what no flag names stays', () => {
  expect(overridden(base, flags({ period: '2026-09' }))).toEqual({ ...base, period: '2026-09' });
});

test('"none" and "all" take away what a preset says', () => {
  const { columns: _, compare: __, top: ___, ...rest } = base;
  expect(overridden(base, flags({ 'columns-by': 'none', compare: 'none', top: 'all' }))).toEqual(rest);
});

test('an order by changes, and what is new or gone, go with the comparison', () => {
  const order = { by: 'billable_value', of: 'movement' as const, direction: 'descending' as const };
  const moved = { ...base, order, only: 'new-or-gone' as const };
  expect(overridden(moved, flags({ top: '3' }))).toMatchObject({ order, only: 'new-or-gone' });
  const alone = overridden(moved, flags({ compare: 'none' }));
  expect([alone.order, alone.only]).toEqual([undefined, undefined]);
  expect(overridden(moved, flags({ only: 'all' })).only).toBeUndefined();
  expect(overridden(base, flags({ only: 'new-or-gone', order: 'records~change:asc' }))).toMatchObject({
    only: 'new-or-gone',
    order: { by: 'records', of: 'change', direction: 'ascending' },
  });
});

test('an order by a column goes with the columns it was of', () => {
  const order = { by: 'billable_value', column: 'Acme', direction: 'descending' as const };
  const pivot = { ...base, columns: 'client', order };
  expect(overridden(pivot, flags({ top: '3' })).order).toEqual(order);
  expect(overridden(pivot, flags({ 'columns-by': 'team' })).order).toBeUndefined();
  expect(overridden(pivot, flags({ 'columns-by': 'none' })).order).toBeUndefined();
  const own = flags({ 'columns-by': 'month', order: 'billable_value@2026-10-01:asc' });
  expect(overridden(pivot, own).order).toEqual({ by: 'billable_value', column: '2026-10-01', direction: 'ascending' });
});

test('an order goes with the measure it was by, and a top with its groups', () => {
  expect(overridden(base, flags({ measures: 'records' })).order).toBeUndefined();
  expect(overridden(base, flags({ measures: 'records,billable_value' })).order).toEqual(base.order);
  const byGroup = { ...base, order: { by: 'client', direction: 'ascending' as const } };
  expect(overridden(byGroup, flags({ 'group-by': 'team' })).order).toBeUndefined();
});

test.each([
  ['billable_value', 'billable_value', 'descending'],
  ['client:asc', 'client', 'ascending'],
  ['billable_rate:avg', 'billable_rate:avg', 'descending'],
  ['billable_rate:avg:ASC', 'billable_rate:avg', 'ascending'],
])('--order %s is by %s, %s', (given, by, direction) => {
  expect(flags({ order: given }).order).toEqual({ by, direction });
});
