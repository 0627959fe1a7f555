/** The day within what is typed for a day or a time, and another one in its place. Pure. */
import { Temporal } from 'temporal-polyfill';
import { readInstant } from '../../../domain/filter/operand.ts';
import { dayText } from '../../format/times.ts';
import { fromTyped, toTyped, type DayEnd } from './typed-values.ts';

/** @returns `YYYY-MM-DD` by the clock of the zone; undefined where none can be read yet */
export function dayIn(typed: string, type: 'date' | 'datetime', zone: string): string | undefined {
  const clock = clockOf(typed, type, zone, 'start');
  return clock?.toPlainDate().toString();
}

/** @returns what is typed with the day in it exchanged; its time stays, or is the one that a day alone means */
export function withDay(
  typed: string,
  day: string,
  type: 'date' | 'datetime',
  { zone, missing }: { readonly zone: string; readonly missing: DayEnd },
): string {
  if (type === 'date') return dayText(day);
  const time = clockOf(typed, type, zone, missing)?.toPlainTime();
  const read = fromTyped(time ? `${day} ${time.toString()}` : day, type, zone, missing);
  // A time that this day does not have is left to be corrected.
  return read.ok ? toTyped(read.value, type, zone) : `${dayText(day)} ${time?.toString() ?? ''}`.trim();
}

function clockOf(
  typed: string,
  type: 'date' | 'datetime',
  zone: string,
  missing: DayEnd,
): Temporal.PlainDateTime | undefined {
  const read = fromTyped(typed, type, zone, missing);
  const instant = read.ok ? readInstant(read.value) : undefined;
  if (instant === undefined) return undefined;
  const clock = Temporal.Instant.fromEpochMilliseconds(instant);
  return clock.toZonedDateTimeISO(type === 'date' ? 'UTC' : zone).toPlainDateTime();
}
