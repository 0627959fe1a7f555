/** Prints days and times, always in a named zone; the texts are the app's, the calendar arithmetic is the platform's. */
import { uiTexts } from '#texts/screens/ui.ts';
import { localizeDay } from '../locale/forms.ts';

const { months } = uiTexts.calendar;

interface Parts {
  readonly day: string;
  readonly time: string;
}

/** `YYYY-MM-DD` → `30 Oct 2026`, as the locale has it; anything else as it is. */
export function dayText(date: string): string {
  return localizeDay(date) ?? date;
}

/** `2026-10-01` → `Oct 2026`. */
export function monthText(date: string): string {
  return uiTexts.calendar.month(shortMonth(date), date.slice(0, 4));
}

/** `2026-10-01` → `Oct`. */
export function shortMonth(date: string): string {
  return months[Number(date.slice(5, 7)) - 1] ?? date;
}

/** An ISO time as `30 Oct 2026 09:15` in the zone. */
export function timeText(timestamp: string, zone: string): string {
  const parts = zoned(timestamp, zone);
  return parts ? `${dayText(parts.day)} ${parts.time}` : timestamp;
}

/** An ISO time's day in the zone: `30 Oct 2026`. */
export function dayOfTime(timestamp: string, zone: string): string {
  const parts = zoned(timestamp, zone);
  return parts ? dayText(parts.day) : timestamp;
}

/** `08:02` on the same day as `now`, else `20 Nov 08:02`. @param now epoch milliseconds. */
export function momentText(timestamp: string, zone: string, now: number): string {
  const parts = zoned(timestamp, zone);
  if (!parts) return timestamp;
  if (parts.day === zoned(new Date(now).toISOString(), zone)?.day) return parts.time;
  return `${localizeDay(parts.day, { withYear: false }) ?? parts.day} ${parts.time}`;
}

function zoned(timestamp: string, zone: string): Parts | undefined {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return undefined;
  const [day = '', time = ''] = zonedFormat(zone).format(instant).split(' ');
  return { day, time };
}

const zonedFormats = new Map<string, Intl.DateTimeFormat>();

/** Made once for each zone: to make one takes a hundred times as long as to use it. */
function zonedFormat(zone: string): Intl.DateTimeFormat {
  let format = zonedFormats.get(zone);
  if (!format) {
    // Swedish dates are written YYYY-MM-DD HH:MM:SS.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    zonedFormats.set(zone, format);
  }
  return format;
}

/** `40 s`, `3 min`: the remaining time of long work. */
export function spanText(seconds: number): string {
  const { seconds: asSeconds, minutes: asMinutes } = uiTexts.span;
  return seconds < 90 ? asSeconds(Math.max(1, Math.round(seconds))) : asMinutes(Math.round(seconds / 60));
}
