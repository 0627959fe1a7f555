/** WINDOW, FULL and the scrub read id pages from the newest down, over what changed since a time or over everything. */
import { buildIdPageSearch } from '../requests.ts';
import {
  findAbsentIds,
  checkDescending,
  findCursorAfter,
  isLastPage,
  findLastId,
  countRemainingAfter,
  noteContradiction,
  notePage,
  findSettledTimes,
} from '../pages.ts';
import {
  BATCH_IDS_TO_CHECK,
  SEARCH_PAGE_SIZE,
  TOTAL_CEILING,
  type SyncRequest,
  type PageResponse,
} from '../service.ts';
import { OVERLAP, type PhaseOf, type SyncState, confirmSuspects, createDonePhase, type PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import { dropReading, markRead } from '../from-file.ts';
import { createScrubPhase } from './scrub.ts';
import type { PageHead } from '#domain/record.ts';

type Pages = PhaseOf<'pages'>;

/** A run that still finds more than it can read after this many walks ends as "not verified yet". */
const WINDOWS_PER_RUN = 2;

/** Reads what changed since the watermark. All of it was visible to the probe at `startedAt`, which is `asOf` on the service's clock. */
export function startWindow(state: SyncState, probe: Pick<Pages, 'startedAt' | 'asOf' | 'least'>): SyncState {
  return startPages(state, { kind: 'window', since: state.watermark ?? 0, ...probe });
}

export function startFull(state: SyncState): SyncState {
  return startPages(dropReading(state), { kind: 'full', since: null, startedAt: null, asOf: null, least: 0 });
}

function startPages(
  state: SyncState,
  scope: Pick<Pages, 'kind' | 'since' | 'startedAt' | 'asOf' | 'least'>,
): SyncState {
  const windows = state.run.windows + 1;
  if (windows > WINDOWS_PER_RUN) return { ...state, phase: createDonePhase(false, null) };
  const unread = { cursor: null, resumed: false, pagesLeft: null, expected: null, short: false, suspects: [] };
  const phase: Pages = { name: 'pages', ...scope, ...unread };
  return { ...state, run: { ...state.run, windows }, phase };
}

export function buildPageRequest(phase: Pages): SyncRequest {
  return buildIdPageSearch({
    ...(phase.cursor === null ? {} : { idBelow: phase.cursor }),
    ...(phase.since === null ? {} : { modifiedSince: phase.since }),
  });
}

/** Builds the request for the page after the current one from its ids. After a first page the counts may decide otherwise. */
export function buildNextPageRequest(phase: Pages, head: PageHead): SyncRequest | undefined {
  if (phase.cursor === null || phase.pagesLeft === 1) return undefined;
  const cursor = findCursorAfter(head, phase.cursor);
  return cursor === undefined ? undefined : buildPageRequest({ ...phase, cursor });
}

export async function applyIdPage(
  state: SyncState,
  phase: Pages,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  checkDescending(page, phase.cursor);
  const readPhase = await readPage(state, phase, page, view);
  const checked = noteContradiction(state, page, phase.expected);
  const contradicted = readPhase.short ? { clock: page.date, local: state.touchedAt } : checked.contradicted;
  const markedState = isReconciling(phase) ? markRead(checked, phase.cursor, page) : checked;
  const noted = notePage({ ...markedState, contradicted }, page);
  return { state: await continueAfterPage(noted, phase, readPhase, page, view), upsert: page.records, remove: [] };
}

/** True for pages of all rows, which disprove held rows that they do not show. */
function isReconciling({ kind }: Pages): boolean {
  return kind === 'full' || kind === 'scrub';
}

async function readPage(state: SyncState, phase: Pages, page: PageResponse, view: StoreView): Promise<Pages> {
  const absent = isReconciling(phase) ? await findAbsentIds(page, {}, phase.cursor, view) : [];
  return {
    ...phase,
    cursor: findLastId(page) ?? phase.cursor,
    startedAt: phase.startedAt ?? (state.behind ? state.newest : page.date),
    asOf: phase.asOf ?? page.date,
    pagesLeft: phase.pagesLeft === null ? null : phase.pagesLeft - 1,
    expected: countRemainingAfter(page),
    short: phase.short || isIncomplete(phase, page),
    suspects: [...phase.suspects, ...absent],
  };
}

/** True when a page shows fewer rows than the page before it left, than it counts, or, in a window, than the probe showed. */
function isIncomplete({ cursor, expected, least }: Pages, page: PageResponse): boolean {
  if (!isLastPage(page) && page.records.length < SEARCH_PAGE_SIZE) return true;
  if (expected !== null && page.total !== null && page.total < expected) return true;
  if (!isLastPage(page)) return false;
  return page.records.length < Math.max(cursor === null ? least : 0, page.total ?? 0);
}

async function continueAfterPage(
  state: SyncState,
  previous: Pages,
  readPhase: Pages,
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  if (previous.kind === 'window' && previous.cursor === null && (await holdsMostRows(state, page, view))) {
    return startFull({ ...state, run: { ...state.run, windows: state.run.windows - 1 } });
  }
  const isEnded = isLastPage(page) || readPhase.pagesLeft === 0;
  return isEnded ? continueAfterLast(state, readPhase, page) : { ...state, phase: readPhase };
}

/** True when a window holds most rows: reading it and then auditing costs more than reading and reconciling all. */
async function holdsMostRows(state: SyncState, page: PageResponse, view: StoreView): Promise<boolean> {
  const heldRecords = await view.count({});
  const total = state.total === null || state.total === TOTAL_CEILING ? heldRecords : state.total;
  return page.total !== null && page.total > Math.max(total, heldRecords) / 2;
}

function continueAfterLast(state: SyncState, read: Pages, page: PageResponse): SyncState {
  if (read.kind === 'scrub') {
    const scrub = { ...state.scrub, cursor: isLastPage(page) ? null : read.cursor };
    return { ...state, scrub, phase: confirmSuspects(read.suspects, { name: 'probe', onward: 'judge' }) };
  }
  if (read.kind === 'recent') return { ...state, phase: createScrubPhase(state) };
  // Without a Date header the last known time of the service is used: it is older, and so on the safe side.
  const startedAt = read.startedAt ?? state.clock ?? OVERLAP;
  const onward = read.resumed
    ? ({ name: 'probe', onward: 'judge' } as const)
    : ({ name: 'count', ...findSettledTimes(state, startedAt, page.date === null ? null : read.asOf) } as const);
  // Rows that were omitted or taken for deleted may have changed long ago, so the watermark stays and they are looked for again.
  const isPlausible = !read.short && read.suspects.length <= BATCH_IDS_TO_CHECK;
  const watermark = isPlausible ? startedAt - OVERLAP : state.watermark;
  return { ...state, watermark, phase: confirmSuspects(read.suspects, onward) };
}
