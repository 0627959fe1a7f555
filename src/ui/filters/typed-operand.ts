/** Converts operands between the filter's format and the typed one, which depends on the locale and the time zone. Pure. */
import { Temporal } from 'temporal-polyfill';
import { filterEditorTexts as texts } from '#texts/screens/filter-editor.ts';
import { readInstant } from '#domain/filter/operand.ts';
import type { PropertyType } from '#domain/properties.ts';
import { formatClockTime } from '#domain/filter/print.ts';
import { periodPresets, type PeriodPreset } from '#domain/time/period-presets.ts';
import { findClockBounds, resolvePeriod, type PeriodContext } from '#domain/time/period.ts';
import { dayText } from '../format/figures-and-times.ts';
import { localizeDecimal, pageLocale, readDay, readDecimal } from '../locale.ts';

export type ReadValue =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: string };

/** Without a typed time, the first or the last millisecond of the day applies. */
export type DayEnd = 'start' | 'end';

/** @param zone the workspace's. @returns the operand as its field shows it; an unreadable one is unchanged */
export function toTyped(value: string, type: PropertyType, zone: string): string {
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? localizeDecimal(value) : value;
  if (type === 'date') return dayText(value);
  const instant = type === 'datetime' ? readInstant(value) : undefined;
  if (instant === undefined) return value;
  const moment = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  // When clocks are set back, times repeat, and only the offset distinguishes them.
  return isUnique(moment) ? formatClockTime(instant, zone, pageLocale()) : moment.toString({ timeZoneName: 'never' });
}

/**
 * @param missing the moment that a day without a time means
 * @returns the operand in the filter's format; a problem if the text is ambiguous or invalid
 */
export function fromTyped(typed: string, type: PropertyType, zone: string, missing: DayEnd = 'start'): ReadValue {
  const text = typed.trim();
  if (text === '') return { ok: true, value: '' };
  if (type === 'datetime') return readMoment(text, zone, missing);
  if (type === 'date') return readDate(text, zone);
  if (type !== 'number') return { ok: true, value: text };
  const read = readDecimal(text);
  if (read === undefined) return { ok: true, value: text };
  if (typeof read === 'string') return { ok: true, value: read };
  return { ok: false, problem: texts.twoMeanings(text, localizeDecimal(read.whole), localizeDecimal(read.decimal)) };
}

/** The day that problems show as an example. */
const EXAMPLE = '2026-10-30';

function readDate(text: string, zone: string): ReadValue {
  const day = readDay(text);
  if (day !== undefined) return { ok: true, value: day };
  return readInstant(text) === undefined
    ? { ok: false, problem: texts.noDay(text, toTyped(EXAMPLE, 'date', zone)) }
    : { ok: true, value: text };
}

const WITH_TIME = /^(.+?)[\sT,]+(\d{1,2})[:.](\d{2})(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap]m)?$/i;

/** Reads a time without a zone in the workspace's zone; a time with a zone is unchanged. */
function readMoment(text: string, zone: string, missing: DayEnd): ReadValue {
  const alone = readDay(text);
  if (alone !== undefined) return readInZone(`${alone}T${missing === 'start' ? '00:00' : '23:59:59.999'}`, text, zone);
  const [, dayTyped = '', hours = '', minutes = '', seconds = '00', half] = WITH_TIME.exec(text) ?? [];
  const day = readDay(dayTyped);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (day !== undefined && (half === undefined || (Number(hours) >= 1 && Number(hours) <= 12)))
    return readInZone(`${day}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`, text, zone);
  return readInstant(text) === undefined
    ? { ok: false, problem: texts.noTime(text, `${toTyped(EXAMPLE, 'date', zone)} 14:30`) }
    : { ok: true, value: text };
}

function readInZone(clock: string, typed: string, zone: string): ReadValue {
  try {
    const moment = Temporal.PlainDateTime.from(clock).toZonedDateTime(zone, { disambiguation: 'reject' });
    return { ok: true, value: moment.toInstant().toString() };
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, problem: texts.noSuchTime(typed, zone) };
    throw cause;
  }
}

function isUnique(moment: Temporal.ZonedDateTime): boolean {
  const clock = moment.toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    clock.toZonedDateTime(moment.timeZoneId, { disambiguation }),
  );
  return earlier?.epochMilliseconds === later?.epochMilliseconds;
}

/** @returns `YYYY-MM-DD` in the zone; undefined if no day can be read yet */
export function findDay(typed: string, type: 'date' | 'datetime', zone: string): string | undefined {
  const clock = readClockTime(typed, type, zone, 'start');
  return clock?.toPlainDate().toString();
}

/** Replaces the day of the typed text, and keeps its time. */
export function replaceDay(
  typed: string,
  day: string,
  type: 'date' | 'datetime',
  { zone, missing }: { readonly zone: string; readonly missing: DayEnd },
): string {
  if (type === 'date') return dayText(day);
  const time = readClockTime(typed, type, zone, missing)?.toPlainTime();
  const read = fromTyped(time ? `${day} ${time.toString()}` : day, type, zone, missing);
  // A time that does not exist on this day is kept for people to correct.
  return read.ok ? toTyped(read.value, type, zone) : `${dayText(day)} ${time?.toString() ?? ''}`.trim();
}

function readClockTime(
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

export interface TimeEnds {
  readonly value: string;
  readonly highValue: string;
}

export const timePresets: readonly PeriodPreset[] = periodPresets;

/** @returns undefined if the period does not exist */
export function findTimeEnds(
  preset: PeriodPreset,
  type: PropertyType,
  context: PeriodContext & { readonly zone: string },
): TimeEnds | undefined {
  const resolved = resolvePeriod(preset, context);
  if (!resolved.ok) return undefined;
  const { from, to } = resolved.value;
  if (type === 'date') return { value: toTyped(from, type, context.zone), highValue: toTyped(to, type, context.zone) };
  const { start, end } = findClockBounds(resolved.value, context.zone);
  const typeInstant = (instant: number) => toTyped(new Date(instant).toISOString(), type, context.zone);
  return { value: typeInstant(start), highValue: typeInstant(end - 1) };
}
