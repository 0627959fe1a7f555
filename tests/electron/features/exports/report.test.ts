import { expect, test } from 'vitest';
import { limitToReceiver } from '#electron/features/exports/report.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';

function seenBy(audience: 'client' | 'internal', report: ReportInput, rates = false) {
  const settled = resolveOptions(exportOptionsSchema.parse({ audience, rates }));
  if (!settled.ok) throw new Error(settled.problem);
  return limitToReceiver(reportSchema.parse(report), settled.value);
}

test('a client gets the measures a client may see, and the person who exports is told which were left out', () => {
  const asked = { measures: ['logged_hours', 'margin', 'billable_value', 'effective_rate'], groupBy: ['client'] };
  const { report, withheld } = seenBy('client', asked);
  expect(report.measures).toEqual(['logged_hours', 'billable_value']);
  expect(withheld).toEqual(['margin', 'effective_rate']);
  expect(seenBy('client', asked, true).withheld).toEqual(['margin']);
  expect(seenBy('internal', asked)).toEqual({ report: reportSchema.parse(asked), withheld: [] });
});

test('lines are in no order, and cut at no top, that a hidden measure decided', () => {
  const order = { by: 'margin', direction: 'descending' as const };
  const { report } = seenBy('client', {
    measures: ['margin', 'logged_hours'],
    groupBy: ['client'],
    order,
    top: { count: 3 },
  });
  // By the first measure left: the definition has no other.
  expect(report).toMatchObject({ measures: ['logged_hours'], top: { count: 3 } });
  expect(report.order).toBeUndefined();
});

test('an order by what is seen stays, however it is spelled', () => {
  const order = { by: 'total_minutes', direction: 'ascending' as const };
  const measures = ['a552213_total_minutes', 'cost_amount'];
  expect(seenBy('client', { measures, groupBy: ['service_name'], order }).report.order).toEqual(order);
  const byGroup = { by: 'a552213_service_name', direction: 'ascending' as const };
  expect(seenBy('client', { measures, groupBy: ['service_name'], order: byGroup }).report.order).toEqual(byGroup);
});

test('a report of hidden measures alone, or grouped by what a client may not see, is refused', () => {
  const usage = { error: expect.objectContaining({ code: 'usage' }) as unknown };
  expect(() => seenBy('client', { measures: ['margin'] })).toThrow(expect.objectContaining(usage));
  expect(() => seenBy('client', { measures: ['records'], groupBy: ['team'] })).toThrow(expect.objectContaining(usage));
  expect(() => seenBy('client', { measures: ['records'], columns: 'workflow_managed_tag' })).toThrow(
    expect.objectContaining(usage),
  );
});
