/** How the screens write a filter's operands: figures and days by the chosen locale, times by the clock of a zone that is said. */
import { Temporal } from 'temporal-polyfill';
import type { OperandForms } from '../../domain/filter/print.ts';
import { localizeFigure } from '../locale/forms.ts';
import { dayText } from './times.ts';

export function operandForms(zone: string): OperandForms {
  return { figure: localizeFigure, day: dayText, time: (instant) => clockText(instant, zone), zone };
}

/** An instant by the clock of a zone, to the minute where it is one, else as exactly as it is: `31 Oct 2026 23:59:59.999`. */
export function clockText(instant: number, zone: string): string {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  const isMinute = clock.second === 0 && clock.millisecond === 0;
  const time = clock.toPlainTime().toString(isMinute ? { smallestUnit: 'minute' } : {});
  return `${dayText(clock.toPlainDate().toString())} ${time}`;
}
