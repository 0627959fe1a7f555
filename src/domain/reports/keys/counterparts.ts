/** Pairs the time buckets of a compared period with those of the report's period by position. */
import { unevenTexts as texts, monthSpan } from '#texts/reports/reports.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { formatDates, markCount, MARKED } from '#domain/locale-forms.ts';
import type { Period } from '#domain/time/period.ts';
import { splitIntoBuckets, type BucketRule } from '../definition/buckets.ts';
import type { Dimension, TimeUnit } from '../definition/dimensions.ts';
import { formatKey } from './key-text.ts';

export function pairBuckets(reportPeriod: Period, comparedPeriod: Period, unit: TimeUnit, rule: BucketRule) {
  const ownKeys = splitIntoBuckets(reportPeriod, unit, rule).map(({ key }) => key);
  const comparedKeys = splitIntoBuckets(comparedPeriod, unit, rule).map(({ key }) => key);
  const more = comparedKeys.slice(ownKeys.length);
  const inLast = more.filter((key) => ownKeys.includes(key));
  const last = ownKeys.at(-1);
  const pairs = new Map(comparedKeys.slice(0, ownKeys.length).map((key, index) => [key, ownKeys[index] ?? key]));
  if (last !== undefined) for (const key of inLast) pairs.set(key, last);
  return {
    /** Maps buckets of the compared period to those of the report's period. */
    pairs,
    /** Surplus buckets of the compared period that are also in the report's period; they are counted in its last bucket. */
    inLast,
    /** Surplus buckets of the compared period that have separate lines. */
    alone: more.filter((key) => !inLast.includes(key)),
    /** Buckets of the report's period without a counterpart. */
    without: ownKeys.slice(comparedKeys.length),
  };
}

/**
 * Words that a compared period is shorter than the elapsed days of the running one.
 * @returns the sentence, with marked numbers and days; empty if it has as many days
 */
export function listElapsedSentences(comparedPeriod: Period, elapsedDays: number | null): string[] {
  const days = splitIntoBuckets(comparedPeriod, 'day', { weekStart: 'monday', fiscalYearStart: 1 }).length;
  if (elapsedDays === null || days >= elapsedDays) return [];
  return [
    texts.elapsed(texts.day(markCount(elapsedDays)), texts.day(markCount(days)), formatDates(comparedPeriod, MARKED)),
  ];
}

/** @returns a marked sentence for each time group about the buckets without a counterpart; empty for periods of equal length */
export function listUnevenSentences(
  groupBy: readonly Dimension[],
  reportPeriod: Period,
  comparedPeriod: Period,
  rule: BucketRule,
): string[] {
  return groupBy.flatMap((dimension) => {
    if (dimension.kind !== 'time') return [];
    const { unit } = dimension;
    const { pairs, inLast, alone, without } = pairBuckets(reportPeriod, comparedPeriod, unit, rule);
    const more = [...alone, ...inLast];
    if (more.length === 0 && without.length === 0) return [];
    const nameKeys = (keys: readonly string[]) =>
      keys.map((key) => formatKey(unit, key, emptyDirectory, { ...rule, locale: MARKED })).join(', ');
    const describeLength = (period: Period) =>
      texts.has(formatDates(period, MARKED), texts[unit](markCount(splitIntoBuckets(period, unit, rule).length)));
    const [now, before] = [describeLength(reportPeriod), describeLength(comparedPeriod)];
    if (without.length > 0) return [texts.without(now, before, nameKeys(without), without.length)];
    return [
      ...(alone.length > 0 ? [texts.alone(before, now, nameKeys(alone), alone.length)] : []),
      ...(inLast.length > 0
        ? [texts.inLast(before, now, nameKeys(inLast), nameKeys([pairs.get(inLast[0] ?? '') ?? '']))]
        : []),
    ];
  });
}

// Formats months as short as possible.

/** Formats consecutive months as one span: `Jan 2026 – Mar 2026, May 2026`. @param months `YYYY-MM-01`, ascending */
export function formatMonthSpans(months: readonly string[]): string {
  const spans: { first: string; last: string }[] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last && toMonthNumber(month) === toMonthNumber(last.last) + 1) last.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans
    .map(({ first, last }) => (first === last ? formatMonth(first) : monthSpan(formatMonth(first), formatMonth(last))))
    .join(', ');
}

function formatMonth(month: string): string {
  return formatKey('month', month, { owners: {}, objects: {} }, { fiscalYearStart: 1 });
}

function toMonthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}
