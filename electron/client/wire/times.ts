/** Reads the three forms in which the service gives dates and times: ISO text, `YYYY-MM-DD`, epoch milliseconds. */
import { DAY_MS } from '../../../src/domain/time/day.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)$/;
const MIDNIGHT_UTC = /^(\d{4}-\d\d-\d\d)[Tt]00:00(?::00(?:\.0{1,9})?)?(?:[Zz]|[+-]00:?00)$/;
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ZERO = '0'.charCodeAt(0);
const EPOCH = /^-?\d{1,15}$/;

/** From the year 1 to the year 9999: what four digits can write. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A calendar date, never shifted by a zone. A time that is not midnight UTC is not a date.
 * @returns `YYYY-MM-DD`, or undefined.
 */
export function parseDate(text: string): string | undefined {
  if (EPOCH.test(text)) {
    const time = Number(text);
    return time % DAY_MS === 0 && inRange(time) ? new Date(time).toISOString().slice(0, 10) : undefined;
  }
  const day = MIDNIGHT_UTC.exec(text)?.[1] ?? text;
  return dayStart(day) === undefined ? undefined : day;
}

/**
 * An instant. A date alone means midnight UTC; a time without a zone is refused, because its zone is unknown. Digits beyond the millisecond
 * are dropped.
 * @returns epoch milliseconds, or undefined.
 */
export function parseInstant(text: string): number | undefined {
  return canonicalInstant(text) ?? instantInAnyForm(text);
}

/** Nearly every time comes in the form that JavaScript prints; a page has a thousand: its digits are read without `Date.parse`. */
function canonicalInstant(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined;
  const [year, month, day] = [twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // Of the first hundred years JavaScript makes those from 1900 on.
  if (year < 100 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  const millisecond = twoDigits(text, 20) * 10 + text.charCodeAt(22) - ZERO;
  const midnight = Date.UTC(year, month - 1, day);
  // JavaScript reads 30 February as 1 or 2 March.
  if (day > 28 && new Date(midnight).getUTCDate() !== day) return undefined;
  const time = midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond;
  return inRange(time) ? time : undefined;
}

/** Of two characters that are digits. */
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

function instantInAnyForm(text: string): number | undefined {
  if (EPOCH.test(text)) return inRange(Number(text)) ? Number(text) : undefined;
  const match = INSTANT.exec(text);
  if (!match) return dayStart(text);
  const [, day = '', hour, minute, second = '0', fraction = '', zone = ''] = match;
  const start = dayStart(day);
  const offset = offsetMs(zone);
  if (start === undefined || offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const time = start + Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000 + millis - offset;
  return inRange(time) ? time : undefined;
}

/** @returns midnight UTC of an existing calendar day, epoch milliseconds. */
function dayStart(text: string): number | undefined {
  const [match, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (match === undefined) return undefined;
  const date = new Date(0);
  const time = date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // JavaScript reads 30 February as 1 or 2 March: an existing day comes back as it was written.
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists && inRange(time) ? time : undefined;
}

function offsetMs(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function inRange(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

/** The first instant of the next UTC day, epoch milliseconds. */
export function nextUtcMidnight(time: number): number {
  return (Math.floor(time / DAY_MS) + 1) * DAY_MS;
}

/** `YYYY-MM-DD` of an instant in UTC. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
