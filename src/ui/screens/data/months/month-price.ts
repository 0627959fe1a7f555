/** What fetching one month costs at most. Pure. */

/** Search gives so many records a page (INTERFACE §8). */
const PAGE_ROWS = 200;

/**
 * Its pages and one that turns out empty, where the service told how many records it has; else what the price says.
 * @param price its `min` is one page, and a look before it where one is due. @returns null: not known.
 */
export function mostRequests(
  price: { readonly min: number; readonly max: number | null } | undefined,
  told: number | undefined,
): number | null {
  if (told === undefined) return price?.max ?? null;
  return Math.min(price?.max ?? Number.POSITIVE_INFINITY, Math.ceil(told / PAGE_ROWS) + (price?.min ?? 1));
}
