/** What the figures of a view rest on, in one line: calendar, currency, as-of. Pure. */
import type { DataStatus, WorkspaceState } from '../../contract/api.ts';
import type { AmountSource } from '../../domain/settings.ts';
import { basisTexts } from '../../texts/en/reports.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { momentText } from '../format/times.ts';
import type { ViewPeriod } from './view-period.ts';

/** @param amounts which amounts count, where the view shows some of which the workspace chooses. */
export function basisText(
  shown: ViewPeriod,
  { zone, currency }: WorkspaceState,
  status: DataStatus | undefined,
  now: number,
  amounts?: AmountSource,
): string {
  const texts = uiTexts.overview;
  const calendar = shown.period ? calendarText(shown.period.calendar, zone) : '';
  const asOf = status?.asOf ? texts.asOf(momentText(status.asOf, zone, now)) : '';
  return texts.basis([calendar, currency, amounts === undefined ? null : basisTexts.amounts[amounts], asOf]);
}

function calendarText(calendar: NonNullable<ViewPeriod['period']>['calendar'], zone: string): string {
  const texts = uiTexts.overview.byCalendar;
  return calendar === 'clock' ? texts.clock(zone) : texts[calendar];
}
