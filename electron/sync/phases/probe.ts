/** PROBE reads the two hundred newest changes and the total in one answer. Every refresh starts with it and a download ends with it. */
import { buildNewestChangesSearch } from '../requests.ts';
import {
  readClock,
  isLastPage,
  findNewestChange,
  noteClocks,
  notePage,
  findOldestChange,
  findSettledTimes,
} from '../pages.ts';
import { SEARCH_PAGE_SIZE, type SyncRequest, type PageResponse } from '../service.ts';
import { OVERLAP, type PhaseOf, type SyncState, createDonePhase, type PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import { applySinglePage } from './first.ts';
import { startFull, startWindow } from './id-pages.ts';

/** When the service's clock goes back further than this, in milliseconds, the watermark cannot be trusted. */
const CLOCK_STEP = 600_000;

export const probeRequest: SyncRequest = buildNewestChangesSearch({});

export async function applyProbePage(
  state: SyncState,
  phase: PhaseOf<'probe'>,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  const noted: SyncState = { ...notePage(noteClocks(state, page), page), total: page.total };
  const next = await continueAfterProbe(noted, phase, page, view);
  return { state: next, upsert: page.records, remove: [] };
}

async function continueAfterProbe(
  probed: SyncState,
  { onward }: PhaseOf<'probe'>,
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  if (isLastPage(page)) return applySinglePage(probed, page, view);
  const clock = readClock(page) ?? probed.touchedAt;
  if (clock < (probed.watermark ?? 0) - CLOCK_STEP) return startFull(probed);
  const checked = await checkWatermark(probed, onward, page, view);
  const newest = findNewestChange(page) ?? clock;
  const state = { ...checked, newest };
  const startedAt = state.behind ? Math.min(clock, newest) : clock;
  const coversWatermark = isNewestFirst(page) && (findOldestChange(page) ?? 0) < (state.watermark ?? 0);
  if (coversWatermark) {
    const moved = { ...state, watermark: startedAt - OVERLAP };
    return { ...moved, phase: onward === 'walk' ? { name: 'walk' } : createJudgePhase(state, page, clock) };
  }
  if (onward === 'walk') return { ...state, phase: { name: 'walk' } };
  if (await isUnchanged(state, page, clock, view)) return { ...state, phase: createDonePhase(true, null) };
  const least = page.records.filter((record) => record.updatedAt >= (state.watermark ?? 0)).length;
  return startWindow(state, { startedAt, asOf: page.date ?? startedAt, least });
}

/**
 * Everything changed before the watermark is held. A row on the page that is older than the watermark and still new here therefore shows
 * that the clock that stamps records runs behind the header's. Then only stamps count: nothing stamped later than two minutes before the
 * newest seen stamp is certain to have been seen.
 */
async function checkWatermark(
  state: SyncState,
  onward: PhaseOf<'probe'>['onward'],
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  const watermark = state.watermark ?? 0;
  const olderRecords = page.records.filter((record) => record.updatedAt < watermark);
  const heldVersions = await view.versions(olderRecords.map((record) => record.id));
  // While partitions are unread, a row that is not held means nothing.
  const unheld = onward === 'walk' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const isBehind = olderRecords.some((record) => (heldVersions.get(record.id) ?? unheld) < record.updatedAt);
  if (!isBehind) return state;
  return { ...state, behind: true, watermark: Math.min(watermark, (state.newest ?? 0) - OVERLAP) };
}

/** True for a page that shows all changes since its oldest row; on others, rows are missing or the order differs. */
function isNewestFirst({ records }: PageResponse): boolean {
  return (
    records.length >= SEARCH_PAGE_SIZE &&
    records.every((record, index) => record.updatedAt <= (records[index - 1] ?? record).updatedAt)
  );
}

function createJudgePhase(state: SyncState, page: PageResponse, clock: number): PhaseOf<'judge'> {
  const settled = findSettledTimes(state, clock, page.date);
  const inFlight = page.records.filter((record) => record.createdAt >= settled.before).length;
  const root = { ...settled, total: page.total === null ? null : page.total - inFlight };
  return { name: 'judge', before: null, total: page.total, asOf: page.date ?? clock, root };
}

/**
 * Recognises a block of changes so fresh that every refresh would read it again, while nothing on the page is new and the counts agree. The
 * sealed state then keeps its time, and the block is read again once it has settled.
 */
async function isUnchanged(state: SyncState, page: PageResponse, clock: number, view: StoreView): Promise<boolean> {
  // Only the service's own clock shows that the block has settled.
  if (state.sealed === null || clock !== page.date || (findOldestChange(page) ?? 0) < clock - OVERLAP) return false;
  const heldVersions = await view.versions(page.records.map((record) => record.id));
  const allHeld = page.records.every((record) => heldVersions.get(record.id) === record.updatedAt);
  return allHeld && (await view.count({})) === page.total;
}
