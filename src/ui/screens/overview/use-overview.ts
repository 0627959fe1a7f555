/** Asks the report engine for everything the Overview shows: nothing is summed from what happens to be on screen. */
import { CLIENT_PROPERTY } from '../../../domain/local-properties.ts';
import { toOverviewReports } from '../../../domain/overview/reports.ts';
import { lineWeeks, quietWeeks } from '../../../domain/overview/windows.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { reportSchema, type ReportInput } from '../../../domain/reports/definition/report.ts';
import type { ViewPeriod } from '../../period/view-period.ts';
import { useReportAnswer } from '../../data/outdated.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import type { ViewState } from '../../routing/view-state.ts';

function useReport(input: ReportInput, asked: { readonly enabled?: boolean } = {}) {
  return useReportAnswer(reportSchema.parse(input), asked);
}

export function useOverview(view: Pick<ViewState, 'filterGroups' | 'query'>, shown: ViewPeriod) {
  const workspace = useWorkspace();
  const selection = { filterGroups: view.filterGroups, query: view.query };
  const { today } = workspace;
  const { period } = shown;
  const weeksBegin = period?.calendar === 'recorded-week' ? workspace.recordedWeeks : workspace.weekStart;
  const quiet = quietWeeks(period, today, weeksBegin);
  const reports = toOverviewReports({ ...selection, period, today, weeksBegin });
  // Asked in this order, and answered in it: the figures people look at first come first.
  const figures = useReport(reports.figures);
  const trend = useReport(reports.trend);
  const expected = useReport(reports.expected);
  const people = useReport(reports.people);
  return {
    window: reports.window,
    /** The weeks in which a client can have gone quiet. */
    quiet,
    figures,
    expected,
    trend,
    people,
    peopleLogged: useReport(reports.peopleLogged, { enabled: people.isRefused }),
    lines: useReport({
      ...selection,
      period: lineWeeks(period, today, weeksBegin),
      measures: ['logged_hours'],
      groupBy: [OWNER_PROPERTY],
      columns: 'week',
    }),
    clients: useReport(reports.clients),
    clientWeeks: useReport({
      ...selection,
      period: quiet,
      measures: ['billable_logged_hours'],
      groupBy: [CLIENT_PROPERTY],
      columns: 'week',
    }),
  };
}
