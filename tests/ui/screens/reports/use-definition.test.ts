import { describe, expect, it } from 'vitest';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { changeDefinition } from '#ui/screens/reports/use-definition.ts';

describe('the builder', () => {
  it('drops an order by something the report no longer shows, and what needs a period or a group', () => {
    const now = {
      report: reportSchema.parse({
        measures: ['records', 'logged_hours'],
        groupBy: ['client'],
        period: '2026',
        compare: 'previous',
        top: { count: 5 },
        order: { by: 'logged_hours', direction: 'ascending' },
      }),
      view: { chart: 'none', heat: false },
    } as const;
    expect(changeDefinition(now, { report: { measures: ['records'] } }).report.order).toBeUndefined();
    expect(changeDefinition(now, { report: { period: undefined } }).report.compare).toBeUndefined();
    expect(changeDefinition(now, { report: { groupBy: [] } }).report.top).toBeUndefined();
    expect(changeDefinition(now, { view: { heat: true } }).report).toEqual(now.report);
    const order = { by: 'logged_hours', column: '2026-10-01', direction: 'ascending' } as const;
    const pivot = { ...now, report: { ...now.report, columns: 'month', order } };
    expect(changeDefinition(pivot, { report: { period: '2026-10' } }).report.order).toEqual(order);
    expect(changeDefinition(pivot, { report: { columns: 'week' } }).report.order).toBeUndefined();
  });
});
