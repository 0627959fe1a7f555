import { describe, expect, it } from 'vitest';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { changedDefinition } from '#ui/screens/reports/use-definition.ts';

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
    expect(changedDefinition(now, { report: { measures: ['records'] } }).report.order).toBeUndefined();
    expect(changedDefinition(now, { report: { period: undefined } }).report.compare).toBeUndefined();
    expect(changedDefinition(now, { report: { groupBy: [] } }).report.top).toBeUndefined();
    expect(changedDefinition(now, { view: { heat: true } }).report).toEqual(now.report);
    const order = { by: 'logged_hours', column: '2026-10-01', direction: 'ascending' } as const;
    const pivot = { ...now, report: { ...now.report, columns: 'month', order } };
    expect(changedDefinition(pivot, { report: { period: '2026-10' } }).report.order).toEqual(order);
    expect(changedDefinition(pivot, { report: { columns: 'week' } }).report.order).toBeUndefined();
  });
});
