/** Formats timestamps in UTC or a time zone. Pure. */
import { utcTime } from '#texts/refusals.ts';
import { Temporal } from 'temporal-polyfill';

/** Formats `2026-11-22T00:00:00.000Z` as `2026-11-22 00:00 UTC`; a text that is not a timestamp is unchanged. */
export function formatUtcMinute(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? utcTime(match[1] ?? '', match[2] ?? '') : timestamp;
}

/** The length of a day in UTC; a day in a zone may be longer or shorter. */
export const DAY_MS = 86_400_000;

// Formats instants as local times, fast enough for files with a million lines.

/**
 * @param zone an IANA name
 * @returns a function that formats a UTC timestamp as `YYYY-MM-DDTHH:mm:ss` in the zone; fractions of a second are kept
 */
export function createLocalTimeFormat(zone: string): (instant: string) => string {
  const findOffset = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
  /** The zone's offset during an entire UTC day; null for days on which the clocks change. */
  const days = new Map<number, number | null>();
  const findDayOffset = (day: number) => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const [first, last] = [findOffset(day * DAY_MS), findOffset((day + 1) * DAY_MS - 1)];
    const offset = first === last ? first : null;
    days.set(day, offset);
    return offset;
  };
  return (instant) => {
    const ms = Date.parse(instant);
    const offset = findDayOffset(Math.floor(ms / DAY_MS)) ?? findOffset(ms);
    const text = new Date(ms + offset).toISOString();
    return text.endsWith('.000Z') ? text.slice(0, -5) : text.slice(0, -1);
  };
}
