/** WINDOW, FULL and the scrub: id pages from the newest down, over what changed since a time or over everything. */
import { idPage } from '../requests.ts';
import {
  absentFrom,
  checkDescending,
  cursorAfter,
  isLast,
  lastId,
  leftAfter,
  noteContradiction,
  noteSeen,
  settledBy,
} from '../pages.ts';
import { BATCH_SUSPECTS, PAGE_ROWS, TOTAL_CEILING, type SyncRequest, type PageResponse } from '../service.ts';
import { OVERLAP, type PhaseOf, type SyncState } from '../state.ts';
import type { StoreView } from '../store.ts';
import { dropReading, markRead } from '../from-file.ts';
import { scrubPhase } from './scrub.ts';
import { confirmed, done, type PhaseResult } from './phase-result.ts';
import type { PageHead } from '../../../src/domain/records/record-page.ts';

type Pages = PhaseOf<'pages'>;

/** A run that still finds more than it can read after this many walks ends "not verified yet". */
const WINDOWS_PER_RUN = 2;

/** Reads what changed since the watermark; all of it was visible to the probe at `startedAt`, which the service's clock calls `asOf`. */
export function startWindow(state: SyncState, probe: Pick<Pages, 'startedAt' | 'asOf' | 'least'>): SyncState {
  return start(state, { kind: 'window', since: state.watermark ?? 0, ...probe });
}

export function startFull(state: SyncState): SyncState {
  return start(dropReading(state), { kind: 'full', since: null, startedAt: null, asOf: null, least: 0 });
}

function start(state: SyncState, what: Pick<Pages, 'kind' | 'since' | 'startedAt' | 'asOf' | 'least'>): SyncState {
  const windows = state.run.windows + 1;
  if (windows > WINDOWS_PER_RUN) return { ...state, phase: done(false, null) };
  const unread = { cursor: null, resumed: false, pagesLeft: null, expected: null, short: false, suspects: [] };
  const phase: Pages = { name: 'pages', ...what, ...unread };
  return { ...state, run: { ...state.run, windows }, phase };
}

export function askPages(phase: Pages): SyncRequest {
  return idPage({
    ...(phase.cursor === null ? {} : { idBelow: phase.cursor }),
    ...(phase.since === null ? {} : { modifiedSince: phase.since }),
  });
}

/** The page after the current one, from its ids; after a first page the counts may decide otherwise. */
export function askPagesAfter(phase: Pages, head: PageHead): SyncRequest | undefined {
  if (phase.cursor === null || phase.pagesLeft === 1) return undefined;
  const cursor = cursorAfter(head, phase.cursor);
  return cursor === undefined ? undefined : askPages({ ...phase, cursor });
}

export async function takePages(
  state: SyncState,
  phase: Pages,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  checkDescending(page, phase.cursor);
  const read = await readPage(state, phase, page, view);
  const noted = noteContradiction(state, page, phase.expected);
  const contradicted = read.short ? { clock: page.date, local: state.touchedAt } : noted.contradicted;
  const isOfAll = phase.kind === 'full' || phase.kind === 'scrub';
  const marked = isOfAll ? markRead(noted, phase.cursor, page) : noted;
  const seen = noteSeen({ ...marked, contradicted }, page);
  return { state: await afterPage(seen, phase, read, page, view), upsert: page.records, remove: [] };
}

async function readPage(state: SyncState, phase: Pages, page: PageResponse, view: StoreView): Promise<Pages> {
  const reconciles = phase.kind === 'full' || phase.kind === 'scrub';
  const absent = reconciles ? await absentFrom(page, {}, phase.cursor, view) : [];
  return {
    ...phase,
    cursor: lastId(page) ?? phase.cursor,
    startedAt: phase.startedAt ?? (state.behind ? state.newest : page.date),
    asOf: phase.asOf ?? page.date,
    pagesLeft: phase.pagesLeft === null ? null : phase.pagesLeft - 1,
    expected: leftAfter(page),
    short: phase.short || fallsShort(phase, page),
    suspects: [...phase.suspects, ...absent],
  };
}

/** Fewer rows than the page before left, than this one counts, or in a window than the probe before it showed. */
function fallsShort({ cursor, expected, least }: Pages, page: PageResponse): boolean {
  if (!isLast(page) && page.records.length < PAGE_ROWS) return true;
  if (expected !== null && page.total !== null && page.total < expected) return true;
  if (!isLast(page)) return false;
  return page.records.length < Math.max(cursor === null ? least : 0, page.total ?? 0);
}

async function afterPage(
  state: SyncState,
  before: Pages,
  read: Pages,
  page: PageResponse,
  view: StoreView,
): Promise<SyncState> {
  if (before.kind === 'window' && before.cursor === null && (await isMostOfAll(state, page, view))) {
    return startFull({ ...state, run: { ...state.run, windows: state.run.windows - 1 } });
  }
  const ended = isLast(page) || read.pagesLeft === 0;
  return ended ? afterLast(state, read, page) : { ...state, phase: read };
}

/** Reading most pages and then auditing costs more than reading and reconciling all. */
async function isMostOfAll(state: SyncState, page: PageResponse, view: StoreView): Promise<boolean> {
  const held = await view.count({});
  const total = state.total === null || state.total === TOTAL_CEILING ? held : state.total;
  return page.total !== null && page.total > Math.max(total, held) / 2;
}

function afterLast(state: SyncState, read: Pages, page: PageResponse): SyncState {
  if (read.kind === 'scrub') {
    const scrub = { ...state.scrub, cursor: isLast(page) ? null : read.cursor };
    return { ...state, scrub, phase: confirmed(read.suspects, { name: 'probe', onward: 'judge' }) };
  }
  if (read.kind === 'recent') return { ...state, phase: scrubPhase(state) };
  // Without a Date header, the last known time of the service: older, and so on the safe side.
  const startedAt = read.startedAt ?? state.clock ?? OVERLAP;
  const onward = read.resumed
    ? ({ name: 'probe', onward: 'judge' } as const)
    : ({ name: 'count', ...settledBy(state, startedAt, page.date === null ? null : read.asOf) } as const);
  // Omitted rows may have changed long ago, and so may rows that it took for deleted: they are looked for again.
  const believed = !read.short && read.suspects.length <= BATCH_SUSPECTS;
  const watermark = believed ? startedAt - OVERLAP : state.watermark;
  return { ...state, watermark, phase: confirmed(read.suspects, onward) };
}
