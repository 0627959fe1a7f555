/** Counts and moments as people read them in the terminal. Figures of reports are domain/reports/print/printed. */
import { utcTime } from '#texts/refusals.ts';

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `2026-11-21T08:02:11.000Z` → `2026-11-21 08:02 UTC`. */
export function moment(timestamp: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(timestamp);
  return match ? utcTime(match[1] ?? '', match[2] ?? '') : timestamp;
}
