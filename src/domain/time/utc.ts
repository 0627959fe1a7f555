/** A UTC timestamp as people read it where no zone is known. Pure. */
import { utcTime } from '#texts/refusals.ts';
import { Temporal } from 'temporal-polyfill';

/** Writes `2026-11-22T00:00:00.000Z` as `2026-11-22 00:00 UTC`; a text that is no timestamp stays as it is. */
export function formatUtcMinute(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? utcTime(match[1] ?? '', match[2] ?? '') : timestamp;
}

/** The length of a day in UTC; a day in a zone may be longer or shorter. */
export const DAY_MS = 86_400_000;

// Writes instants as local times, fast enough for files of a million lines.

/**
 * @param zone IANA name
 * @returns writes a UTC timestamp as `YYYY-MM-DDTHH:mm:ss` in the zone; a fraction of a second stays
 */
export function createLocalTimeFormat(zone: string): (instant: string) => string {
  const findOffset = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
  /** The zone's offset through an entire UTC day; null on days on which the clocks change. */
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
