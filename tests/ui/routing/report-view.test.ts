import { describe, expect, it } from 'vitest';
import { reportSchema, reportViewSchema } from '#domain/reports/definition/report.ts';
import {
  applyChanges,
  blankDefinition,
  findChanges,
  formatReportView,
  parseReportView,
  type Definition,
  type ReportView,
} from '#ui/routing/report-view.ts';

const base: Definition = {
  report: reportSchema.parse({
    measures: ['logged_hours', 'billable_value'],
    groupBy: ['platform_owner_id'],
    period: 'last-month',
    compare: 'previous',
    top: { count: 10 },
  }),
  view: reportViewSchema.parse({ chart: 'bars' }),
};

const changed: Definition = {
  report: reportSchema.parse({
    measures: ['a552213_billable_rate:avg', 'records'],
    groupBy: ['client', 'platform_owner_id'],
    columns: 'week',
    filterGroups: [{ filters: [{ propertyName: 'a552213_service_name', operator: 'IN', values: ['Tax', 'a,b'] }] }],
    query: 'year end',
    period: '2026-Q3',
    calendar: 'clock',
    order: { by: 'a552213_billable_rate:avg', column: '2026-10-05', direction: 'ascending' },
  }),
  view: reportViewSchema.parse({ chart: 'trend-bars', heat: true }),
};

/** Through the address and back. */
function throughAddress(to: Definition): Definition {
  const search = formatReportView({
    base: { kind: 'preset', name: 'people' },
    changes: findChanges(base, to),
    closed: [],
    cell: undefined,
  });
  return applyChanges(base, parseReportView(search).changes);
}

describe('a report in the address', () => {
  it('comes back whole, whatever was changed, added or taken away', () => {
    expect(throughAddress(changed)).toEqual(changed);
    expect(throughAddress(base)).toEqual(base);
    const order = { by: 'billable_value', of: 'movement', direction: 'descending' } as const;
    const moved: Definition = { ...base, report: { ...base.report, order, only: 'new-or-gone' } };
    expect(throughAddress(moved)).toEqual(moved);
  });

  it('says nothing of what is as its preset or saved report has it', () => {
    expect(findChanges(base, base)).toEqual({});
    expect(Object.keys(findChanges(base, { ...base, view: { ...base.view, heat: true } }))).toEqual(['heat']);
  });

  it('has equal addresses for equal views, and none for the first preset as it comes', () => {
    const view = { base: { kind: 'preset', name: 'people' }, changes: {}, closed: [], cell: undefined } as const;
    expect(formatReportView(view)).toBe('');
    expect(parseReportView('')).toEqual(view);
  });

  it('keeps the saved report, the folded groups and the figure that is explained', () => {
    const view = {
      base: { kind: 'saved', id: 'b1' },
      changes: { period: '2026' },
      closed: ['["Tax"]'],
      cell: { measure: 'records', row: ['Tax', null], column: '2026-10-01' },
    } as const;
    expect(parseReportView(formatReportView(view))).toEqual(view);
  });

  it('opens an old or damaged link with what can still be read', () => {
    const { changes, cell, closed } = parseReportView('period=2026-10&order=nonsense&top=-3&filter={&cell={&closed=7');
    expect(cell).toBeUndefined();
    expect(closed).toEqual([]);
    const { report } = applyChanges(base, changes);
    expect(report.period).toBe('2026-10');
    expect(report.top).toEqual(base.report.top);
    expect(report.order).toBeUndefined();
    expect(report.filterGroups).toEqual([]);
  });
});

it('the order of a base goes with the measure, the group or the comparison that it goes by; one that was asked for stays', () => {
  const order = { by: 'billable_value', of: 'movement', direction: 'descending' } as const;
  const ordered: Definition = { ...base, report: { ...base.report, order } };
  const orderUnder = (changes: Parameters<typeof applyChanges>[1]) => applyChanges(ordered, changes).report.order;
  expect(orderUnder({ measures: 'logged_hours,billable_value' })).toEqual(order);
  expect(orderUnder({ measures: 'utilisation' })).toBeUndefined();
  expect(orderUnder({ compare: '' })).toBeUndefined();
  expect(orderUnder({ measures: 'utilisation', order: 'billable_value:desc' })).toMatchObject({ by: 'billable_value' });
  // What is wrong with the rest is said; the order has no part in it.
  expect(orderUnder({ measures: 'there_is_none,billable_value' })).toEqual(order);
});

it('a new report is its changes to an empty one, and keeps the name it is opened under', () => {
  const unnamed = parseReportView('new=&measures=records&rows=client');
  expect(unnamed.base).toEqual({ kind: 'blank' });
  const named: ReportView = {
    base: { kind: 'blank', name: 'Hours' },
    changes: { rows: 'client' },
    closed: [],
    cell: undefined,
  };
  expect(parseReportView(formatReportView(named))).toEqual(named);
});

it('several comparisons, parts and own measures are in the address', () => {
  const report = {
    ...blankDefinition.report,
    measures: ['Mine = records / owners'],
    groupBy: ['client'],
    compare: 'previous' as const,
    further: ['last-year' as const],
    breakdowns: [{ line: [{ group: 'client', key: 'A, B & C' }], by: 'week' }],
  };
  const now = { ...blankDefinition, report };
  const changes = findChanges(blankDefinition, now);
  expect(applyChanges(blankDefinition, changes)).toEqual(now);
  expect(changes.compare).toBe('previous,last-year');
  expect(applyChanges(now, { compare: '', parts: '' }).report).not.toHaveProperty('further');
});
