/** Asks the report engine for everything the Overview shows: nothing is summed from what happens to be on screen. */
import { CLIENT_PROPERTY } from '../../../domain/local-properties.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { reportSchema, type ReportInput } from '../../../domain/reports/definition/report.ts';
import type { ViewPeriod } from '../../period/view-period.ts';
import { useReportAnswer } from '../../data/outdated.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import type { ViewState } from '../../routing/view-state.ts';
import { expectedMeasures, recordedTiles } from '../../../domain/overview/tiles.ts';
import { lineWeeks, quietWeeks, trendWindow } from '../../../domain/overview/windows.ts';

const TOP_CLIENTS = 10;
const peopleMeasures = ['logged_hours', 'expected_hours', 'gap_hours', 'billable_share'];
const trendMeasures = [
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_value',
  'recorded_cost',
  'margin',
  'logged_hours',
];

function useReport(input: ReportInput, asked: { readonly enabled?: boolean } = {}) {
  return useReportAnswer(reportSchema.parse(input), asked);
}

export function useOverview(view: Pick<ViewState, 'filterGroups' | 'query'>, shown: ViewPeriod) {
  const workspace = useWorkspace();
  const selection = { filterGroups: view.filterGroups, query: view.query };
  const inPeriod = { ...selection, ...(shown.text !== undefined && { period: shown.text }) };
  const { today } = workspace;
  const begin = shown.period?.calendar === 'recorded-week' ? workspace.recordedWeeks : workspace.weekStart;
  const window = trendWindow(shown.period, today, begin);
  const quiet = quietWeeks(shown.period, today, begin);
  const compare = shown.period ? { compare: 'previous' as const } : {};
  // Asked in this order, and answered in it: the figures people look at first come first.
  const figures = useReport({ ...inPeriod, ...compare, measures: recordedTiles });
  const trend = useReport({
    ...selection,
    period: window.period,
    measures: trendMeasures,
    groupBy: [window.unit],
  });
  const expected = useReport({ ...inPeriod, ...compare, measures: [...expectedMeasures] });
  const people = useReport({
    ...inPeriod,
    measures: peopleMeasures,
    groupBy: [OWNER_PROPERTY],
    order: { by: 'gap_hours', direction: 'descending' },
  });
  return {
    window,
    /** The weeks in which a client can have gone quiet. */
    quiet,
    figures,
    expected,
    trend,
    people,
    /** Where expected hours cannot be computed (a filter by client), people are shown without them. */
    peopleLogged: useReport(
      { ...inPeriod, measures: ['logged_hours', 'billable_share'], groupBy: [OWNER_PROPERTY] },
      { enabled: people.error !== null },
    ),
    lines: useReport({
      ...selection,
      period: lineWeeks(shown.period, today, begin),
      measures: ['logged_hours'],
      groupBy: [OWNER_PROPERTY],
      columns: 'week',
    }),
    clients: useReport({
      ...inPeriod,
      measures: ['billable_logged_hours', 'billable_value', 'effective_rate'],
      groupBy: [CLIENT_PROPERTY],
      order: { by: 'billable_value', direction: 'descending' },
      top: { count: TOP_CLIENTS },
    }),
    clientWeeks: useReport({
      ...selection,
      period: quiet,
      measures: ['billable_logged_hours'],
      groupBy: [CLIENT_PROPERTY],
      columns: 'week',
    }),
  };
}
