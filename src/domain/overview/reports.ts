/** The reports of the Overview, both on screen and in files. Pure. */
import { findElapsedSpan } from '../expected.ts';
import type { FilterGroups } from '../filter/model.ts';
import { CLIENT_PROPERTY } from '../local-properties.ts';
import { OWNER_PROPERTY } from '../properties.ts';
import { toReport } from '../reports/definition/report.ts';
import { formatPeriodDates, type Period } from '../time/period.ts';
import type { Weekday } from '../time/weeks.ts';
import { expectedMeasures, recordedTiles } from './tiles.ts';
import { findTrendWindow } from './windows.ts';

const TOP_CLIENTS = 20;
const peopleMeasures = ['logged_hours', 'expected_hours', 'gap_hours', 'billable_share'];
const trendMeasures = [
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_value',
  'recorded_cost',
  'margin',
  'logged_hours',
];

export interface OverviewInput {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined for all of time. */
  readonly period: Period | undefined;
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today: string;
  readonly weeksBegin: Weekday;
}

export function toOverviewReports({ period, today, weeksBegin, ...selection }: OverviewInput) {
  const window = findTrendWindow(period, today, weeksBegin);
  const inPeriod = { ...selection, ...(period && { period: formatPeriodDates(period) }) };
  const compare = period ? { compare: 'previous' as const } : {};
  // A comparison of a running period ends yesterday, but people, clients and the figures beside them cover the full period.
  const isRunning = period && today <= period.to && findElapsedSpan(period, today) !== undefined;
  const fullComparison = isRunning ? {} : compare;
  return {
    window,
    figures: toReport({ ...inPeriod, ...fullComparison, measures: recordedTiles }),
    /** The figures with their changes; a running period is compared up to yesterday. Otherwise the same as `figures`. */
    compared: toReport({ ...inPeriod, ...compare, measures: recordedTiles }),
    expected: toReport({ ...inPeriod, ...fullComparison, measures: [...expectedMeasures] }),
    people: toReport({
      ...inPeriod,
      measures: peopleMeasures,
      groupBy: [OWNER_PROPERTY],
      order: { by: 'gap_hours', direction: 'descending' },
    }),
    /** The people without expected hours, for filters with which these cannot be computed (such as by client). */
    peopleLogged: toReport({
      ...inPeriod,
      measures: ['logged_hours', 'billable_share'],
      groupBy: [OWNER_PROPERTY],
    }),
    trend: toReport({
      ...selection,
      period: window.period,
      measures: trendMeasures,
      groupBy: [window.unit],
    }),
    clients: toReport({
      ...inPeriod,
      measures: ['billable_logged_hours', 'billable_value', 'effective_rate'],
      groupBy: [CLIENT_PROPERTY],
      order: { by: 'billable_value', direction: 'descending' },
      top: { count: TOP_CLIENTS },
    }),
  };
}
