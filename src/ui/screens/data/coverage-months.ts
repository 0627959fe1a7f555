/** The coverage strip's months: how many records of each are held, and whether they are all of them. Pure. */
import type { DataStatus } from '#contract/api.ts';
import { monthsBetween, monthState, type HeldMonths, type MonthState } from '#ui/coverage/months.ts';

export interface CoveredMonth {
  /** `YYYY-MM-01`; null: the records without a recorded month. */
  readonly month: string | null;
  readonly records: number;
  readonly state: MonthState;
}

/** How many months can be fetched while it is unknown how far back records go. */
const OFFERED_MONTHS = 24;

/**
 * Every month between the first and the last that has records; months between without any are shown as such. Until the download is complete
 * the last two years are there, too, whatever was read of them.
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

/** The most that fetching one month costs. Pure. */

/** Records on a page of search (INTERFACE §8). */
const PAGE_ROWS = 200;

/**
 * Its pages and one that turns out empty, where the service said how many records it has; else from the price.
 * @param price its `min` is one page, and a look before it where one is due. @returns null: unknown.
 */
export function mostRequests(
  price: { readonly min: number; readonly max: number | null } | undefined,
  told: number | undefined,
): number | null {
  if (told === undefined) return price?.max ?? null;
  return Math.min(price?.max ?? Number.POSITIVE_INFINITY, Math.ceil(told / PAGE_ROWS) + (price?.min ?? 1));
}
