/** What the figures of a view rest on, in one line: calendar, currency, as-of. Pure. */
import type { DataStatus, WorkspaceState } from '#contract/api.ts';
import type { AmountSource } from '#domain/settings.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import { basisTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { timeText } from '../format/times.ts';
import type { ViewPeriod } from './view-period.ts';

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
