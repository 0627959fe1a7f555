/** How the screens write a filter's operands: figures and days by the chosen locale, times by the clock of a zone that is said. */
import { Temporal } from 'temporal-polyfill';
import { formatDay, formatUngrouped } from '../locale-forms.ts';
import type { OperandForms } from './print.ts';

export function createOperandForms(zone: string, locale?: string): OperandForms {
  return {
    figure: (decimal) => formatUngrouped(decimal, locale),
    day: (date) => formatDay(date, locale),
    time: (instant) => formatClockTime(instant, zone, locale),
    zone,
  };
}

/**
 * Writes an instant by the clock of a zone: to the minute where it is a whole one, else as exactly as it is, `31 Oct 2026 23:59:59.999`.
 */
export function formatClockTime(instant: number, zone: string, locale?: string): string {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  const isMinute = clock.second === 0 && clock.millisecond === 0;
  const time = clock.toPlainTime().toString(isMinute ? { smallestUnit: 'minute' } : {});
  return `${formatDay(clock.toPlainDate().toString(), locale)} ${time}`;
}
