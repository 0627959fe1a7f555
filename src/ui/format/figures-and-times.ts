/**
 * Prints figures from exact decimal text (grouped thousands, fixed digits, a true minus sign, no doubles), and days and times, always in a
 * named zone, with the app's texts and the platform's calendar arithmetic.
 */
import { formatUnits, divideUnits, roundUnits, SCALE, toUnits } from '#domain/decimal.ts';
import { formatSteps } from '#domain/reports/print/printed.ts';
import { pageLocale } from '../locale.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { periodTexts, shortMonths } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { formatDates, formatDay } from '#domain/locale-forms.ts';
import { labelPeriod, type Period, type PeriodLabel } from '#domain/time/period.ts';

export const UNKNOWN = '–';
export const MINUS = '−';

/** `1234.5` with 2 digits → `1,234.50`; halves are rounded away from zero, and nothing is ever `−0`. */
export function figure(text: string, digits: number): string {
  return printFigure(text, digits, false);
}

/** Like `figure`, with a sign: `+6.1`, `−0.8`, `0.0`. */
export function signedFigure(text: string, digits: number): string {
  return printFigure(text, digits, true);
}

/** Prints all decimals, grouped: `1,234.5`, `0.00273785`. @param least the minimum number of decimals: `79.50` */
export function exactFigure(text: string, least = 0): string {
  return figure(text, Math.max(least, formatUnits(toUnits(text)).split('.')[1]?.length ?? 0));
}

/** Prints a count: `24,000`. */
export function count(value: number): string {
  return figure(String(value), 0);
}

function printFigure(text: string, digits: number, signed: boolean): string {
  const steps = roundUnits(toUnits(text), digits) / 10n ** BigInt(SCALE - digits);
  return formatSteps(steps, { style: 'decimal', digits, locale: pageLocale() }, { minus: MINUS, signed });
}

/** Turns a share of 1 into a percentage: `0.724` → `72.4`. */
export function percentOfShare(share: string): string {
  return formatUnits(toUnits(share) * 100n);
}

export function difference(now: string, before: string): string {
  return formatUnits(toUnits(now) - toUnits(before));
}

/** @returns the change in percent of the earlier figure; undefined where that was 0 */
export function percentChange(now: string, before: string): string | undefined {
  return computePercent(difference(now, before), before);
}

function computePercent(change: string, before: string): string | undefined {
  const earlier = toUnits(before);
  const percent = divideUnits(toUnits(change) * 100n, earlier < 0n ? -earlier : earlier);
  return percent === undefined ? undefined : formatUnits(percent);
}

/** Whether a change is too small to be called good or bad. @param least percent of the earlier figure */
export function isSmallChange(change: string, before: string | null | undefined, least: string): boolean {
  const percent = before == null ? undefined : computePercent(change, before);
  if (percent === undefined) return false;
  const units = toUnits(percent);
  return (units < 0n ? -units : units) < toUnits(least);
}

export function readSign(text: string): -1 | 0 | 1 {
  const units = toUnits(text);
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

const { units } = workspacesTexts;

/** @param bytes a whole number. @returns at most three digits before the unit, and one decimal below ten of it */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${figure(size.toFixed(digits), digits)} ${units[unit] ?? ''}`;
}

/** `YYYY-MM-DD` → `30 Oct 2026`, in the locale's form; any other text stays as it is. */
export function dayText(date: string, withYear = true): string {
  return formatDay(date, pageLocale(), withYear);
}

/** `5–11 Oct 2026`, `05.10. – 11.10.2026`. */
export function datesText(dates: Pick<Period, 'from' | 'to'>, { withYear = true } = {}): string {
  return formatDates(dates, pageLocale(), withYear);
}

export function periodLabel(period: Period): PeriodLabel {
  return labelPeriod(period, pageLocale());
}

/** Prints a period's name and dates. @param period null for all of time */
export function periodText(period: Period | null): string {
  return period ? periodLabel(period).full : uiTexts.period.allTime;
}

/** `2026-10-01` → `Oct 2026`. */
export function monthText(date: string): string {
  return periodTexts.shortMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
}

/** `2026-10-01` → `Oct`. */
export function shortMonth(date: string): string {
  return shortMonths[Number(date.slice(5, 7)) - 1] ?? date;
}

/** Prints an ISO time in the zone: `30 Oct 2026 09:15`. */
export function timeText(timestamp: string, zone: string): string {
  const parts = toZone(timestamp, zone);
  return parts ? `${dayText(parts.day)} ${parts.time}` : timestamp;
}

/** Prints the day of an ISO time in the zone: `30 Oct 2026`. */
export function dayOfTime(timestamp: string, zone: string): string {
  const parts = toZone(timestamp, zone);
  return parts ? dayText(parts.day) : timestamp;
}

/** Prints `08:02` on the same day as `now`, else `20 Nov 08:02`. @param now epoch milliseconds */
export function momentText(timestamp: string, zone: string, now: number): string {
  const parts = toZone(timestamp, zone);
  if (!parts) return timestamp;
  if (parts.day === toZone(new Date(now).toISOString(), zone)?.day) return parts.time;
  return `${dayText(parts.day, false)} ${parts.time}`;
}

function toZone(timestamp: string, zone: string): { readonly day: string; readonly time: string } | undefined {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return undefined;
  const [day = '', time = ''] = requireFormat(zone).format(instant).split(' ');
  return { day, time };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Keeps the format of each zone, because making one takes a hundred times as long as using it. */
function requireFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    // Swedish dates are written YYYY-MM-DD HH:MM:SS.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(zone, format);
  }
  return format;
}

/** Prints the remaining time of long work: `40 s`, `3 min`. */
export function spanText(seconds: number): string {
  const { seconds: asSeconds, minutes: asMinutes } = uiTexts.span;
  return seconds < 90 ? asSeconds(Math.max(1, Math.round(seconds))) : asMinutes(Math.round(seconds / 60));
}
