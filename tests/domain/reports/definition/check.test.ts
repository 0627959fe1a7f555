import { expect, test } from 'vitest';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportSchema, type ReportInput } from '#domain/reports/definition/report.ts';

const check = (report: ReportInput) => checkReport(reportSchema.parse(report));

test('names are found with and without prefix', () => {
  const answer = check({ measures: ['records', 'total_hours'], groupBy: ['service_name', 'platform_owner_id'] });
  if (!answer.ok) throw new Error(answer.problem.detail);
  expect(answer.value.measures.map(({ id }) => id)).toEqual(['records', 'a552213_total_hours']);
  expect(answer.value.groupBy.map(({ name }) => name)).toEqual(['a552213_service_name', 'platform_owner_id']);
});

test.each([
  [{ measures: ['hours'] }, 'usage', 'no measure is called "hours"'],
  [{ measures: ['billable_rate:sum'] }, 'usage', 'of Billable rate there is only avg, min, max'],
  [{ measures: ['first_start_date:max'] }, 'usage', 'of First start there is only count_distinct'],
  [{ measures: ['records'], columns: 'clients' }, 'usage', 'no property is called "clients"'],
  [{ measures: ['records'], groupBy: ['month'], columns: 'month' }, 'usage', '"month" is named twice'],
  [{ measures: ['records'], compare: 'previous' }, 'usage', 'a comparison needs a period'],
  [
    {
      measures: ['records'],
      groupBy: ['week'],
      period: '2026-10',
      order: { by: 'records', of: 'change', direction: 'ascending' },
    },
    'usage',
    'rows are ordered by a change only where the report compares two periods',
  ],
  [
    {
      measures: ['records'],
      groupBy: ['week'],
      period: '2026-10',
      compare: 'previous',
      order: { by: 'week', of: 'movement', direction: 'ascending' },
    },
    'usage',
    'rows are ordered by a change only with a measure, and not in one column alone',
  ],
  [
    { measures: ['records'], groupBy: ['client'], period: '2026-10', only: 'new-or-gone' },
    'usage',
    'what is new or gone shows only where the report compares two periods',
  ],
  [
    { measures: ['records'], period: '2026-10', compare: 'previous', only: 'new-or-gone' },
    'usage',
    'a report without groups has no new or gone ones',
  ],
  [{ measures: ['records'], top: { count: 3 } }, 'usage', 'the first rows of a report without groups are its total'],
  [
    { measures: ['records'], groupBy: ['week'], order: { by: 'owners', direction: 'ascending' } },
    'usage',
    '"owners" is neither a measure nor a group of this report, so it cannot be ordered by it',
  ],
  [
    { measures: ['records'], groupBy: ['week'], order: { by: 'records', column: 'a', direction: 'ascending' } },
    'usage',
    'rows are ordered by a column only with a measure, and only where the report has columns',
  ],
  [
    {
      measures: ['records'],
      groupBy: ['week'],
      columns: 'team',
      order: { by: 'week', column: null, direction: 'ascending' },
    },
    'usage',
    'rows are ordered by a column only with a measure, and only where the report has columns',
  ],
  [{ measures: ['billable_rate'] }, 'usage', 'Billable rate cannot be added up'],
  [{ measures: ['records', 'records'] }, 'usage', '"records" is named twice'],
  [{ measures: ['total_hours', 'a552213_total_hours'] }, 'usage', '"a552213_total_hours" is named twice'],
  [{ measures: ['records'], groupBy: ['clients'] }, 'usage', 'no property is called "clients"'],
  [{ measures: ['records'], groupBy: ['description'] }, 'usage', 'records cannot be grouped by Description'],
  [{ measures: ['records'], groupBy: ['toggle', 'a552213_toggle'] }, 'usage', '"a552213_toggle" is named twice'],
  [
    { measures: ['records'], filterGroups: [{ filters: [{ propertyName: 'x', operator: 'HAS_PROPERTY' }] }] },
    'filter',
    'group 1, filter 1: no property is called "x"',
  ],
] satisfies [ReportInput, string, string][])('%o: %s, %s', (report, kind, detail) => {
  expect(check(report)).toMatchObject({ ok: false, problem: { kind, detail } });
});

test.each([
  [{ measures: ['loged_hours'] }, 'logged_hours'],
  [{ measures: ['Billable share'] }, 'billable_share'],
  [{ measures: ['total_hour'] }, 'total_hours'],
  [{ measures: ['a552213_billable_rat:avg'] }, 'a552213_billable_rate:avg'],
  [{ measures: ['revenue'] }, undefined],
  [{ measures: ['records'], groupBy: ['clients'] }, 'client'],
  [{ measures: ['records'], columns: 'service_nam' }, 'service_name'],
  [
    { measures: ['records'], groupBy: ['title'], breakdowns: [{ line: [{ group: 'title', key: 'a' }], by: 'wek' }] },
    'week',
  ],
  [
    { measures: ['records', 'margin'], groupBy: ['client'], order: { by: 'margn', direction: 'ascending' as const } },
    'margin',
  ],
  // A label, as tables print it, is another measure's id or nearly so.
  [{ measures: ['Cost'] }, 'recorded_cost'],
  [{ measures: ['Billable hours'] }, 'billable_logged_hours'],
  // What exists and does not fit is no slip of the pen.
  [{ measures: ['billable_rate'] }, undefined],
  [{ measures: ['records'], groupBy: ['description'] }, undefined],
] satisfies [ReportInput, string | undefined][])('%o may have meant %s', (report, near) => {
  const answer = check(report);
  expect(answer.ok ? 'accepted' : answer.problem.near).toBe(near);
});
