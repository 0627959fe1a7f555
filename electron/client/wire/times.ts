/** Reads the three forms in which the service writes dates and times: ISO text, `YYYY-MM-DD`, epoch milliseconds. */
import { DAY_MS } from '#domain/time/utc.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d)$/;
const MIDNIGHT_UTC = /^(\d{4}-\d\d-\d\d)[Tt]00:00(?::00(?:\.0{1,9})?)?(?:[Zz]|[+-]00:?00)$/;
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ZERO = '0'.charCodeAt(0);
const EPOCH = /^-?\d{1,15}$/;

/** The range that four-digit years can write: from the year 1 to the year 9999. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads a calendar date, which is never shifted by a zone. A time other than midnight UTC is not a date.
 * @returns `YYYY-MM-DD`, or undefined.
 */
export function parseDate(text: string): string | undefined {
  if (EPOCH.test(text)) {
    const time = Number(text);
    return time % DAY_MS === 0 && isInRange(time) ? new Date(time).toISOString().slice(0, 10) : undefined;
  }
  const day = MIDNIGHT_UTC.exec(text)?.[1] ?? text;
  return parseDayStart(day) === undefined ? undefined : day;
}

/**
 * Reads an instant. A date alone means midnight UTC. A time without a zone is refused, because its zone is unknown. Digits beyond the
 * millisecond are dropped.
 * @returns epoch milliseconds, or undefined.
 */
export function parseInstant(text: string): number | undefined {
  return parseCanonicalInstant(text) ?? parseAnyInstant(text);
}

/**
 * Nearly every time comes in the form that JavaScript prints, and a page has a thousand of them, so its digits are read without
 * `Date.parse`.
 */
function parseCanonicalInstant(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined;
  const [year, month, day] = [
    readTwoDigits(text, 0) * 100 + readTwoDigits(text, 2),
    readTwoDigits(text, 5),
    readTwoDigits(text, 8),
  ];
  const [hour, minute, second] = [readTwoDigits(text, 11), readTwoDigits(text, 14), readTwoDigits(text, 17)];
  // For the years 0 to 99 `Date.UTC` would return 1900 to 1999.
  if (year < 100 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  const millisecond = readTwoDigits(text, 20) * 10 + text.charCodeAt(22) - ZERO;
  const midnight = Date.UTC(year, month - 1, day);
  // JavaScript reads 30 February as 1 or 2 March.
  if (day > 28 && new Date(midnight).getUTCDate() !== day) return undefined;
  const time = midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond;
  return isInRange(time) ? time : undefined;
}

function readTwoDigits(text: string, start: number): number {
  return (text.charCodeAt(start) - ZERO) * 10 + text.charCodeAt(start + 1) - ZERO;
}

function parseAnyInstant(text: string): number | undefined {
  if (EPOCH.test(text)) return isInRange(Number(text)) ? Number(text) : undefined;
  const match = INSTANT.exec(text);
  if (!match) return parseDayStart(text);
  const [, day = '', hour, minute, second = '0', fraction = '', zone = ''] = match;
  const start = parseDayStart(day);
  const offset = parseOffsetMs(zone);
  if (start === undefined || offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const time = start + Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000 + millis - offset;
  return isInRange(time) ? time : undefined;
}

/** @returns midnight UTC of an existing calendar day, in epoch milliseconds. */
function parseDayStart(text: string): number | undefined {
  const [match, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (match === undefined) return undefined;
  const date = new Date(0);
  const time = date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // JavaScript reads 30 February as 1 or 2 March: an existing day comes back as it was written.
  const isExistingDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isExistingDay && isInRange(time) ? time : undefined;
}

function parseOffsetMs(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function isInRange(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

/** Finds the first instant of the next UTC day, in epoch milliseconds. */
export function findNextUtcMidnight(time: number): number {
  return (Math.floor(time / DAY_MS) + 1) * DAY_MS;
}

/** Writes an instant's UTC day as `YYYY-MM-DD`. */
export function formatUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
