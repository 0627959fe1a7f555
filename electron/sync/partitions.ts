/** The order of a first download: the recent months a manager looks at come first, and a few partitions cost only a few half-empty pages. */
import { compareIds } from './ids.ts';
import { TOTAL_CEILING } from './service.ts';
import type { Partition } from './state.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';

/** Up to this many rows, partitions would cost more than they give. */
const ONE_PARTITION_ROWS = 2_000;
/** With so few left, the rest is read in one go. */
const REST_ROWS = 1_000;
/** Lengths of the spans before the newest one, in months. */
const SPANS = [12, 24, 48];

/** Every month, and rows without one. */
export const WHOLE: RecordRange = {};

/**
 * The previous month and later, then ever longer spans of earlier months, then the rest with records without a month. All start below the
 * last id of the first page, so that this page is not paid for twice.
 * @param clock epoch milliseconds, the service's.
 */
export function planPartitions(total: number | null, start: string, clock: number): Partition[] {
  const unread = { cursor: start, total: null, expected: null, sealed: false };
  if (total !== null && total <= ONE_PARTITION_ROWS) return [{ ...WHOLE, ...unread }];
  const newest = monthsBefore(clock, 1);
  const partitions: Partition[] = [{ monthFrom: newest, ...unread }];
  let below = newest;
  let back = 1;
  for (const span of SPANS) {
    back += span;
    const monthFrom = monthsBefore(clock, back);
    partitions.push({ monthFrom, monthBelow: below, ...unread });
    below = monthFrom;
  }
  return [...partitions, { monthBelow: below, orNoMonth: true, ...unread }];
}

function monthsBefore(clock: number, months: number): string {
  const now = new Date(clock);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/**
 * Puts one month in front of what is still unread. Every piece keeps the cursor of the partition it is cut from: above it all is held, so each
 * piece is as sound as the partition was. Costs at most two half-empty pages more than the usual order.
 * @param month `YYYY-MM-01`. @returns null when nothing unread holds it.
 */
export function monthFirst(partitions: readonly Partition[], month: string): Partition[] | null {
  const whole = partitions.find((each) => !each.sealed && holdsMonth(each, month));
  if (!whole) return null;
  const at = partitions.findIndex((each) => !each.sealed);
  const others = partitions.slice(at).flatMap((each) => (each === whole ? cutOut(whole, month) : [each]));
  return [...partitions.slice(0, at), toMonthPartition(whole, month), ...others];
}

function toMonthPartition(whole: Partition, month: string): Partition {
  const { cursor } = whole;
  const span = { monthFrom: month, monthBelow: monthAfter(month) };
  return { ...span, cursor, total: null, expected: null, sealed: false, asked: true };
}

/** What is left of a partition without one of its months, later months first. */
function cutOut({ monthFrom, monthBelow, orNoMonth, cursor }: Partition, month: string): Partition[] {
  const unread = { cursor, total: null, expected: null, sealed: false };
  const after = monthAfter(month);
  const end = monthBelow === undefined ? {} : { monthBelow };
  const later: Partition[] =
    monthBelow !== undefined && monthBelow <= after ? [] : [{ monthFrom: after, ...end, ...unread }];
  if (monthFrom !== undefined && monthFrom >= month && orNoMonth !== true) return later;
  // Without bounds the partition also held records without a month.
  const isRest = orNoMonth === true || (monthFrom === undefined && monthBelow === undefined);
  const start = monthFrom === undefined ? {} : { monthFrom };
  return [...later, { ...start, monthBelow: month, ...(isRest && { orNoMonth: true }), ...unread }];
}

export function holdsMonth({ monthFrom, monthBelow }: RecordRange, month: string): boolean {
  return (monthFrom === undefined || monthFrom <= month) && (monthBelow === undefined || month < monthBelow);
}

function monthAfter(month: string): string {
  return monthsBefore(Date.parse(month), -1);
}

/** After an empty partition, or with little left, all the rest becomes one partition. It is never skipped, whatever the counts say. */
export function mergeRest(partitions: readonly Partition[], total: number | null, held: number): Partition[] | null {
  const at = partitions.findIndex((each) => !each.sealed);
  const unread = partitions.slice(Math.max(at, 0));
  const [current] = unread;
  const before = partitions[at - 1];
  if (!current || !before || current.total !== null || unread.length === 1) return null;
  // A requested month stands before its turn: merged from there, the later ones behind it would be lost.
  if (current.asked === true || !isUnbroken(unread)) return null;
  const little = total !== null && total !== TOTAL_CEILING && total - held <= REST_ROWS;
  if (before.total !== 0 && !little) return null;
  const { monthFrom: _, ...rest } = current;
  // Pieces of a partition that was begun have read further down than the others: the rest is unread below the highest cursor.
  const cursor = unread.reduce(
    (highest, each) => (compareIds(each.cursor, highest) > 0 ? each.cursor : highest),
    rest.cursor,
  );
  return [...partitions.slice(0, at), { ...rest, cursor, orNoMonth: true }];
}

/** Each span ends where the one before it begins. */
function isUnbroken(partitions: readonly Partition[]): boolean {
  return partitions
    .slice(1)
    .every((each, index) => each.monthBelow !== undefined && each.monthBelow === partitions[index]?.monthFrom);
}

export function toRange(each: RecordRange): RecordRange {
  const { monthFrom, monthBelow, orNoMonth, idAbove, idBelow } = each;
  return {
    ...(monthFrom === undefined ? {} : { monthFrom }),
    ...(monthBelow === undefined ? {} : { monthBelow }),
    ...(orNoMonth === undefined ? {} : { orNoMonth }),
    ...(idAbove === undefined ? {} : { idAbove }),
    ...(idBelow === undefined ? {} : { idBelow }),
  };
}
