/**
 * Records that were loaded from a file: a count cannot tell that they are the service's, only reading them can. Pages of all ids, from the
 * highest down, move the mark; what they disproved is settled before it is believed.
 */
import { compareIds } from './ids.ts';
import { isLast, lastId } from './pages.ts';
import type { PageResponse } from './service.ts';
import type { SyncState } from './state.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';

/** Below every id. */
const ALL = '0';

/** @param loadedAt no change after it can have been read, whatever the file says. */
export function markLoaded(state: SyncState, savedAt: number, loadedAt: number): SyncState {
  const watermark = state.watermark === null ? null : Math.min(state.watermark, loadedAt);
  return { ...state, watermark, file: { savedAt: Math.min(savedAt, loadedAt), below: null, reading: null } };
}

/** A page of all ids below `cursor`, which counts where it joins what was read before. */
export function markRead(state: SyncState, cursor: string | null, page: PageResponse): SyncState {
  const { file } = state;
  if (!file) return state;
  const from = file.reading ?? file.below;
  const to = isLast(page) ? ALL : (lastId(page) ?? ALL);
  const joins = cursor === null || (from !== null && compareIds(cursor, from) >= 0);
  if (!joins || (from !== null && compareIds(to, from) >= 0)) return state;
  return { ...state, file: { ...file, reading: to } };
}

/** Every page of all records was read. */
export function markAllRead(state: SyncState): SyncState {
  return state.file ? { ...state, file: { ...state.file, reading: ALL } } : state;
}

/** What pages disproved is not settled: they have to be read again. */
export function dropReading(state: SyncState): SyncState {
  return state.file ? { ...state, file: { ...state.file, reading: null } } : state;
}

/** The run was proven, and everything it read is seen by reports. */
export function markProven({ file }: SyncState): SyncState['file'] {
  const below = file?.reading ?? file?.below ?? null;
  return file && below !== ALL ? { ...file, below, reading: null } : null;
}

export function unreadRange({ below }: NonNullable<SyncState['file']>): RecordRange {
  return below === null ? {} : { idBelow: below };
}
