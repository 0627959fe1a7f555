/** FIRST: one unfiltered page tells how much there is; a small set is whole with it. */
import { newestChanges, idPage } from '../asks.ts';
import { absentFrom, checkDescending, isLast, lastId, newestChange, noteSeen } from '../pages.ts';
import type { Ask, Page } from '../service.ts';
import { OVERLAP, type SyncState } from '../state.ts';
import type { StoreView } from '../store.ts';
import { planTiers, WHOLE } from '../tiers.ts';
import { confirmed, done, type Taken } from './taken.ts';

export const askFirst: Ask = idPage({});

export async function takeFirst(state: SyncState, page: Page, view: StoreView): Promise<Taken> {
  checkDescending(page, null);
  const seen: SyncState = { ...noteSeen(state, page), total: page.total, newest: newestChange(page) };
  const upsert = page.records;
  if (isLast(page)) return { state: await takeWhole(seen, page, view), upsert, remove: [] };
  const tiers = planTiers(page.total, lastId(page) ?? '0', page.date ?? newestChange(page) ?? state.touchedAt);
  if (page.date === null) return { state: { ...seen, tiers, phase: { name: 'stamp' } }, upsert, remove: [] };
  return { state: { ...seen, tiers, watermark: page.date - OVERLAP, phase: { name: 'walk' } }, upsert, remove: [] };
}

/** The whole set is on one page: what is held and not on it is reconciled exactly. */
export async function takeWhole(state: SyncState, page: Page, view: StoreView): Promise<SyncState> {
  const clock = page.date ?? newestChange(page);
  const suspects = await absentFrom(page, {}, null, view);
  return {
    ...state,
    watermark: clock === null ? 0 : clock - OVERLAP,
    newest: newestChange(page),
    tiers: [{ ...WHOLE, cursor: '0', total: page.records.length, expected: null, sealed: true }],
    phase: confirmed(suspects, done(true, clock ?? state.touchedAt)),
  };
}

/** Without a Date header the newest change is the service's clock. */
export const askStamp: Ask = newestChanges({});

export function takeStamp(state: SyncState, page: Page): Taken {
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
