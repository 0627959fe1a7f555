/** A UTC timestamp as people read it where no zone is known. Pure. */
import { utcTime } from '#texts/refusals.ts';

/** Writes `2026-11-22T00:00:00.000Z` as `2026-11-22 00:00 UTC`; a text that is no timestamp stays as it is. */
export function formatUtcMinute(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? utcTime(match[1] ?? '', match[2] ?? '') : timestamp;
}

/** The length of a day in UTC; a day in a zone may be longer or shorter. */
export const DAY_MS = 86_400_000;
