/** Lists the months of the coverage strip, with how many of their records are held and whether these are all. Pure. */
import type { DataStatus } from '#contract/api.ts';
import { monthsBetween, monthState, type HeldMonths, type MonthState } from '#ui/coverage/months.ts';

export interface CoveredMonth {
  /** `YYYY-MM-01`; null for the records without a recorded month. */
  readonly month: string | null;
  readonly records: number;
  readonly state: MonthState;
}

/** So many months can be fetched while it is unknown how far back records go. */
const OFFERED_MONTHS = 24;

/**
 * Lists every month from the first to the last with records, those without any among them, and until the download is complete also those of
 * the last two years.
 * @param today `YYYY-MM-DD`
 */
export function coveredMonths(held: HeldMonths, status: DataStatus, today: string): CoveredMonth[] {
  const offered = status.complete ? [] : [monthsBefore(today, OFFERED_MONTHS - 1), today.slice(0, 7)];
  const known = [...[...held.keys()].filter((month) => month !== null), ...offered].toSorted();
  const [first] = known;
  const last = known.at(-1);
  const months = first === undefined || last === undefined ? [] : monthsBetween(first, last);
  const rows = months.map((month) => coveredMonth(status, month, held.get(month.slice(0, 7)) ?? 0));
  const without = held.get(null);
  return without === undefined ? rows : [...rows, coveredMonth(status, null, without)];
}

/** @returns `YYYY-MM`. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

function coveredMonth(status: DataStatus, month: string | null, records: number): CoveredMonth {
  return { month, records, state: monthState(status, month, records) };
}

/** Records on a page of search (INTERFACE §8). */
const PAGE_ROWS = 200;

/**
 * Bounds what fetching one month costs: its pages and an empty last one, where the service said how many records it has; else the price.
 * @param price its `min` is one page, and a look before it where one is due
 * @returns null where the bound is unknown
 */
export function mostRequests(
  price: { readonly min: number; readonly max: number | null } | undefined,
  total: number | undefined,
): number | null {
  if (total === undefined) return price?.max ?? null;
  return Math.min(price?.max ?? Number.POSITIVE_INFINITY, Math.ceil(total / PAGE_ROWS) + (price?.min ?? 1));
}
