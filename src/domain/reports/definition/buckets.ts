/** The buckets of time within a period: all that it touches, with those at its ends cut. Pure dates; zones are resolved before. */
import { Temporal } from 'temporal-polyfill';
import { addUnits } from '#domain/time/calendar-span.ts';
import { findWeekBegin, type Weekday } from '#domain/time/weeks.ts';
import type { TimeUnit } from './dimensions.ts';

export interface BucketRule {
  /** On the clock, weeks begin as the workspace's setting says; recorded weeks begin as the records' own. */
  readonly weekStart: Weekday;
  /** Quarters and years begin in this month, 1 to 12. */
  readonly fiscalYearStart: number;
}

export interface Bucket {
  /** The bucket's first day, `YYYY-MM-DD`, also where the period begins later. */
  readonly key: string;
  /** The first and the last day of the bucket within the period. */
  readonly from: string;
  readonly to: string;
  /** Whether the period leaves out some of its days. */
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
    const whole = { from: start.toString(), to: next.subtract({ days: 1 }).toString() };
    buckets.push({ key: whole.from, ...cutToPeriod(whole, period) });
    start = next;
  }
  return buckets;
}

/** Finds the bucket that begins on `key`; null where the period has none of its days. */
export function findBucket(key: string, unit: TimeUnit, period: Dates | null): Bucket | null {
  const start = Temporal.PlainDate.from(key);
  const whole = { from: key, to: addUnits(start, unit, 1).subtract({ days: 1 }).toString() };
  if (period && (whole.to < period.from || whole.from > period.to)) return null;
  return { key, ...cutToPeriod(whole, period ?? whole) };
}

function cutToPeriod(whole: Dates, period: Dates): Dates & { readonly cut: boolean } {
  const from = whole.from < period.from ? period.from : whole.from;
  const to = whole.to > period.to ? period.to : whole.to;
  return { from, to, cut: from !== whole.from || to !== whole.to };
}

function findBucketStart(date: Temporal.PlainDate, unit: TimeUnit, rule: BucketRule): Temporal.PlainDate {
  const month = date.with({ day: 1 });
  const sinceFiscal = (date.month - rule.fiscalYearStart + 12) % 12;
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return findWeekBegin(date, rule.weekStart);
    case 'month':
      return month;
    case 'quarter':
      return month.subtract({ months: sinceFiscal % 3 });
    case 'year':
      return month.subtract({ months: sinceFiscal });
  }
}
