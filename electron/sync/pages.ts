/** What all pages have in common: whether a page is the last, whether it can be trusted, and which held rows it disproves. */
import { fail } from '../../src/contract/errors.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import { compareIds, isIntegerId } from './ids.ts';
import { PAGE_ROWS, TOTAL_CEILING, type PageResponse } from './service.ts';
import { BEYOND_ALL, OVERLAP, type SyncState, type Unsearchable } from './state.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import type { StoreView } from './store.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';
import type { PageHead } from '../../src/domain/records/record-page.ts';
import { propertyNames } from '../../src/domain/property-names.ts';

/** Empty, or without a next page and either short or declared complete. */
export function isLast({ records, total, after }: PageResponse): boolean {
  return endsWith(records.length, total ?? undefined, after ?? undefined);
}

function endsWith(rows: number, total: number | undefined, after: string | undefined): boolean {
  if (rows === 0) return true;
  return after === undefined && (rows < PAGE_ROWS || (total !== undefined && total <= rows));
}

/** The cursor that a page read by descending id leaves, from its ids alone; undefined: it is the last, or cannot be trusted. */
export function cursorAfter({ ids, total, after }: PageHead, cursor: string | null): string | undefined {
  const descends = ids.every((id, at) => {
    const above = at === 0 ? cursor : (ids[at - 1] ?? null);
    return isIntegerId(id) && (above === null || compareIds(id, above) < 0);
  });
  return descends && !endsWith(ids.length, total, after) ? ids.at(-1) : undefined;
}

/** @throws AppFailure service-changed unless the ids fall strictly, starting below the cursor. */
export function checkDescending(page: PageResponse, cursor: string | null): void {
  let previous = cursor;
  for (const { id } of page.records) {
    const falls = isIntegerId(id) && (previous === null || compareIds(id, previous) < 0);
    if (!falls) fail({ code: 'service-changed', detail: answers.notSorted(id, previous) });
    previous = id;
  }
}

export function lastId(page: PageResponse): string | null {
  return page.records.at(-1)?.id ?? null;
}

/** Ids held between the cursor and the end of this page (or of everything, if it is the last) that the page does not show. */
export async function absentFrom(
  page: PageResponse,
  range: RecordRange,
  cursor: string | null,
  view: StoreView,
): Promise<string[]> {
  const end = isLast(page) ? range.idAbove : (lastId(page) ?? undefined);
  const interval: RecordRange = {
    ...range,
    ...(cursor === null ? {} : { idBelow: cursor }),
    ...(end === undefined ? {} : { idAbove: end }),
  };
  const seen = new Set(page.records.map((each) => each.id));
  return (await view.ids(interval)).filter((id) => !seen.has(id));
}

/** The newest last-modified on a page; null when it is empty. */
export function newestChange(page: PageResponse): number | null {
  return page.records.reduce<number | null>((newest, each) => Math.max(newest ?? each.updatedAt, each.updatedAt), null);
}

export function oldestChange(page: PageResponse): number | null {
  return page.records.reduce<number | null>((oldest, each) => Math.min(oldest ?? each.updatedAt, each.updatedAt), null);
}

/**
 * The service's time of an answer sorted by last-modified: its Date header, else the newest change on it. Where two hundred changes are in
 * its future, the platform's clock, which stamps records, runs ahead of the header.
 */
export function readClock(page: PageResponse): number | null {
  const newest = newestChange(page);
  if (page.date === null || newest === null) return page.date ?? newest;
  const oldest = oldestChange(page) ?? 0;
  return page.records.length === PAGE_ROWS && oldest > page.date + OVERLAP ? newest : page.date;
}

/** Stamps further in the future than this were set by hand, not by a clock. Milliseconds. */
const MOST_AHEAD = 3_600_000;

/** Records the clocks of an answer sorted by last-modified. */
export function noteClocks(state: SyncState, page: PageResponse): SyncState {
  const ahead = (newestChange(page) ?? 0) - (page.date ?? Number.POSITIVE_INFINITY);
  return ahead > state.ahead && ahead <= MOST_AHEAD ? { ...state, ahead } : state;
}

