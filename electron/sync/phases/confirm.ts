/** CONFIRM: a held row that search did not show is removed only when a batch read does not find it either. */
import type { TimeLogRecord } from '../../../src/domain/record.ts';
import { readMonth } from '../pages.ts';
import { BATCH_SUSPECTS, type SyncRequest, type BatchResponse } from '../service.ts';
import type { PhaseOf, SyncState, Unsearchable } from '../state.ts';
import { done, type PhaseResult } from './phase-result.ts';

type Confirm = PhaseOf<'confirm'>;

/** As many rows as one search can ask for again: more cannot be explained one by one. */
const UNSEARCHABLE_MOST = BATCH_SUSPECTS;

export function askConfirm(state: SyncState, phase: Confirm): SyncRequest {
  const canary = pickCanary(state, phase);
  return { kind: 'batch', ids: [...takeSample(phase.suspects), ...(canary === undefined ? [] : [canary])] };
}

export function takeConfirm(state: SyncState, phase: Confirm, batch: BatchResponse): PhaseResult {
  const canary = pickCanary(state, phase);
  if (batch.found.length === 0 && canary !== undefined) return withoutCanary(state, phase, canary);
  const asked = takeSample(phase.suspects);
  const missing = new Set(batch.missing);
  const gone = asked.filter((id) => missing.has(id));
  const follow = asked.length === BATCH_SUSPECTS && gone.length === asked.length;
  const rest = follow ? [] : without(phase.suspects, asked);
  const remove = follow ? phase.suspects : gone;
  const alive = batch.found.filter((each) => asked.includes(each.id) && !each.archived);
  const archived = batch.found.filter((each) => each.archived).length;
  const unresolved = phase.unresolved || gone.length + alive.length + archived < asked.length;
  return {
    state: ended(remembering(state, alive, remove), { ...phase, suspects: rest, tries: 0, unresolved }),
    upsert: batch.found,
    remove,
  };
}

/** Nothing found, not even a row that was alive a moment ago: this may be a fault, so it proves nothing. */
function withoutCanary(state: SyncState, phase: Confirm, canary: string): PhaseResult {
  const canaries = state.canaries.filter((each) => each !== canary);
  const next = { ...state, canaries };
  const another = phase.tries === 0 && pickCanary(next, phase) !== undefined;
  const retried: Confirm = { ...phase, tries: phase.tries + 1 };
  return { state: { ...next, phase: another ? retried : done(false, null) }, upsert: [], remove: [] };
}

function ended(state: SyncState, phase: Confirm): SyncState {
  // Search is at fault and not the records: reading the others by id, a hundred a request, would prove nothing more. They are not
  // remembered either, because no search could ask for them again.
  if (state.unsearchable.length > UNSEARCHABLE_MOST) return { ...state, unsearchable: [], phase: done(false, null) };
  if (phase.suspects.length > 0) return { ...state, phase };
  return { ...state, phase: phase.unresolved ? done(false, null) : phase.onward };
}

function remembering(state: SyncState, alive: readonly TimeLogRecord[], remove: readonly string[]): SyncState {
  const known = new Map(state.unsearchable.map((each) => [each.id, each]));
  for (const record of alive) known.set(record.id, noteUnsearchable(record, known.get(record.id)));
  for (const id of remove) known.delete(id);
  return { ...state, unsearchable: [...known.values()] };
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

/** Evenly spread, so that a batch of them represents the others. */
function takeSample(suspects: readonly string[]): string[] {
  const size = Math.min(suspects.length, BATCH_SUSPECTS);
  return Array.from({ length: size }, (_, at) => suspects[Math.floor((at * suspects.length) / size)] ?? '');
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const out = new Set(some);
  return all.filter((id) => !out.has(id));
}
