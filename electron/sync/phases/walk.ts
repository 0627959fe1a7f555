/** WALK: the partitions, one after the other, each by id pages. */
import { idPage } from '../requests.ts';
import { justBelow } from '../ids.ts';
import { checkDescending, cursorAfter, isLast, lastId, leftAfter, noteContradiction, noteSeen } from '../pages.ts';
import type { SyncRequest, PageResponse } from '../service.ts';
import type { SyncState, Partition } from '../state.ts';
import type { StoreView } from '../store.ts';
import { mergeRest, toRange } from '../partitions.ts';
import type { PhaseResult } from './phase-result.ts';
import type { PageHead } from '../../../src/domain/records/record-page.ts';

/** What follows from the rows stored so far: merging the rest, or the end of the walk. Undefined: keep reading. */
export async function decideWalk(state: SyncState, view: StoreView): Promise<SyncState | undefined> {
  if (!current(state)) return { ...state, phase: { name: 'probe', onward: 'judge' } };
  const merged = mergeRest(state.tiers, state.total, await view.count({}));
  return merged ? { ...state, tiers: merged } : undefined;
}

export function askWalk(state: SyncState): SyncRequest | undefined {
  const partition = current(state);
  return partition && askBelow(partition, partition.cursor);
}

/** The page after the current one, if the partition continues: its ids decide, whatever is in its records. */
export function askWalkAfter(state: SyncState, head: PageHead): SyncRequest | undefined {
  const partition = current(state);
  const cursor = partition && cursorAfter(head, partition.cursor);
  return partition && cursor !== undefined && (partition.total ?? head.total ?? null) !== null
    ? askBelow(partition, cursor)
    : undefined;
}

function askBelow(partition: Partition, cursor: string): SyncRequest {
  return idPage({ ...toRange(partition), idBelow: cursor });
}

/** Inside a partition the next page follows from this one alone; between partitions the rows decide. */
export function isMidPartition(state: SyncState): boolean {
  const partition = current(state);
  return partition !== undefined && partition.total !== null;
}

export async function takeWalk(state: SyncState, page: PageResponse, view: StoreView): Promise<PhaseResult> {
  const partition = current(state);
  if (!partition) return { state, upsert: [], remove: [] };
  checkDescending(page, partition.cursor);
  const read: Partition = {
    ...partition,
    total: partition.total ?? (page.total === null ? null : page.total + (await heldAbove(partition, view))),
    cursor: lastId(page) ?? partition.cursor,
    expected: leftAfter(page),
    sealed: isLast(page),
  };
  const tiers = state.tiers.map((each) => (each === partition ? read : each));
  return {
    state: { ...noteSeen(noteContradiction(state, page, partition.expected), page), tiers },
    upsert: page.records,
    remove: [],
  };
}

/** Rows of the partition that came with the first page. */
function heldAbove(partition: Partition, view: StoreView): Promise<number> {
  return view.count({ ...toRange(partition), idAbove: justBelow(partition.cursor) });
}

function current(state: SyncState): Partition | undefined {
  return state.tiers.find((each) => !each.sealed);
}
