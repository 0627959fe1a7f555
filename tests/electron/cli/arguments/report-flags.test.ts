import { expect, test } from 'vitest';
import { applyFlags, readReportFlags, reportOptions } from '#electron/cli/arguments/report-flags.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';

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
  expect(applyFlags(base, flags({ period: '2026-09' }))).toEqual({ ...base, period: '2026-09' });
});

test('"none" and "all" take away what a preset says', () => {
  const { columns: _, compare: __, top: ___, ...rest } = base;
  expect(applyFlags(base, flags({ 'columns-by': 'none', compare: 'none', top: 'all' }))).toEqual(rest);
});

test('an order by changes, and what is new or gone, go with the comparison', () => {
  const order = { by: 'billable_value', of: 'movement' as const, direction: 'descending' as const };
  const moved = { ...base, order, only: 'new-or-gone' as const };
  expect(applyFlags(moved, flags({ top: '3' }))).toMatchObject({ order, only: 'new-or-gone' });
  const alone = applyFlags(moved, flags({ compare: 'none' }));
  expect([alone.order, alone.only]).toEqual([undefined, undefined]);
  expect(applyFlags(moved, flags({ only: 'all' })).only).toBeUndefined();
  expect(applyFlags(base, flags({ only: 'new-or-gone', order: 'records~change:asc' }))).toMatchObject({
    only: 'new-or-gone',
    order: { by: 'records', of: 'change', direction: 'ascending' },
  });
});

test('an order by a column goes with the columns it was of', () => {
  const order = { by: 'billable_value', column: 'Acme', direction: 'descending' as const };
  const pivot = { ...base, columns: 'client', order };
  expect(applyFlags(pivot, flags({ top: '3' })).order).toEqual(order);
  expect(applyFlags(pivot, flags({ 'columns-by': 'team' })).order).toBeUndefined();
  expect(applyFlags(pivot, flags({ 'columns-by': 'none' })).order).toBeUndefined();
  const own = flags({ 'columns-by': 'month', order: 'billable_value@2026-10-01:asc' });
  expect(applyFlags(pivot, own).order).toEqual({ by: 'billable_value', column: '2026-10-01', direction: 'ascending' });
});

test('an order goes with the measure it was by, and a top with its groups', () => {
  expect(applyFlags(base, flags({ measures: 'records' })).order).toBeUndefined();
  expect(applyFlags(base, flags({ measures: 'records,billable_value' })).order).toEqual(base.order);
  const byGroup = { ...base, order: { by: 'client', direction: 'ascending' as const } };
  expect(applyFlags(byGroup, flags({ 'group-by': 'team' })).order).toBeUndefined();
});

test.each([
  ['billable_value', 'billable_value', 'descending'],
  ['client:asc', 'client', 'ascending'],
  ['billable_rate:avg', 'billable_rate:avg', 'descending'],
  ['billable_rate:avg:ASC', 'billable_rate:avg', 'ascending'],
])('--order %s is by %s, %s', (given, by, direction) => {
  expect(flags({ order: given }).order).toEqual({ by, direction });
});

test.each([' billable VALUE ', 'billable_value', 'Client'])(
  '--measures refuses an own measure that is called %j',
  (name) => {
    const measures = () => flags({ measures: `records,${name} = billable_value * 2` });
    expect(measures).toThrow(expect.objectContaining({ error: expect.objectContaining({ code: 'usage' }) as object }));
    expect(flags({ measures: 'Twice = billable_value * 2' }).measures).toEqual(['Twice = billable_value * 2']);
  },
);

test('--break-down by what is no group names the nearest that is', () => {
  const detail = 'Records cannot be grouped by "wek" (did you mean "week"?), so --break-down cannot take it';
  const error = expect.objectContaining({ code: 'usage', detail }) as object;
  expect(() => reportOptions['break-down']('Acme by wek')).toThrow(expect.objectContaining({ error }));
});
