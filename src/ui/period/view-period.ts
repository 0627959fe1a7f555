/** The period of a view: as written in the address, resolved with the workspace's today. Pure. */
import {
  formatPeriodDates,
  findPeriodProblem,
  findNextPeriod,
  findPreviousPeriod,
  resolvePeriod,
  type Period,
  type PeriodContext,
} from '#domain/time/period.ts';
import { periodText, timeText } from '../format/times.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { DataStatus, WorkspaceState } from '#contract/api.ts';
import type { AmountSource } from '#domain/settings.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import { basisTexts } from '#texts/reports/reports.ts';

/** In an address: no period. */
export const ALL_TIME = 'all';
/** The last complete month: what people review first. */
export const DEFAULT_PERIOD = 'last-month';

export interface ViewPeriod {
  /** As in the address; what is shown instead where such a period does not exist. */
  readonly written: string;
  /** In the contract's form, by its dates; undefined: all of time. */
  readonly text: string | undefined;
  readonly period: Period | undefined;
  readonly label: string;
  /** It contains today: its figures are “so far”. */
  readonly isRunning: boolean;
}

/** Whether such a period exists, on any day; a screen reports one that does not, and shows its default. */
export function isPeriod(written: string): boolean {
  return written === ALL_TIME || findPeriodProblem(written) === undefined;
}

/**
 * Resolved once for a screen: everything on it takes the dates from here, and asks by them.
 * @param standard without a written one, and instead of an unreadable one in an old link
 */
export function viewPeriod(
  written: string | undefined,
  context: PeriodContext,
  standard: string = DEFAULT_PERIOD,
): ViewPeriod {
  if (written === ALL_TIME)
    return { written, text: undefined, period: undefined, label: uiTexts.period.allTime, isRunning: false };
  const asked = written ?? standard;
  const resolved = resolvePeriod(asked, context);
  if (resolved.ok) return periodView(asked, resolved.value, context.today);
  return viewPeriod(undefined, context, asked === standard ? DEFAULT_PERIOD : standard);
}

export const earlier = (period: Period): string => formatPeriodDates(findPreviousPeriod(period));
export const later = (period: Period): string => formatPeriodDates(findNextPeriod(period));

function periodView(written: string, period: Period, today: string): ViewPeriod {
  return {
    written,
    text: formatPeriodDates(period),
    period,
    label: periodText(period),
    isRunning: period.from <= today && today <= period.to,
  };
}

/** @param amounts which amounts count, where the view shows some that the workspace chooses. */
export function basisText(
  shown: ViewPeriod,
  { zone, currency, recordedWeeks }: Pick<WorkspaceState, 'zone' | 'currency' | 'recordedWeeks'>,
  status: Pick<DataStatus, 'asOf'> | undefined,
  amounts?: AmountSource,
): string {
  const texts = uiTexts.overview;
  const calendar = shown.period ? calendarText(shown.period.calendar, { zone, recordedWeeks }) : '';
  const asOf = status?.asOf ? texts.asOf(timeText(status.asOf, zone)) : '';
  return texts.basis([calendar, currency, amounts === undefined ? null : basisTexts.amounts[amounts], asOf]);
}

function calendarText(
  calendar: NonNullable<ViewPeriod['period']>['calendar'],
  { zone, recordedWeeks }: Pick<WorkspaceState, 'zone' | 'recordedWeeks'>,
): string {
  const texts = uiTexts.overview.byCalendar;
  if (calendar === 'recorded-week') return texts['recorded-week'](weekdayNames[recordedWeeks]);
  return calendar === 'clock' ? texts.clock(zone) : texts[calendar];
}
