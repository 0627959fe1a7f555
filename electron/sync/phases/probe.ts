/** PROBE: the two hundred newest changes and the total in one answer. Every refresh starts with it and a download ends with it. */
import { newestChanges } from '../requests.ts';
import { readClock, isLast, newestChange, noteClocks, noteSeen, oldestChange, settledBy } from '../pages.ts';
import { PAGE_ROWS, type SyncRequest, type PageResponse } from '../service.ts';
import { OVERLAP, type PhaseOf, type SyncState } from '../state.ts';
import type { StoreView } from '../store.ts';
import { takeWhole } from './first.ts';
import { startFull, startWindow } from './id-pages.ts';
import { done, type PhaseResult } from './phase-result.ts';

/** A service whose clock went back further than this cannot have its watermark believed. */
const CLOCK_STEP = 600_000;

export const askProbe: SyncRequest = newestChanges({});

export async function takeProbe(
  state: SyncState,
  phase: PhaseOf<'probe'>,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  const seen: SyncState = { ...noteSeen(noteClocks(state, page), page), total: page.total };
  const next = await afterProbe(seen, phase, page, view);
  return { state: next, upsert: page.records, remove: [] };
}

async function afterProbe(
  from: SyncState,
  { onward }: PhaseOf<'probe'>,
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  if (isLast(page)) return takeWhole(from, page, view);
  const clock = readClock(page) ?? from.touchedAt;
  if (clock < (from.watermark ?? 0) - CLOCK_STEP) return startFull(from);
  const checked = await checkWatermark(from, onward, page, view);
  const newest = newestChange(page) ?? clock;
  const state = { ...checked, newest };
  const settled = state.behind ? Math.min(clock, newest) : clock;
  const covers = isNewestFirst(page) && (oldestChange(page) ?? 0) < (state.watermark ?? 0);
  if (covers) {
    const moved = { ...state, watermark: settled - OVERLAP };
    return { ...moved, phase: onward === 'walk' ? { name: 'walk' } : judgement(state, page, clock) };
  }
  if (onward === 'walk') return { ...state, phase: { name: 'walk' } };
  if (await isUnchanged(state, page, clock, view)) return { ...state, phase: done(true, null) };
  const least = page.records.filter((each) => each.updatedAt >= (state.watermark ?? 0)).length;
  return startWindow(state, { startedAt: settled, asOf: page.date ?? settled, least });
}

/**
 * Everything changed before the watermark is held: a row on the page that is older than it and still new here shows that the clock that
 * stamps records runs behind the header's. Then only stamps count: nothing stamped later than two minutes before the newest seen is certain
 * to have been seen.
 */
async function checkWatermark(
  state: SyncState,
  onward: PhaseOf<'probe'>['onward'],
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  const watermark = state.watermark ?? 0;
  const known = page.records.filter((each) => each.updatedAt < watermark);
  const held = await view.versions(known.map((each) => each.id));
  // While partitions are unread, a row that is not held means nothing.
  const unheld = onward === 'walk' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const isBehind = known.some((each) => (held.get(each.id) ?? unheld) < each.updatedAt);
  if (!isBehind) return state;
  return { ...state, behind: true, watermark: Math.min(watermark, (state.newest ?? 0) - OVERLAP) };
}

/** Otherwise it does not show all that changed since its oldest row: rows are missing, or the order is another one. */
function isNewestFirst({ records }: PageResponse): boolean {
  return (
    records.length >= PAGE_ROWS && records.every((each, at) => each.updatedAt <= (records[at - 1] ?? each).updatedAt)
  );
}

function judgement(state: SyncState, page: PageResponse, clock: number): PhaseOf<'judge'> {
  const settled = settledBy(state, clock, page.date);
  const inFlight = page.records.filter((each) => each.createdAt >= settled.before).length;
  const root = { ...settled, total: page.total === null ? null : page.total - inFlight };
  return { name: 'judge', before: null, total: page.total, asOf: page.date ?? clock, root };
}

/**
 * A block of changes so fresh that every look would read it again, while nothing on the page is new and the counts agree: the sealed state
 * stands as of its own time, and the block is read again once it has settled.
 */
async function isUnchanged(state: SyncState, page: PageResponse, clock: number, view: StoreView): Promise<boolean> {
  // Only the service's own clock shows that the block has settled.
  if (state.sealed === null || clock !== page.date || (oldestChange(page) ?? 0) < clock - OVERLAP) return false;
  const held = await view.versions(page.records.map((each) => each.id));
  const allHeld = page.records.every((each) => held.get(each.id) === each.updatedAt);
  return allHeld && (await view.count({})) === page.total;
}
