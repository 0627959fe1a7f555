/** The time buckets that overlap a period, with the outermost ones cut to it. Works on pure dates; zones are resolved before. */
import { Temporal } from 'temporal-polyfill';
import { addUnits } from '#domain/time/calendar-span.ts';
import { findWeekStart, type Weekday } from '#domain/time/weeks.ts';
import type { TimeUnit } from './dimensions.ts';

export interface BucketRule {
  /** The first day of weeks: the workspace's setting for the clock calendar, that of the records for recorded weeks. */
  readonly weekStart: Weekday;
  /** The month in which quarters and years begin, 1 to 12. */
  readonly fiscalYearStart: number;
}

export interface Bucket {
  /** The bucket's first day, `YYYY-MM-DD`, even if the period begins later. */
  readonly key: string;
  /** The first and the last day of the bucket within the period. */
  readonly from: string;
  readonly to: string;
  /** Whether some of its days are outside the period. */
  readonly cut: boolean;
}

interface Dates {
  readonly from: string;
  readonly to: string;
}

/** @returns the buckets in ascending order, without gaps */
export function splitIntoBuckets(period: Dates, unit: TimeUnit, rule: BucketRule): Bucket[] {
  const last = Temporal.PlainDate.from(period.to);
  const buckets: Bucket[] = [];
  let start = findBucketStart(Temporal.PlainDate.from(period.from), unit, rule);
  while (Temporal.PlainDate.compare(start, last) <= 0) {
    const next = addUnits(start, unit, 1);
    const full = { from: start.toString(), to: next.subtract({ days: 1 }).toString() };
    buckets.push({ key: full.from, ...cutToPeriod(full, period) });
    start = next;
  }
  return buckets;
}

/** Finds the bucket that begins on `key`; null if none of its days are in the period. */
export function findBucket(key: string, unit: TimeUnit, period: Dates | null): Bucket | null {
  const start = Temporal.PlainDate.from(key);
  const full = { from: key, to: addUnits(start, unit, 1).subtract({ days: 1 }).toString() };
  if (period && (full.to < period.from || full.from > period.to)) return null;
  return { key, ...cutToPeriod(full, period ?? full) };
}

function cutToPeriod(full: Dates, period: Dates): Dates & { readonly cut: boolean } {
  const from = full.from < period.from ? period.from : full.from;
  const to = full.to > period.to ? period.to : full.to;
  return { from, to, cut: from !== full.from || to !== full.to };
}

function findBucketStart(date: Temporal.PlainDate, unit: TimeUnit, rule: BucketRule): Temporal.PlainDate {
  const month = date.with({ day: 1 });
  const sinceFiscal = (date.month - rule.fiscalYearStart + 12) % 12;
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return findWeekStart(date, rule.weekStart);
    case 'month':
      return month;
    case 'quarter':
      return month.subtract({ months: sinceFiscal % 3 });
    case 'year':
      return month.subtract({ months: sinceFiscal });
  }
}
