/** Lists the months of the coverage strip with their record counts and coverage. Pure. */
import type { DataStatus } from '#contract/api.ts';
import { listMonths, findMonthState, type HeldMonths, type MonthState } from '#ui/coverage/months.ts';

export interface CoveredMonth {
  /** `YYYY-MM-01`; null for the records without a recorded month. */
  readonly month: string | null;
  readonly records: number;
  readonly state: MonthState;
}

/** The months offered for fetching while it is unknown how far back records go. */
const OFFERED_MONTHS = 24;

/**
 * Lists every month from the first to the last with records, including empty ones. Until the download is complete, it also lists the last
 * two years.
 * @param today `YYYY-MM-DD`
 */
export function listCoveredMonths(held: HeldMonths, status: DataStatus, today: string): CoveredMonth[] {
  const offered = status.complete ? [] : [findEarlierMonth(today, OFFERED_MONTHS - 1), today.slice(0, 7)];
  const known = [...[...held.keys()].filter((month) => month !== null), ...offered].toSorted();
  const [first] = known;
  const last = known.at(-1);
  const months = first === undefined || last === undefined ? [] : listMonths(first, last);
  const rows = months.map((month) => toCoveredMonth(status, month, held.get(month.slice(0, 7)) ?? 0));
  const without = held.get(null);
  return without === undefined ? rows : [...rows, toCoveredMonth(status, null, without)];
}

/** @returns `YYYY-MM`. */
function findEarlierMonth(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

function toCoveredMonth(status: DataStatus, month: string | null, records: number): CoveredMonth {
  return { month, records, state: findMonthState(status, month, records) };
}

/** Records on a page of search (INTERFACE §8). */
const SEARCH_PAGE_SIZE = 200;

/**
 * Bounds the requests for one month: its pages and an empty last one if the service has counted its records, otherwise the price.
 * @param price its `min` is one page, plus a probe if one is due
 * @returns null if there is no bound
 */
export function boundRequests(
  price: { readonly min: number; readonly max: number | null } | undefined,
  total: number | undefined,
): number | null {
  if (total === undefined) return price?.max ?? null;
  return Math.min(price?.max ?? Number.POSITIVE_INFINITY, Math.ceil(total / SEARCH_PAGE_SIZE) + (price?.min ?? 1));
}
