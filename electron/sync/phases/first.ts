/** FIRST reads one unfiltered page to learn how much there is; a small set is complete with it. */
import { buildNewestChangesSearch, buildIdPageSearch } from '../requests.ts';
import {
  findAbsentIds,
  checkDescending,
  isLastPage,
  findLastId,
  findNewestChange,
  noteContradiction,
  notePage,
} from '../pages.ts';
import { BATCH_IDS_TO_CHECK, type SyncRequest, type PageResponse } from '../service.ts';
import { OVERLAP, type SyncState, confirmSuspects, createDonePhase, type PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import { markAllRead } from '../from-file.ts';
import { planPartitions, FULL_RANGE } from '../partitions.ts';

export const firstRequest: SyncRequest = buildIdPageSearch({});

export async function applyFirstPage(state: SyncState, page: PageResponse, view: StoreView): Promise<PhaseResult> {
  checkDescending(page, null);
  const noted: SyncState = { ...notePage(state, page), total: page.total, newest: findNewestChange(page) };
  const upsert = page.records;
  if (isLastPage(page)) return { state: await applySinglePage(noted, page, view), upsert, remove: [] };
  const tiers = planPartitions(
    page.total,
    findLastId(page) ?? '0',
    page.date ?? findNewestChange(page) ?? state.touchedAt,
  );
  if (page.date === null) return { state: { ...noted, tiers, phase: { name: 'stamp' } }, upsert, remove: [] };
  return { state: { ...noted, tiers, watermark: page.date - OVERLAP, phase: { name: 'walk' } }, upsert, remove: [] };
}

/**
 * Takes the complete set from one page and reconciles exactly the rows that are held but not on it. A page that shows fewer rows than it counts is
 * incomplete. One that disproves more rows than can be read by id may be a fault of search: then no change before now counts as seen.
 */
export async function applySinglePage(state: SyncState, page: PageResponse, view: StoreView): Promise<SyncState> {
  const clock = page.date ?? findNewestChange(page);
  const suspects = await findAbsentIds(page, {}, null, view);
  const isConsistent = page.total === null || page.total === page.records.length;
  if (!isConsistent && state.phase.name !== 'first')
    return { ...noteContradiction(state, page, null), phase: createDonePhase(false, null) };
  const isPlausible = suspects.length <= BATCH_IDS_TO_CHECK;
  return {
    ...(isConsistent ? markAllRead(state) : noteContradiction(state, page, null)),
    watermark: !isPlausible ? state.watermark : !isConsistent || clock === null ? 0 : clock - OVERLAP,
    newest: findNewestChange(page),
    tiers: [{ ...FULL_RANGE, cursor: '0', total: page.records.length, expected: null, sealed: true }],
    phase: isConsistent
      ? confirmSuspects(suspects, createDonePhase(true, clock ?? state.touchedAt))
      : createDonePhase(false, null),
  };
}

/** Without a Date header the newest change serves as the service's clock. */
export const stampRequest: SyncRequest = buildNewestChangesSearch({});

export function applyStampPage(state: SyncState, page: PageResponse): PhaseResult {
  const newest = findNewestChange(page);
  return {
    state: {
      ...notePage(state, page),
      newest,
      watermark: newest === null ? 0 : newest - OVERLAP,
      phase: { name: 'walk' },
    },
    upsert: page.records,
    remove: [],
  };
}
