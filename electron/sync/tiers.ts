/** The order of a first download: what a manager looks at is whole first, and a few tiers cost a few half-empty pages only. */
import { TOTAL_CEILING } from './service.ts';
import type { Tier } from './state.ts';
import type { Range } from './store.ts';

/** Up to this many rows, tiers would cost more than they give. */
const ONE_TIER_ROWS = 2_000;
/** With so few left, the rest is read in one go. */
const REST_ROWS = 1_000;
/** Lengths of the spans before the newest one, in months. */
const SPANS = [12, 24, 48];

/** Every month, and rows without one. */
export const WHOLE: Range = {};

/**
 * The previous month and later, then ever longer spans of earlier months, then the rest with what has no month. All start below
 * the last id of the first page, so that page is not paid twice.
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

/** After an empty tier, or with little left, all the rest becomes one tier. It is never skipped, whatever the counts say. */
export function mergeRest(tiers: readonly Tier[], total: number | null, held: number): Tier[] | null {
  const at = tiers.findIndex((each) => !each.sealed);
  const current = tiers[at];
  const before = tiers[at - 1];
  if (!current || !before || current.total !== null || at === tiers.length - 1) return null;
  const little = total !== null && total !== TOTAL_CEILING && total - held <= REST_ROWS;
  if (before.total !== 0 && !little) return null;
  const { monthFrom: _, ...rest } = current;
  return [...tiers.slice(0, at), { ...rest, orNoMonth: true }];
}

export function rangeOf(each: Range): Range {
  const { monthFrom, monthBelow, orNoMonth, idAbove, idBelow } = each;
  return {
    ...(monthFrom === undefined ? {} : { monthFrom }),
    ...(monthBelow === undefined ? {} : { monthBelow }),
    ...(orNoMonth === undefined ? {} : { orNoMonth }),
    ...(idAbove === undefined ? {} : { idAbove }),
    ...(idBelow === undefined ? {} : { idBelow }),
  };
}
