/** The Overview's queries: its reports, the checks and the people short of hours. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WorkspaceState } from '#contract/api.ts';
import { findMinGap } from '#domain/checks/check.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { toOverviewReports } from '#domain/overview/reports.ts';
import { findLineWeeks, findQuietWeeks, OVERVIEW_PERIOD } from '#domain/overview/windows.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import { findExpectedProblem } from '#domain/reports/definition/expected-cells.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { toReport } from '#domain/reports/definition/report.ts';
import type { ListPrefetches } from '#ui/data/ahead.ts';
import { useReportAnswer } from '#ui/data/outdated.ts';
import {
  checksRun,
  peopleWithGaps,
  reportAnswer,
  settings as settingsQuery,
  unheldValues,
  useWorkspace,
} from '#ui/data/queries.ts';
import { readSign } from '#ui/format/figures-and-times.ts';
import { resolveViewPeriod, type ViewPeriod } from '#ui/period/view-period.ts';
import type { ViewState } from '#ui/routing/view-state.ts';
import { summarizeGaps } from './panel-figures.ts';

export type Selected = Pick<ViewState, 'filterGroups' | 'query'>;

export const toSelection = ({ filterGroups, query }: Selected, { text }: ViewPeriod) => ({
  filterGroups,
  query,
  ...(text !== undefined && { period: text }),
});

/** The report engine computes everything that the Overview shows; nothing is summed from the lines on screen. */
function toQueries({ filterGroups, query }: Selected, chosenPeriod: ViewPeriod, workspace: WorkspaceState) {
  const selection = { filterGroups, query };
  const { today } = workspace;
  const { period } = chosenPeriod;
  const weeksBegin = period?.calendar === 'recorded-week' ? workspace.recordedWeeks : workspace.weekStart;
  const quiet = findQuietWeeks(period, today, weeksBegin);
  const reports = toOverviewReports({ ...selection, period, today, weeksBegin });
  const people = {
    ...selection,
    measures: reports.people.measures.flatMap((name) => findMeasure(name) ?? []),
    groupBy: reports.people.groupBy.flatMap((name) => findDimension(name) ?? []),
  };
  return {
    ...reports,
    /** Expected hours cover all records of a day, so with a filter people are queried without them from the start. */
    hasNoExpectedHours: findExpectedProblem(people, period !== undefined) !== undefined,
    quiet,
    lines: toReport({
      ...selection,
      period: findLineWeeks(period, today, weeksBegin),
      measures: ['logged_hours'],
      groupBy: [OWNER_PROPERTY],
      columns: 'week',
    }),
    clientWeeks: toReport({
      ...selection,
      period: quiet,
      measures: ['billable_logged_hours'],
      groupBy: [CLIENT_PROPERTY],
      columns: 'week',
    }),
  };
}

export function useOverview({ filterGroups, query }: Selected, chosenPeriod: ViewPeriod) {
  const workspace = useWorkspace();
  const { window, quiet, peopleLogged, hasNoExpectedHours, ...reports } = useMemo(
    () => toQueries({ filterGroups, query }, chosenPeriod, workspace),
    [filterGroups, query, chosenPeriod, workspace],
  );
  const answer = useReportAnswer(reports.people, { enabled: !hasNoExpectedHours });
  const people = { ...answer, isRejected: hasNoExpectedHours || answer.isRejected };
  return {
    window,
    quiet,
    figures: useReportAnswer(reports.figures),
    compared: useReportAnswer(reports.compared),
    expected: useReportAnswer(reports.expected),
    trend: useReportAnswer(reports.trend),
    people,
    peopleLogged: useReportAnswer(peopleLogged, { enabled: people.isRejected }),
    lines: useReportAnswer(reports.lines),
    clients: useReportAnswer(reports.clients),
    clientWeeks: useReportAnswer(reports.clientWeeks),
    checks: useQuery(checksRun(toSelection({ filterGroups, query }, chosenPeriod))),
  };
}

/** Finds people short of hours and, for the widest gaps without any hours, how long those people have been absent. */
export function useGaps(people: ReturnType<typeof useOverview>['people'], { text }: ViewPeriod) {
  const { data: settings } = useQuery(settingsQuery);
  const result = people.isRejected ? undefined : people.data?.result;
  const gaps = useMemo(
    () => result && settings && summarizeGaps(result, findMinGap(settings.thresholds)),
    [result, settings],
  );
  const { data: absent } = useQuery({
    ...peopleWithGaps(text),
    enabled: gaps?.widest.some(({ logged }) => logged === null || readSign(logged) === 0) === true,
  });
  return gaps && { ...gaps, absent };
}

export const prefetchOverview =
  (view: ViewState, workspace: WorkspaceState): ListPrefetches =>
  (prefetch) => {
    const chosenPeriod = resolveViewPeriod(view.period, workspace, OVERVIEW_PERIOD);
    const {
      window: _,
      quiet: __,
      hasNoExpectedHours,
      people,
      peopleLogged,
      ...reports
    } = toQueries(view, chosenPeriod, workspace);
    for (const report of Object.values(reports)) prefetch(reportAnswer(report));
    prefetch(reportAnswer(hasNoExpectedHours ? peopleLogged : people));
    prefetch(checksRun(toSelection(view, chosenPeriod)));
    if (view.filterGroups.length > 0) prefetch(unheldValues(view.filterGroups));
  };
