/** WALK: the tiers, one after the other, each by id pages. */
import { idPage } from '../requests.ts';
import { justBelow } from '../ids.ts';
import { checkDescending, cursorAfter, isLast, lastId, leftAfter, noteContradiction, noteSeen } from '../pages.ts';
import type { SyncRequest, PageResponse } from '../service.ts';
import type { SyncState, Tier } from '../state.ts';
import type { StoreView } from '../store.ts';
import { mergeRest, toRange } from '../tiers.ts';
import type { PhaseResult } from './phase-result.ts';
import type { PageHead } from '../../../src/domain/records/record-page.ts';

/** What follows from the rows stored so far: merging the rest, or the end of the walk. Undefined: keep reading. */
export async function decideWalk(state: SyncState, view: StoreView): Promise<SyncState | undefined> {
  if (!current(state)) return { ...state, phase: { name: 'probe', onward: 'judge' } };
  const merged = mergeRest(state.tiers, state.total, await view.count({}));
  return merged ? { ...state, tiers: merged } : undefined;
}

export function askWalk(state: SyncState): SyncRequest | undefined {
  const tier = current(state);
  return tier && askBelow(tier, tier.cursor);
}

/** The page after the current one, if the tier continues: its ids decide, whatever is in its records. */
export function askWalkAfter(state: SyncState, head: PageHead): SyncRequest | undefined {
  const tier = current(state);
  const cursor = tier && cursorAfter(head, tier.cursor);
  return tier && cursor !== undefined && (tier.total ?? head.total ?? null) !== null
    ? askBelow(tier, cursor)
    : undefined;
}

function askBelow(tier: Tier, cursor: string): SyncRequest {
  return idPage({ ...toRange(tier), idBelow: cursor });
}

/** Inside a tier the next page follows from this one alone; between tiers the rows decide. */
export function isMidTier(state: SyncState): boolean {
  const tier = current(state);
  return tier !== undefined && tier.total !== null;
}

export async function takeWalk(state: SyncState, page: PageResponse, view: StoreView): Promise<PhaseResult> {
  const tier = current(state);
  if (!tier) return { state, upsert: [], remove: [] };
  checkDescending(page, tier.cursor);
  const read: Tier = {
    ...tier,
    total: tier.total ?? (page.total === null ? null : page.total + (await heldAbove(tier, view))),
    cursor: lastId(page) ?? tier.cursor,
    expected: leftAfter(page),
    sealed: isLast(page),
  };
  const tiers = state.tiers.map((each) => (each === tier ? read : each));
  return {
    state: { ...noteSeen(noteContradiction(state, page, tier.expected), page), tiers },
    upsert: page.records,
    remove: [],
  };
}

/** Rows of the tier that came with the first page. */
function heldAbove(tier: Tier, view: StoreView): Promise<number> {
  return view.count({ ...toRange(tier), idAbove: justBelow(tier.cursor) });
}

function current(state: SyncState): Tier | undefined {
  return state.tiers.find((each) => !each.sealed);
}
