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
