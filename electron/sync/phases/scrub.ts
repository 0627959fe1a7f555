/**
 * The rolling scrub, off by default: a thirtieth of all pages a day, compared row by row, for what counts cannot see. While records from a
 * file are unread, each refresh reads a slice of them.
 */
import { PAGE_ROWS } from '../service.ts';
import type { PhaseOf, SyncState } from '../state.ts';

const DAYS_FOR_ALL = 30;
const RECENT = 26 * 3_600_000;
const RECENT_PAGES = 5;
/** Rows that a page did not show are read by id before they go. */
const CONFIRM = 1;

/** Pages a day for so many rows. */
export function scrubPages(rows: number): number {
  return Math.ceil(Math.ceil(rows / PAGE_ROWS) / DAYS_FOR_ALL);
}

/** What a slice adds to the cost of its refresh. */
export function scrubRequests(rows: number, file: SyncState['file'] = null): { min: number; max: number } {
  const pages = Math.max(1, scrubPages(rows));
  return { min: (file ? 0 : 1) + pages, max: (file ? 0 : RECENT_PAGES) + pages + CONFIRM };
}

/** @param now local time, epoch milliseconds: decides only how often. */
export function isScrubDue(state: SyncState, now: number): boolean {
  return state.sealed !== null && (state.file !== null || state.scrub.day !== formatDay(now));
}

/** First the last 26 hours by last-modified once more, for edits that the index showed late. */
export function startScrub(state: SyncState, now: number): SyncState {
  if (state.file) return { ...state, phase: scrubPhase(state) };
  const since = (state.clock ?? 0) - RECENT;
  return {
    ...state,
    scrub: { ...state.scrub, day: formatDay(now) },
    phase: pages('recent', since, null, RECENT_PAGES),
  };
}

/** Then id pages from where it stopped, each reconciled; what it finds is read before the next seal. */
export function scrubPhase(state: SyncState): PhaseOf<'pages'> {
  return pages(
    'scrub',
    null,
    state.file ? (state.file.reading ?? state.file.below) : state.scrub.cursor,
    scrubPages(state.sealed?.total ?? 0),
  );
}

function pages(
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
