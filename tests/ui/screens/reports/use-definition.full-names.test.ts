import { describe, expect, it } from 'vitest';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { completeNames } from '#ui/screens/reports/use-definition.ts';

describe('the builder', () => {
  it('reads names without their prefix, and leaves unknown ones for the answer to refuse', () => {
    const report = reportSchema.parse({
      measures: ['billable_amount', 'billable_rate:avg', 'profit'],
      groupBy: ['title'],
      columns: 'month_year',
      order: { by: 'billable_amount', direction: 'ascending' },
    });
    expect(completeNames({ report, view: { chart: 'none', heat: false } }).report).toMatchObject({
      measures: ['a552213_billable_amount', 'a552213_billable_rate:avg', 'profit'],
      groupBy: ['a552213_title'],
      columns: 'a552213_month_year',
      order: { by: 'a552213_billable_amount' },
    });
  });
});
