/**
 * The rolling scrub, which is off by default, compares a thirtieth of all pages a day row by row, to find changes that counts cannot show.
 * While records from a file are unread, each refresh reads a slice of them.
 */
import { SEARCH_PAGE_SIZE } from '../service.ts';
import type { PhaseOf, SyncState } from '../state.ts';

const DAYS_FOR_ALL = 30;
const RECENT_MS = 26 * 3_600_000;
const RECENT_PAGES = 5;
/** Rows that a page did not show are read by id before they are removed. */
const CONFIRM_REQUESTS = 1;

/** Computes the pages a day for this many rows. */
export function countScrubPages(rows: number): number {
  return Math.ceil(Math.ceil(rows / SEARCH_PAGE_SIZE) / DAYS_FOR_ALL);
}

/** Estimates what a slice adds to the cost of its refresh. */
export function estimateScrubRequests(rows: number, file: SyncState['file'] = null): { min: number; max: number } {
  const pages = Math.max(1, countScrubPages(rows));
  return { min: (file ? 0 : 1) + pages, max: (file ? 0 : RECENT_PAGES) + pages + CONFIRM_REQUESTS };
}

/** @param now local time in epoch milliseconds; decides only how often the scrub runs. */
export function isScrubDue(state: SyncState, now: number): boolean {
  return state.sealed !== null && (state.file !== null || state.scrub.day !== formatDay(now));
}

/** Reads the last 26 hours by last-modified once more, for edits that the index showed late. */
export function startScrub(state: SyncState, now: number): SyncState {
  if (state.file) return { ...state, phase: createScrubPhase(state) };
  const since = (state.clock ?? 0) - RECENT_MS;
  return {
    ...state,
    scrub: { ...state.scrub, day: formatDay(now) },
    phase: createPagesPhase('recent', since, null, RECENT_PAGES),
  };
}

/** Reads id pages from where the last scrub stopped and reconciles each. Rows that they disprove are read by id before the next seal. */
export function createScrubPhase(state: SyncState): PhaseOf<'pages'> {
  return createPagesPhase(
    'scrub',
    null,
    state.file ? (state.file.reading ?? state.file.below) : state.scrub.cursor,
    countScrubPages(state.sealed?.total ?? 0),
  );
}

function createPagesPhase(
  kind: 'scrub' | 'recent',
  since: number | null,
  cursor: string | null,
  pagesLeft: number,
): PhaseOf<'pages'> {
  const unread = { startedAt: null, asOf: null, resumed: false, expected: null, short: false, least: 0, suspects: [] };
  return { name: 'pages', kind, since, cursor, ...unread, pagesLeft: Math.max(1, pagesLeft) };
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
