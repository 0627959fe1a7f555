/** FIRST: one unfiltered page shows how much there is; a small set is complete with it. */
import { newestChanges, idPage } from '../requests.ts';
import { absentFrom, checkDescending, isLast, lastId, newestChange, noteContradiction, noteSeen } from '../pages.ts';
import { BATCH_SUSPECTS, type SyncRequest, type PageResponse } from '../service.ts';
import { OVERLAP, type SyncState } from '../state.ts';
import type { StoreView } from '../store.ts';
import { markAllRead } from '../from-file.ts';
import { planPartitions, WHOLE } from '../partitions.ts';
import { confirmed, done, type PhaseResult } from './phase-result.ts';

export const askFirst: SyncRequest = idPage({});

export async function takeFirst(state: SyncState, page: PageResponse, view: StoreView): Promise<PhaseResult> {
  checkDescending(page, null);
  const seen: SyncState = { ...noteSeen(state, page), total: page.total, newest: newestChange(page) };
  const upsert = page.records;
  if (isLast(page)) return { state: await takeWhole(seen, page, view), upsert, remove: [] };
  const tiers = planPartitions(page.total, lastId(page) ?? '0', page.date ?? newestChange(page) ?? state.touchedAt);
  if (page.date === null) return { state: { ...seen, tiers, phase: { name: 'stamp' } }, upsert, remove: [] };
  return { state: { ...seen, tiers, watermark: page.date - OVERLAP, phase: { name: 'walk' } }, upsert, remove: [] };
}

/**
 * The whole set is on one page: what is held and not on it is reconciled exactly. A page that shows fewer rows than it counts is
 * incomplete, and one that disproves more rows than can be read by id may be a fault of search: then no change before now counts as seen.
 */
export async function takeWhole(state: SyncState, page: PageResponse, view: StoreView): Promise<SyncState> {
  const clock = page.date ?? newestChange(page);
  const suspects = await absentFrom(page, {}, null, view);
  const agrees = page.total === null || page.total === page.records.length;
  if (!agrees && state.phase.name !== 'first')
    return { ...noteContradiction(state, page, null), phase: done(false, null) };
  const believed = suspects.length <= BATCH_SUSPECTS;
  return {
    ...(agrees ? markAllRead(state) : noteContradiction(state, page, null)),
    watermark: !believed ? state.watermark : !agrees || clock === null ? 0 : clock - OVERLAP,
    newest: newestChange(page),
    tiers: [{ ...WHOLE, cursor: '0', total: page.records.length, expected: null, sealed: true }],
    phase: agrees ? confirmed(suspects, done(true, clock ?? state.touchedAt)) : done(false, null),
  };
}

/** Without a Date header the newest change is the service's clock. */
export const askStamp: SyncRequest = newestChanges({});

export function takeStamp(state: SyncState, page: PageResponse): PhaseResult {
  const newest = newestChange(page);
  return {
    state: {
      ...noteSeen(state, page),
      newest,
      watermark: newest === null ? 0 : newest - OVERLAP,
      phase: { name: 'walk' },
    },
    upsert: page.records,
    remove: [],
  };
}
