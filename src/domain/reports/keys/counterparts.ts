/** Pairs the time buckets of a compared period with the report's own: by position, the first beside the first. */
import { unevenTexts as texts } from '#texts/reports/reports.ts';
import { emptyDirectory } from '../../people/directory.ts';
import { formatDates, markCount, MARKED } from '../../locale-forms.ts';
import type { Period } from '../../time/period.ts';
import { splitIntoBuckets, type BucketRule } from '../definition/buckets.ts';
import type { Dimension, TimeUnit } from '../definition/dimensions.ts';
import { keyText } from './key-text.ts';

export interface Counterparts {
  /** From buckets of the compared period to the report's own. */
  readonly beside: ReadonlyMap<string, string>;
  /** Of the compared period, more than the report's own: in lines of their own. */
  readonly alone: readonly string[];
  /** Of the compared period, more than the report's own, and buckets of it too: counted in its last. */
  readonly inLast: readonly string[];
  /** The report's own buckets without a counterpart. */
  readonly without: readonly string[];
}

export function counterparts(own: Period, compared: Period, unit: TimeUnit, rule: BucketRule): Counterparts {
  const to = splitIntoBuckets(own, unit, rule).map(({ key }) => key);
  const from = splitIntoBuckets(compared, unit, rule).map(({ key }) => key);
  const more = from.slice(to.length);
  const inLast = more.filter((key) => to.includes(key));
  const last = to.at(-1);
  const beside = new Map(from.slice(0, to.length).map((key, index) => [key, to[index] ?? key]));
  if (last !== undefined) for (const key of inLast) beside.set(key, last);
  return { beside, inLast, alone: more.filter((key) => !inLast.includes(key)), without: to.slice(from.length) };
}

/**
 * A running period is compared by its elapsed days; a shorter period before it has fewer.
 * @returns the sentence that says so, its numbers and days marked; empty where it has equally many
 */
export function elapsedSentences(compared: Period, elapsedDays: number | null): string[] {
  const days = splitIntoBuckets(compared, 'day', { weekStart: 'monday', fiscalYearStart: 1 }).length;
  if (elapsedDays === null || days >= elapsedDays) return [];
  return [texts.elapsed(texts.day(markCount(elapsedDays)), texts.day(markCount(days)), formatDates(compared, MARKED))];
}

/** @returns which buckets of two unequal periods have no counterpart and why, a marked sentence for each group of time; empty for equal ones. */
export function unevenSentences(
  groupBy: readonly Dimension[],
  own: Period,
  compared: Period,
  rule: BucketRule,
): string[] {
  return groupBy.flatMap((dimension) => {
    if (dimension.kind !== 'time') return [];
    const { unit } = dimension;
    const { beside, inLast, alone, without } = counterparts(own, compared, unit, rule);
    const more = [...alone, ...inLast];
    if (more.length === 0 && without.length === 0) return [];
    const named = (keys: readonly string[]) =>
      keys.map((key) => keyText(unit, key, emptyDirectory, { ...rule, locale: MARKED })).join(', ');
    const counted = (period: Period) =>
      texts.has(formatDates(period, MARKED), texts[unit](markCount(splitIntoBuckets(period, unit, rule).length)));
    const [now, before] = [counted(own), counted(compared)];
    if (without.length > 0) return [texts.without(now, before, named(without), without.length)];
    return [
      ...(alone.length > 0 ? [texts.alone(before, now, named(alone), alone.length)] : []),
      ...(inLast.length > 0
        ? [texts.inLast(before, now, named(inLast), named([beside.get(inLast[0] ?? '') ?? '']))]
        : []),
    ];
  });
}
