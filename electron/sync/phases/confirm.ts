/** CONFIRM removes a held row that search did not show, but only when a batch read does not find it either. */
import type { TimeLogRecord } from '#domain/record.ts';
import { readMonth } from '../pages.ts';
import { BATCH_IDS_TO_CHECK, type SyncRequest, type BatchResponse } from '../service.ts';
import { type PhaseOf, type SyncState, type Unsearchable, createDonePhase, type PhaseResult } from '../state.ts';

type Confirm = PhaseOf<'confirm'>;

/** One search can look for at most this many rows; more cannot be explained one by one. */
const MAX_UNSEARCHABLE = BATCH_IDS_TO_CHECK;

export function buildConfirmRequest(state: SyncState, phase: Confirm): SyncRequest {
  const canary = pickCanary(state, phase);
  return { kind: 'batch', ids: [...takeSample(phase.suspects), ...(canary === undefined ? [] : [canary])] };
}

export function applyConfirmBatch(state: SyncState, phase: Confirm, batch: BatchResponse): PhaseResult {
  const canary = pickCanary(state, phase);
  if (batch.found.length === 0 && canary !== undefined) return retryWithoutCanary(state, phase, canary);
  const sample = takeSample(phase.suspects);
  const missing = new Set(batch.missing);
  const goneIds = sample.filter((id) => missing.has(id));
  const areAllGone = sample.length === BATCH_IDS_TO_CHECK && goneIds.length === sample.length;
  const remaining = areAllGone ? [] : excludeIds(phase.suspects, sample);
  const remove = areAllGone ? phase.suspects : goneIds;
  const alive = batch.found.filter((record) => sample.includes(record.id) && !record.archived);
  const archived = batch.found.filter((record) => record.archived).length;
  const unresolved = phase.unresolved || goneIds.length + alive.length + archived < sample.length;
  return {
    state: endConfirm(rememberUnsearchable(state, alive, remove), {
      ...phase,
      suspects: remaining,
      tries: 0,
      unresolved,
    }),
    upsert: batch.found,
    remove,
  };
}

/** Retries when nothing was found, not even a row that was alive a moment ago: this may be a fault, so it proves nothing. */
function retryWithoutCanary(state: SyncState, phase: Confirm, canary: string): PhaseResult {
  const canaries = state.canaries.filter((id) => id !== canary);
  const nextState = { ...state, canaries };
  const canRetry = phase.tries === 0 && pickCanary(nextState, phase) !== undefined;
  const retryPhase: Confirm = { ...phase, tries: phase.tries + 1 };
  return {
    state: { ...nextState, phase: canRetry ? retryPhase : createDonePhase(false, null) },
    upsert: [],
    remove: [],
  };
}

function endConfirm(state: SyncState, phase: Confirm): SyncState {
  // When search is at fault and not the records, reading the others by id, a hundred a request, would prove nothing more. They are not
  // remembered either, because no search could look for them again.
  if (state.unsearchable.length > MAX_UNSEARCHABLE)
    return { ...state, unsearchable: [], phase: createDonePhase(false, null) };
  if (phase.suspects.length > 0) return { ...state, phase };
  return { ...state, phase: phase.unresolved ? createDonePhase(false, null) : phase.onward };
}

function rememberUnsearchable(state: SyncState, alive: readonly TimeLogRecord[], remove: readonly string[]): SyncState {
  const rowsById = new Map(state.unsearchable.map((row) => [row.id, row]));
  for (const record of alive) rowsById.set(record.id, noteUnsearchable(record, rowsById.get(record.id)));
  for (const id of remove) rowsById.delete(id);
  return { ...state, unsearchable: [...rowsById.values()] };
}

function noteUnsearchable(record: TimeLogRecord, known: Unsearchable | undefined): Unsearchable {
  return {
    id: record.id,
    month: readMonth(record),
    createdAt: record.createdAt,
    alive: true,
    absent: known?.absent ?? false,
  };
}

function pickCanary(state: SyncState, phase: Confirm): string | undefined {
  const suspected = new Set(phase.suspects);
  return state.canaries.find((id) => !suspected.has(id));
}

/** Takes evenly spread suspects, so that one batch represents the others. */
function takeSample(suspects: readonly string[]): string[] {
  const size = Math.min(suspects.length, BATCH_IDS_TO_CHECK);
  return Array.from({ length: size }, (_, index) => suspects[Math.floor((index * suspects.length) / size)] ?? '');
}

function excludeIds(all: readonly string[], excluded: readonly string[]): string[] {
  const excludedIds = new Set(excluded);
  return all.filter((id) => !excludedIds.has(id));
}
