/** WALK reads the partitions one after the other, each by id pages. */
import { buildIdPageSearch } from '../requests.ts';
import { decrementId, mergeRest, toRange } from '../partitions.ts';
import {
  checkDescending,
  findCursorAfter,
  isLastPage,
  findLastId,
  countRemainingAfter,
  noteContradiction,
  notePage,
} from '../pages.ts';
import type { SyncRequest, PageResponse } from '../service.ts';
import type { SyncState, Partition, PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import type { PageHead } from '#domain/record.ts';

/** Decides what follows from the rows stored so far: merging the rest, or the end of the walk. Undefined means that reading continues. */
export async function decideWalk(state: SyncState, view: StoreView): Promise<SyncState | undefined> {
  if (!findCurrentPartition(state)) return { ...state, phase: { name: 'probe', onward: 'judge' } };
  const merged = mergeRest(state.tiers, state.total, await view.count({}));
  return merged ? { ...state, tiers: merged } : undefined;
}

export function buildWalkRequest(state: SyncState): SyncRequest | undefined {
  const partition = findCurrentPartition(state);
  return partition && buildRequestBelow(partition, partition.cursor);
}

/** Builds the request for the page after the current one if the partition continues. Its ids decide, not the contents of its records. */
export function buildNextWalkRequest(state: SyncState, head: PageHead): SyncRequest | undefined {
  const partition = findCurrentPartition(state);
  const cursor = partition && findCursorAfter(head, partition.cursor);
  return partition && cursor !== undefined && (partition.total ?? head.total ?? null) !== null
    ? buildRequestBelow(partition, cursor)
    : undefined;
}

function buildRequestBelow(partition: Partition, cursor: string): SyncRequest {
  return buildIdPageSearch({ ...toRange(partition), idBelow: cursor });
}

/** Inside a partition the next page follows from this one alone; between partitions the rows decide. */
export function isMidPartition(state: SyncState): boolean {
  const partition = findCurrentPartition(state);
  return partition !== undefined && partition.total !== null;
}

export async function applyWalkPage(state: SyncState, page: PageResponse, view: StoreView): Promise<PhaseResult> {
  const partition = findCurrentPartition(state);
  if (!partition) return { state, upsert: [], remove: [] };
  checkDescending(page, partition.cursor);
  const readPartition: Partition = {
    ...partition,
    total: partition.total ?? (page.total === null ? null : page.total + (await countHeldAbove(partition, view))),
    cursor: findLastId(page) ?? partition.cursor,
    expected: countRemainingAfter(page),
    sealed: isLastPage(page),
  };
  const tiers = state.tiers.map((tier) => (tier === partition ? readPartition : tier));
  return {
    state: { ...notePage(noteContradiction(state, page, partition.expected), page), tiers },
    upsert: page.records,
    remove: [],
  };
}

/** Counts the rows of the partition that came with the first page. */
function countHeldAbove(partition: Partition, view: StoreView): Promise<number> {
  return view.count({ ...toRange(partition), idAbove: decrementId(partition.cursor) });
}

function findCurrentPartition(state: SyncState): Partition | undefined {
  return state.tiers.find((partition) => !partition.sealed);
}
