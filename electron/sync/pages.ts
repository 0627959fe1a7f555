/** Examines pages for all phases: whether a page is the last, whether it can be trusted, and which held rows it disproves. */
import { fail } from '#contract/errors.ts';
import type { TimeLogRecord, RecordRange, PageHead } from '#domain/record.ts';
import { compareIds, isIntegerId } from './partitions.ts';
import { SEARCH_PAGE_SIZE, TOTAL_CEILING, type PageResponse } from './service.ts';
import { BEYOND_ALL, OVERLAP, type SyncState, type Unsearchable } from './state.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import type { StoreView } from './store.ts';
import { propertyNames } from '#domain/properties.ts';

/** A page is the last when it is empty, or when it has no next page and is either short or declared complete. */
export function isLastPage({ records, total, after }: PageResponse): boolean {
  return isEnd(records.length, total ?? undefined, after ?? undefined);
}

function isEnd(rows: number, total: number | undefined, after: string | undefined): boolean {
  if (rows === 0) return true;
  return after === undefined && (rows < SEARCH_PAGE_SIZE || (total !== undefined && total <= rows));
}

/** Finds the cursor after a page read by descending id, from its ids alone; undefined if the page is the last or cannot be trusted. */
export function findCursorAfter({ ids, total, after }: PageHead, cursor: string | null): string | undefined {
  const isDescending = ids.every((id, index) => {
    const above = index === 0 ? cursor : (ids[index - 1] ?? null);
    return isIntegerId(id) && (above === null || compareIds(id, above) < 0);
  });
  return isDescending && !isEnd(ids.length, total, after) ? ids.at(-1) : undefined;
}

/** @throws AppFailure service-changed unless the ids fall strictly, starting below the cursor. */
export function checkDescending(page: PageResponse, cursor: string | null): void {
  let previous = cursor;
  for (const { id } of page.records) {
    const isLower = isIntegerId(id) && (previous === null || compareIds(id, previous) < 0);
    if (!isLower) fail({ code: 'service-changed', detail: answers.notSorted(id, previous) });
    previous = id;
  }
}

export function findLastId(page: PageResponse): string | null {
  return page.records.at(-1)?.id ?? null;
}

/**
 * Finds ids that are held between the cursor and the end of this page (or of everything, if it is the last) and that the page does not
 * show.
 */
export async function findAbsentIds(
  page: PageResponse,
  range: RecordRange,
  cursor: string | null,
  view: StoreView,
): Promise<string[]> {
  const end = isLastPage(page) ? range.idAbove : (findLastId(page) ?? undefined);
  const interval: RecordRange = {
    ...range,
    ...(cursor === null ? {} : { idBelow: cursor }),
    ...(end === undefined ? {} : { idAbove: end }),
  };
  const pageIds = new Set(page.records.map((record) => record.id));
  return (await view.ids(interval)).filter((id) => !pageIds.has(id));
}

/** Finds the newest last-modified time on a page; null when the page is empty. */
export function findNewestChange({ records }: PageResponse): number | null {
  return records.length === 0 ? null : Math.max(...records.map(({ updatedAt }) => updatedAt));
}

export function findOldestChange({ records }: PageResponse): number | null {
  return records.length === 0 ? null : Math.min(...records.map(({ updatedAt }) => updatedAt));
}

/**
 * Reads the service's time from an answer sorted by last-modified: its Date header, else the newest change on it. If two hundred changes
 * lie in the header's future, the platform's clock, which stamps records, runs ahead of the header.
 */
export function readClock(page: PageResponse): number | null {
  const newest = findNewestChange(page);
  if (page.date === null || newest === null) return page.date ?? newest;
  const oldest = findOldestChange(page) ?? 0;
  return page.records.length === SEARCH_PAGE_SIZE && oldest > page.date + OVERLAP ? newest : page.date;
}

/** Stamps further in the future than this, in milliseconds, were set by hand and not by a clock. */
const MAX_AHEAD = 3_600_000;

/** Records how far the stamps of an answer sorted by last-modified run ahead of its Date header. */
export function noteClocks(state: SyncState, page: PageResponse): SyncState {
  const ahead = (findNewestChange(page) ?? 0) - (page.date ?? Number.POSITIVE_INFINITY);
  return ahead > state.ahead && ahead <= MAX_AHEAD ? { ...state, ahead } : state;
}

