/** The reports that the Overview is made of, for the screen and for a file alike. Pure. */
import { findElapsedSpan } from '../expected.ts';
import type { FilterGroups } from '../filter/model.ts';
import { CLIENT_PROPERTY } from '../local-properties.ts';
import { OWNER_PROPERTY } from '../properties.ts';
import { toReport, type Report } from '../reports/definition/report.ts';
import { formatPeriodDates, type Period } from '../time/period.ts';
import type { Weekday } from '../time/weeks.ts';
import { expectedMeasures, recordedTiles } from './tiles.ts';
import { findTrendWindow, type TrendWindow } from './windows.ts';

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

export interface OverviewQuestion {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** Undefined for all of time. */
  readonly period: Period | undefined;
  /** The day is `YYYY-MM-DD` in the workspace's zone. */
  readonly today: string;
  /** The weeks of the period begin on this weekday. */
  readonly weeksBegin: Weekday;
}

export interface OverviewReports {
  readonly window: TrendWindow;
  readonly figures: Report;
  /** The changes of the figures: a running period is compared up to yesterday, as the report engine does it; else they are the figures. */
  readonly compared: Report;
  readonly expected: Report;
  readonly people: Report;
  /** Where expected hours cannot be computed (a filter by client), people are shown without them. */
  readonly peopleLogged: Report;
  readonly trend: Report;
  readonly clients: Report;
}

export function toOverviewReports({ period, today, weeksBegin, ...selection }: OverviewQuestion): OverviewReports {
  const window = findTrendWindow(period, today, weeksBegin);
  const inPeriod = { ...selection, ...(period && { period: formatPeriodDates(period) }) };
  const compare = period ? { compare: 'previous' as const } : {};
  // A comparison ends yesterday, but people and clients are shown whole, and so are the figures beside them.
  const isRunning = period && today <= period.to && findElapsedSpan(period, today) !== undefined;
  const compareWhole = isRunning ? {} : compare;
  return {
    window,
    figures: toReport({ ...inPeriod, ...compareWhole, measures: recordedTiles }),
    compared: toReport({ ...inPeriod, ...compare, measures: recordedTiles }),
    expected: toReport({ ...inPeriod, ...compareWhole, measures: [...expectedMeasures] }),
    people: toReport({
      ...inPeriod,
      measures: peopleMeasures,
      groupBy: [OWNER_PROPERTY],
      order: { by: 'gap_hours', direction: 'descending' },
    }),
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
