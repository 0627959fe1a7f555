/** Prints days and times, always in a named zone, with the app's texts and the platform's calendar arithmetic. */
import { periodTexts, shortMonths } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { formatDates, formatDay } from '#domain/locale-forms.ts';
import { labelPeriod, type Period, type PeriodLabel } from '#domain/time/period.ts';
import { pageLocale } from '../locale.ts';

/** `YYYY-MM-DD` → `30 Oct 2026`, as the locale has it; another text stays as it is. */
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
