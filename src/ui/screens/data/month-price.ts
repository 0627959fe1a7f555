/** What fetching one month costs at most. Pure. */

/** Search gives so many records a page (INTERFACE §8). */
const PAGE_ROWS = 200;

/**
 * Its pages and one that turns out empty, where the service told how many records it has; else what the price says.
 * @param priced null: not known. @returns null: not known.
 */
export function mostRequests(priced: number | null, told: number | undefined): number | null {
  if (told === undefined) return priced;
  return Math.min(priced ?? Number.POSITIVE_INFINITY, Math.ceil(told / PAGE_ROWS) + 1);
}
