/** A clicked change asks about its own line: by the groups that the line is not of, without the filter of a period. */
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { findExplainedCellChange, findExplainedChange } from '#ui/bridge/explained-change.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const settings = { ...defaultSettings, zone: 'UTC' };
const directory = { owners: {}, objects: {} };

function contextOf(input: Partial<ReportInput>) {
  const report = reportSchema.parse({
    measures: ['billable_value'],
    groupBy: ['client'],
    period: '2026-10-05..2026-10-20',
    compare: 'previous',
    ...input,
  });
  const [group = ''] = report.groupBy;
  const values = { billable_value: '10' };
  const period = { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'clock' as const };
  const result = reportResult({
    rows: [
      {
        key: { [group]: group === 'client' ? 'Acme' : '2026-10-05' },
        values,
        records: 1,
        before: { values, records: 1 },
      },
    ],
    period,
    calendar: 'clock',
    records: 1,
  });
  const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
  return { report, result, printed: printReport(measures, result, settings), settings, directory };
}

test('a line is asked with the filter of its group alone, by another dimension', () => {
  const asked = findExplainedCellChange({ measure: 'billable_value', row: ['Acme'], isChange: true }, contextOf({}));
  expect(asked).toMatchObject({
    by: 'person',
    compare: 'previous',
    filterGroups: [{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Acme' }] }],
    used: ['client'],
  });
  expect(asked?.where).toContain('Acme');
});

test('the total is asked by the groups of its report, and a further comparison by its own period', () => {
  const context = contextOf({ groupBy: ['platform_owner_id'], further: ['last-year'] });
  const total = { measure: 'billable_value', row: [] };
  expect(findExplainedCellChange(total, context)).toMatchObject({
    by: 'person',
    where: '',
    filterGroups: [],
    used: [],
  });
  expect(findExplainedCellChange({ ...total, past: 0 }, context)).toMatchObject({ compare: 'last-year' });
});

test('what has no parts asks nothing: a week, a cell, an average, a report that compares nothing', () => {
  expect(
    findExplainedCellChange({ measure: 'billable_value', row: ['2026-10-05'] }, contextOf({ groupBy: ['week'] })),
  ).toBeUndefined();
  expect(findExplainedCellChange({ measure: 'billable_value', row: [], column: 'x' }, contextOf({}))).toBeUndefined();
  expect(findExplainedChange(contextOf({}).report, 'owners')).toBeUndefined();
  expect(findExplainedChange(contextOf({ compare: undefined }).report, 'billable_value')).toBeUndefined();
});
