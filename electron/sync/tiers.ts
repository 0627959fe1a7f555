/** The order of a first download: the recent months a manager looks at come first, and a few tiers cost only a few half-empty pages. */
import { compareIds } from './ids.ts';
import { TOTAL_CEILING } from './service.ts';
import type { Tier } from './state.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';

/** Up to this many rows, tiers would cost more than they give. */
const ONE_TIER_ROWS = 2_000;
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
export function planTiers(total: number | null, start: string, clock: number): Tier[] {
  const unread = { cursor: start, total: null, expected: null, sealed: false };
  if (total !== null && total <= ONE_TIER_ROWS) return [{ ...WHOLE, ...unread }];
  const newest = monthsBefore(clock, 1);
  const tiers: Tier[] = [{ monthFrom: newest, ...unread }];
  let below = newest;
  let back = 1;
  for (const span of SPANS) {
    back += span;
    const monthFrom = monthsBefore(clock, back);
    tiers.push({ monthFrom, monthBelow: below, ...unread });
    below = monthFrom;
  }
  return [...tiers, { monthBelow: below, orNoMonth: true, ...unread }];
}

function monthsBefore(clock: number, months: number): string {
  const now = new Date(clock);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/**
 * Puts one month in front of what is still unread. Every piece keeps the cursor of the tier it is cut from: above it all is held, so each
 * piece is as sound as the tier was. Costs at most two half-empty pages more than the usual order.
 * @param month `YYYY-MM-01`. @returns null when nothing unread holds it.
 */
export function monthFirst(tiers: readonly Tier[], month: string): Tier[] | null {
  const whole = tiers.find((each) => !each.sealed && holdsMonth(each, month));
  if (!whole) return null;
  const at = tiers.findIndex((each) => !each.sealed);
  const others = tiers.slice(at).flatMap((each) => (each === whole ? cutOut(whole, month) : [each]));
  return [...tiers.slice(0, at), toMonthTier(whole, month), ...others];
}

function toMonthTier(whole: Tier, month: string): Tier {
  const { cursor } = whole;
  const span = { monthFrom: month, monthBelow: monthAfter(month) };
  return { ...span, cursor, total: null, expected: null, sealed: false, asked: true };
}

/** What is left of a tier without one of its months, later months first. */
function cutOut({ monthFrom, monthBelow, orNoMonth, cursor }: Tier, month: string): Tier[] {
  const unread = { cursor, total: null, expected: null, sealed: false };
  const after = monthAfter(month);
  const end = monthBelow === undefined ? {} : { monthBelow };
  const later: Tier[] =
    monthBelow !== undefined && monthBelow <= after ? [] : [{ monthFrom: after, ...end, ...unread }];
  if (monthFrom !== undefined && monthFrom >= month && orNoMonth !== true) return later;
  // Without bounds the tier also held records without a month.
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

/** After an empty tier, or with little left, all the rest becomes one tier. It is never skipped, whatever the counts say. */
export function mergeRest(tiers: readonly Tier[], total: number | null, held: number): Tier[] | null {
  const at = tiers.findIndex((each) => !each.sealed);
  const unread = tiers.slice(Math.max(at, 0));
  const [current] = unread;
  const before = tiers[at - 1];
  if (!current || !before || current.total !== null || unread.length === 1) return null;
  // A requested month stands before its turn: merged from there, the later ones behind it would be lost.
  if (current.asked === true || !isUnbroken(unread)) return null;
  const little = total !== null && total !== TOTAL_CEILING && total - held <= REST_ROWS;
  if (before.total !== 0 && !little) return null;
  const { monthFrom: _, ...rest } = current;
  // Pieces of a tier that was begun have read further down than the others: the rest is unread below the highest cursor.
  const cursor = unread.reduce(
    (highest, each) => (compareIds(each.cursor, highest) > 0 ? each.cursor : highest),
    rest.cursor,
  );
  return [...tiers.slice(0, at), { ...rest, cursor, orNoMonth: true }];
}

/** Each span ends where the one before it begins. */
function isUnbroken(tiers: readonly Tier[]): boolean {
  return tiers
    .slice(1)
    .every((each, index) => each.monthBelow !== undefined && each.monthBelow === tiers[index]?.monthFrom);
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
