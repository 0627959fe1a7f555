/** The price of reading old records again, a day: a thirtieth of all pages, and the last day's changes once more. Pure. */

const PAGE_ROWS = 200;
const DAYS_FOR_ALL = 30;

/** Usually one more than its pages: the last day's changes fit one answer. */
export function scrubPagesADay(records: number): number {
  return 1 + Math.max(1, Math.ceil(Math.ceil(records / PAGE_ROWS) / DAYS_FOR_ALL));
}
