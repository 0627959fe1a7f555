/** Resolves the period in a view's address, relative to the workspace's current day. Pure. */
import {
  formatPeriodDates,
  findPeriodProblem,
  findNextPeriod,
  findPreviousPeriod,
  resolvePeriod,
  type Period,
  type PeriodContext,
} from '#domain/time/period.ts';
import { periodText, timeText } from '../format/figures-and-times.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { DataStatus, WorkspaceState } from '#contract/api.ts';
import type { AmountSource } from '#domain/settings.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import { basisTexts } from '#texts/reports/reports.ts';

/** The value in an address for all of time. */
export const ALL_TIME = 'all';
/** People review the last complete month first. */
export const DEFAULT_PERIOD = 'last-month';

export interface ViewPeriod {
  /** The period of the address, or the replacement for a nonexistent one. */
  readonly written: string;
  /** The dates in the contract's format; undefined for all of time. */
  readonly text: string | undefined;
  readonly period: Period | undefined;
  readonly label: string;
  /** Whether the period contains today, so that its figures are “so far”. */
  readonly isRunning: boolean;
}

/** Whether such a period exists on any day. If not, screens report it and show their default. */
export function isPeriod(written: string): boolean {
  return written === ALL_TIME || findPeriodProblem(written) === undefined;
}

/**
 * Resolves the period once per screen, so that all of its queries use the same dates.
 * @param standard the period for an address without one, or with an unreadable one
 */
export function resolveViewPeriod(
  written: string | undefined,
  context: PeriodContext,
  standard: string = DEFAULT_PERIOD,
): ViewPeriod {
  if (written === ALL_TIME)
    return { written, text: undefined, period: undefined, label: uiTexts.period.allTime, isRunning: false };
  const requested = written ?? standard;
  const resolved = resolvePeriod(requested, context);
  if (resolved.ok) return createViewPeriod(requested, resolved.value, context.today);
  return resolveViewPeriod(undefined, context, requested === standard ? DEFAULT_PERIOD : standard);
}

export const formatPrevious = (period: Period): string => formatPeriodDates(findPreviousPeriod(period));
export const formatNext = (period: Period): string => formatPeriodDates(findNextPeriod(period));

function createViewPeriod(written: string, period: Period, today: string): ViewPeriod {
  return {
    written,
    text: formatPeriodDates(period),
    period,
    label: periodText(period),
    isRunning: period.from <= today && today <= period.to,
  };
}

/** @param amounts which amounts count, if the workspace chooses among them */
export function describeBasis(
  { period }: Pick<ViewPeriod, 'period'>,
  { zone, currency, recordedWeeks }: Pick<WorkspaceState, 'zone' | 'currency' | 'recordedWeeks'>,
  status: Pick<DataStatus, 'asOf'> | undefined,
  amounts?: AmountSource,
): string {
  const texts = uiTexts.overview;
  const calendar = period ? describeCalendar(period.calendar, { zone, recordedWeeks }) : '';
  const asOf = status?.asOf ? texts.asOf(timeText(status.asOf, zone)) : '';
  return texts.basis([calendar, currency, amounts === undefined ? null : basisTexts.amounts[amounts], asOf]);
}

function describeCalendar(
  calendar: NonNullable<ViewPeriod['period']>['calendar'],
  { zone, recordedWeeks }: Pick<WorkspaceState, 'zone' | 'recordedWeeks'>,
): string {
  const texts = uiTexts.overview.byCalendar;
  if (calendar === 'recorded-week') return texts['recorded-week'](weekdayNames[recordedWeeks]);
  return calendar === 'clock' ? texts.clock(zone) : texts[calendar];
}