/**
 * Which rows a count can be checked against, because by their creation stamp they cannot be in flight, and as of when that proves
 * everything. Where stamps do not reveal the time, every row counts.
 * @param stamp the time on the clock that stamps records. @param date the same on the service's.
 */
export function settledBy(state: SyncState, stamp: number, date: number | null): { before: number; asOf: number } {
  if (date === null) return { before: BEYOND_ALL, asOf: stamp - OVERLAP };
  if (state.behind) return { before: BEYOND_ALL, asOf: date - OVERLAP };
  return { before: stamp - OVERLAP, asOf: Math.min(stamp, date) - OVERLAP - state.ahead };
}

/** What the next page's total must be while the data does not change; null: the total is no count. */
export function leftAfter(page: PageResponse): number | null {
  if (page.total === null || page.total === TOTAL_CEILING) return null;
  return Math.max(0, page.total - page.records.length);
}

/**
 * Records when a total was not what the page before left, or a last page did not show as many rows: one lags behind the other, and equal
 * counts may be two faults that hide each other.
 */
export function noteContradiction(state: SyncState, page: PageResponse, expected: number | null): SyncState {
  const surprises = expected !== null && page.total !== expected;
  const lags = isLast(page) && page.total !== page.records.length;
  if (page.total === null || !(surprises || lags)) return state;
  return { ...state, contradicted: { clock: page.date, local: state.touchedAt } };
}

/** Whether contradicting counts have had the time to settle since. */
export function hasSettled({ contradicted, clock, touchedAt }: SyncState): boolean {
  if (contradicted === null) return true;
  if (contradicted.clock !== null && clock !== null) return clock - contradicted.clock >= OVERLAP;
  return Math.abs(touchedAt - contradicted.local) >= OVERLAP;
}

/** A service clock that jumps ahead or back must not make a contradiction last forever: the wait restarts with what is left of it. */
function waitedOut(state: SyncState, page: PageResponse): SyncState['contradicted'] {
  const { contradicted } = state;
  if (contradicted?.clock == null) return contradicted;
  if (page.date === null) return { clock: null, local: state.touchedAt };
  return { ...contradicted, clock: Math.min(contradicted.clock, page.date) };
}

/** Records what any page shows: the clock, ids alive now, and rows that search can see again. */
export function noteSeen(state: SyncState, page: PageResponse): SyncState {
  const seen = new Set(page.records.map((each) => each.id));
  return {
    ...state,
    clock: page.date ?? state.clock,
    contradicted: waitedOut(state, page),
    canaries: seen.size === 0 ? state.canaries : pickCanaries(page.records),
    unsearchable: state.unsearchable.filter((each) => !seen.has(each.id)),
  };
}

function pickCanaries(records: readonly TimeLogRecord[]): string[] {
  const picks = [0, Math.floor(records.length / 2), records.length - 1].map((at) => records[at]?.id ?? '');
  return [...new Set(picks)].filter((id) => id !== '');
}

export function readMonth(record: TimeLogRecord): string | null {
  const month = record.values.get(propertyNames.month);
  return typeof month === 'string' ? month : null;
}

/** How many rows of a range the service can be expected to count: those held, without the ones known to be unsearchable. */
export async function countable(
  view: StoreView,
  range: RecordRange,
  unsearchable: readonly Unsearchable[],
): Promise<number> {
  return (await view.count(range)) - unsearchable.filter((each) => lies(each, range)).length;
}

function lies(each: Unsearchable, range: RecordRange): boolean {
  if (range.createdBefore !== undefined && each.createdAt >= range.createdBefore) return false;
  if (range.idAbove !== undefined && compareIds(each.id, range.idAbove) <= 0) return false;
  if (range.idBelow !== undefined && compareIds(each.id, range.idBelow) >= 0) return false;
  if (range.monthFrom === undefined && range.monthBelow === undefined) return true;
  if (each.month === null) return range.orNoMonth === true;
  return each.month >= (range.monthFrom ?? '') && (range.monthBelow === undefined || each.month < range.monthBelow);
}