/**
 * Finds the time before which created rows cannot be in flight, so that a count can be checked against them, and the time at which the data
 * is proven complete by an equal count. If stamps do not reveal the time, every row counts.
 * @param stamp the time on the clock that stamps records.
 * @param date the same time on the service's clock.
 */
export function findSettledTimes(
  state: SyncState,
  stamp: number,
  date: number | null,
): { before: number; asOf: number } {
  if (date === null) return { before: BEYOND_ALL, asOf: stamp - OVERLAP };
  if (state.behind) return { before: BEYOND_ALL, asOf: date - OVERLAP };
  return { before: stamp - OVERLAP, asOf: Math.min(stamp, date) - OVERLAP - state.ahead };
}

/** Computes what the next page's total must be while the data does not change; null if the total is not a count. */
export function countRemainingAfter(page: PageResponse): number | null {
  if (page.total === null || page.total === TOTAL_CEILING) return null;
  return Math.max(0, page.total - page.records.length);
}

/**
 * Records when a total differs from what the previous page left over, or when a last page shows fewer rows than it counts. One of them then
 * lags behind the other, and equal counts may be two faults that hide each other.
 */
export function noteContradiction(state: SyncState, page: PageResponse, expected: number | null): SyncState {
  const isUnexpected = expected !== null && page.total !== expected;
  const isIncomplete = isLastPage(page) && page.total !== page.records.length;
  if (page.total === null || !(isUnexpected || isIncomplete)) return state;
  return { ...state, contradicted: { clock: page.date, local: state.touchedAt } };
}

/** True once contradicting counts have had time to settle. */
export function hasSettled({ contradicted, clock, touchedAt }: SyncState): boolean {
  if (contradicted === null) return true;
  if (contradicted.clock !== null && clock !== null) return clock - contradicted.clock >= OVERLAP;
  return Math.abs(touchedAt - contradicted.local) >= OVERLAP;
}

/**
 * Limits the wait after a contradiction. A service clock that jumps ahead or back must not make it last forever, so the wait restarts with
 * what remains of it.
 */
function limitWait(state: SyncState, page: PageResponse): SyncState['contradicted'] {
  const { contradicted } = state;
  if (contradicted?.clock == null) return contradicted;
  if (page.date === null) return { clock: null, local: state.touchedAt };
  return { ...contradicted, clock: Math.min(contradicted.clock, page.date) };
}

/** Records what every page shows: the clock, ids that are alive now, and rows that search can see again. */
export function notePage(state: SyncState, page: PageResponse): SyncState {
  const pageIds = new Set(page.records.map((record) => record.id));
  return {
    ...state,
    clock: page.date ?? state.clock,
    contradicted: limitWait(state, page),
    canaries: pageIds.size === 0 ? state.canaries : pickCanaries(page.records),
    unsearchable: state.unsearchable.filter((row) => !pageIds.has(row.id)),
  };
}

function pickCanaries(records: readonly TimeLogRecord[]): string[] {
  const picks = [0, Math.floor(records.length / 2), records.length - 1].map((index) => records[index]?.id ?? '');
  return [...new Set(picks)].filter((id) => id !== '');
}

export function readMonth(record: TimeLogRecord): string | null {
  const month = record.values.get(propertyNames.month);
  return typeof month === 'string' ? month : null;
}

/** Counts the rows of a range that the service should count: those held, without the ones known to be unsearchable. */
export async function countSearchable(
  view: StoreView,
  range: RecordRange,
  unsearchable: readonly Unsearchable[],
): Promise<number> {
  return (await view.count(range)) - unsearchable.filter((row) => isInRange(row, range)).length;
}

function isInRange(row: Unsearchable, range: RecordRange): boolean {
  if (range.createdBefore !== undefined && row.createdAt >= range.createdBefore) return false;
  if (range.idAbove !== undefined && compareIds(row.id, range.idAbove) <= 0) return false;
  if (range.idBelow !== undefined && compareIds(row.id, range.idBelow) >= 0) return false;
  if (range.monthFrom === undefined && range.monthBelow === undefined) return true;
  if (row.month === null) return range.orNoMonth === true;
  return row.month >= (range.monthFrom ?? '') && (range.monthBelow === undefined || row.month < range.monthBelow);
}
