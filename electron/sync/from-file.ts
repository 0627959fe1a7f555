/**
 * Tracks records that were loaded from a file. A count cannot show whether the service has them; only reading can. Pages of all ids, from the
 * highest down, move a mark, which counts only once the records that those pages disprove are settled.
 */
import { compareIds } from './partitions.ts';
import { isLastPage, findLastId } from './pages.ts';
import type { PageResponse } from './service.ts';
import { createState, serializeState, readState, type SyncState } from './state.ts';
import type { RecordRange } from '#domain/record.ts';

/** This id is below every other, so all records have been read once the mark reaches it. */
const ALL = '0';

/** @param loadedAt caps the times that the file claims: no later change can have been read. */
export function markLoaded(state: SyncState, savedAt: number, loadedAt: number): SyncState {
  const watermark = state.watermark === null ? null : Math.min(state.watermark, loadedAt);
  return { ...state, watermark, file: { savedAt: Math.min(savedAt, loadedAt), below: null, reading: null } };
}

/** Notes a page of all ids below `cursor`. The page counts only if it adjoins what was read before. */
export function markRead(state: SyncState, cursor: string | null, page: PageResponse): SyncState {
  const { file } = state;
  if (!file) return state;
  const mark = file.reading ?? file.below;
  const pageEnd = isLastPage(page) ? ALL : (findLastId(page) ?? ALL);
  const isAdjacent = cursor === null || (mark !== null && compareIds(cursor, mark) >= 0);
  if (!isAdjacent || (mark !== null && compareIds(pageEnd, mark) >= 0)) return state;
  return { ...state, file: { ...file, reading: pageEnd } };
}

export function markAllRead(state: SyncState): SyncState {
  return state.file ? { ...state, file: { ...state.file, reading: ALL } } : state;
}

/** Forgets the reading position: what the pages disproved is not settled, so they must be read again. */
export function dropReading(state: SyncState): SyncState {
  return state.file ? { ...state, file: { ...state.file, reading: null } } : state;
}

/** Keeps the part of a state that still holds when everything must be downloaded again. @throws AppFailure store-newer, store-damaged. */
export function keepOrigin(text: string, now: number): string | undefined {
  const { file } = readState(text);
  return file ? serializeState(dropReading({ ...createState(now), file })) : undefined;
}

/** Moves the mark to what a proven run has read: reports see all of it. */
export function markProven({ file }: SyncState): SyncState['file'] {
  const below = file?.reading ?? file?.below ?? null;
  return file && below !== ALL ? { ...file, below, reading: null } : null;
}

export function toUnreadRange({ below }: NonNullable<SyncState['file']>): RecordRange {
  return below === null ? {} : { idBelow: below };
}
