/** Orders a first download: the recent months that a manager looks at come first. A few partitions cost only a few half-empty pages. */
import type { RecordRange } from '#domain/record.ts';
import { TOTAL_CEILING } from './service.ts';
import type { Partition } from './state.ts';

/** Up to this many rows, partitions cost more than they gain. */
const ONE_PARTITION_ROWS = 2_000;
/** At most this many remaining rows are read as one partition. */
const REST_ROWS = 1_000;
/** The lengths of the spans before the newest one, in months. */
const SPANS = [12, 24, 48];

/** Covers every month and the rows without one. */
export const FULL_RANGE: RecordRange = {};

/**
 * Plans the previous month and later, then ever longer spans of earlier months, then the rest with records without a month. All start below
 * the last id of the first page, so that this page is not paid for twice.
 * @param clock the service's time in epoch milliseconds.
 */
export function planPartitions(total: number | null, start: string, clock: number): Partition[] {
  const unread = { cursor: start, total: null, expected: null, sealed: false };
  if (total !== null && total <= ONE_PARTITION_ROWS) return [{ ...FULL_RANGE, ...unread }];
  const newest = subtractMonths(clock, 1);
  const partitions: Partition[] = [{ monthFrom: newest, ...unread }];
  let below = newest;
  let monthsBack = 1;
  for (const span of SPANS) {
    monthsBack += span;
    const monthFrom = subtractMonths(clock, monthsBack);
    partitions.push({ monthFrom, monthBelow: below, ...unread });
    below = monthFrom;
  }
  return [...partitions, { monthBelow: below, orNoMonth: true, ...unread }];
}

function subtractMonths(clock: number, months: number): string {
  const now = new Date(clock);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/**
 * Puts one month in front of what is still unread. Every piece keeps the cursor of the partition it is cut from: all rows above that cursor
 * are held, so each piece is as reliable as the partition was. This costs at most two half-empty pages more than the usual order.
 * @param month `YYYY-MM-01`.
 * @returns null when no unread partition covers it.
 */
export function moveMonthFirst(partitions: readonly Partition[], month: string): Partition[] | null {
  const source = partitions.find((partition) => !partition.sealed && hasMonth(partition, month));
  if (!source) return null;
  const firstUnsealed = partitions.findIndex((partition) => !partition.sealed);
  const others = partitions
    .slice(firstUnsealed)
    .flatMap((partition) => (partition === source ? removeMonth(source, month) : [partition]));
  return [...partitions.slice(0, firstUnsealed), toMonthPartition(source, month), ...others];
}

function toMonthPartition({ cursor }: Partition, month: string): Partition {
  const span = { monthFrom: month, monthBelow: addMonth(month) };
  return { ...span, cursor, total: null, expected: null, sealed: false, asked: true };
}

/** Returns the rest of a partition without one of its months, later months first. */
function removeMonth({ monthFrom, monthBelow, orNoMonth, cursor }: Partition, month: string): Partition[] {
  const unread = { cursor, total: null, expected: null, sealed: false };
  const nextMonth = addMonth(month);
  const end = monthBelow === undefined ? {} : { monthBelow };
  const later: Partition[] =
    monthBelow !== undefined && monthBelow <= nextMonth ? [] : [{ monthFrom: nextMonth, ...end, ...unread }];
  if (monthFrom !== undefined && monthFrom >= month && orNoMonth !== true) return later;
  // Without bounds the partition also held records without a month.
  const isRest = orNoMonth === true || (monthFrom === undefined && monthBelow === undefined);
  const start = monthFrom === undefined ? {} : { monthFrom };
  return [...later, { ...start, monthBelow: month, ...(isRest && { orNoMonth: true }), ...unread }];
}

export function hasMonth({ monthFrom, monthBelow }: RecordRange, month: string): boolean {
  return (monthFrom === undefined || monthFrom <= month) && (monthBelow === undefined || month < monthBelow);
}

function addMonth(month: string): string {
  return subtractMonths(Date.parse(month), -1);
}

/**
 * Merges all unread partitions into one after an empty partition, or when few rows are left. None is ever skipped, even if the counts suggest it.
 * @returns null if there is nothing to merge.
 */
export function mergeRest(
  partitions: readonly Partition[],
  total: number | null,
  heldRecords: number,
): Partition[] | null {
  const firstUnsealed = partitions.findIndex((partition) => !partition.sealed);
  const unread = partitions.slice(Math.max(firstUnsealed, 0));
  const [current] = unread;
  const previous = partitions[firstUnsealed - 1];
  if (!current || !previous || current.total !== null || unread.length === 1) return null;
  // A requested month comes before its turn. If the remaining months were merged from there, the later months behind it would be lost.
  if (current.asked === true || !isUnbroken(unread)) return null;
  const areFewRemaining = total !== null && total !== TOTAL_CEILING && total - heldRecords <= REST_ROWS;
  if (previous.total !== 0 && !areFewRemaining) return null;
  const { monthFrom: _, ...rest } = current;
  // Parts of a partition that was begun have been read further down than the others, so everything is unread below the highest cursor.
  const cursor = unread.reduce(
    (highest, partition) => (compareIds(partition.cursor, highest) > 0 ? partition.cursor : highest),
    rest.cursor,
  );
  return [...partitions.slice(0, firstUnsealed), { ...rest, cursor, orNoMonth: true }];
}

/** True when each span ends where the one before it begins. */
function isUnbroken(partitions: readonly Partition[]): boolean {
  return partitions
    .slice(1)
    .every(
      (partition, index) => partition.monthBelow !== undefined && partition.monthBelow === partitions[index]?.monthFrom,
    );
}

export function toRange(range: RecordRange): RecordRange {
  const { monthFrom, monthBelow, orNoMonth, idAbove, idBelow } = range;
  return {
    ...(monthFrom === undefined ? {} : { monthFrom }),
    ...(monthBelow === undefined ? {} : { monthBelow }),
    ...(orNoMonth === undefined ? {} : { orNoMonth }),
    ...(idAbove === undefined ? {} : { idAbove }),
    ...(idBelow === undefined ? {} : { idBelow }),
  };
}

const INTEGER = /^(?:0|[1-9]\d*)$/;

export function isIntegerId(id: string): boolean {
  return INTEGER.test(id);
}

/**
 * Compares record ids. They are integers of any size that travel as text, so ordering them must never pass through a double.
 * @returns a negative number when a is smaller; both must be integer texts without leading zeros
 */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Gives the exclusive lower bound that still includes `id`. */
export function decrementId(id: string): string {
  return String(BigInt(id) - 1n);
}
