/** Compares what is held with what the service counts, and decides between complete, one more request, an audit and "not verified yet". */
import { buildNewestChangesSearch, buildVisibilitySearch } from '../requests.ts';
import { countSearchable, hasSettled, noteClocks, notePage } from '../pages.ts';
import { TOTAL_CEILING, type SyncRequest, type PageResponse } from '../service.ts';
import { type PhaseOf, type SyncState, confirmSuspects, createDonePhase, type PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import { startAudit, startMonthAudit } from './audit.ts';
import type { RecordRange } from '#domain/record.ts';

type Judge = PhaseOf<'judge'>;

/** Decides without a request of its own; the next phase sends one. */
export async function judgeCounts(state: SyncState, phase: Judge, view: StoreView): Promise<SyncState> {
  const range: RecordRange = phase.before === null ? {} : { createdBefore: phase.before };
  if (state.run.mode === 'audit' && state.run.audits === 0) return startMonthAudit(state, phase.root, view);
  if (phase.total === null) return { ...state, phase: createDonePhase(false, null) };
  if (phase.total === TOTAL_CEILING) return startAudit(state, { ...phase.root, total: null }, view);
  const heldRecords = await view.count(range);
  const isSettled = hasSettled(state);
  if (heldRecords === phase.total && !isSettled) return { ...state, phase: createDonePhase(false, null) };
  if (heldRecords === phase.total) return { ...state, unsearchable: [], phase: createDonePhase(true, phase.asOf) };
  if (state.unsearchable.some((row) => !row.absent)) return { ...state, phase: { name: 'recheck', onward: phase } };
  const unproven = state.unsearchable.filter((row) => !row.alive).map((row) => row.id);
  if (unproven.length > 0) return { ...state, phase: confirmSuspects(unproven, phase) };
  const searchableCount = await countSearchable(view, range, state.unsearchable);
  if (searchableCount === phase.total)
    return { ...state, phase: createDonePhase(isSettled, isSettled ? phase.asOf : null) };
  // The differing rows may be in flight: they were created too late to be judged and are left to the next look.
  const settledCount = await countSearchable(view, { createdBefore: phase.root.before }, state.unsearchable);
  if (isSettled && settledCount === phase.root.total)
    return { ...state, phase: createDonePhase(true, phase.root.asOf) };
  return startAudit(state, phase.root, view);
}

/** COUNT asks for the total of what was created before a settled time, with the newest changes among it. */
export function buildCountRequest(phase: PhaseOf<'count'>): SyncRequest {
  return buildNewestChangesSearch({ createdBefore: phase.before });
}

export function applyCountPage(state: SyncState, { before, asOf }: PhaseOf<'count'>, page: PageResponse): PhaseResult {
  const root = { before, asOf, total: page.total };
  const phase: Judge = { name: 'judge', before, total: page.total, asOf, root };
  return { state: { ...notePage(noteClocks(state, page), page), phase }, upsert: page.records, remove: [] };
}

/** Asks search for the remembered unsearchable rows again, because only then may they explain a difference. */
export function buildRecheckRequest(state: SyncState): SyncRequest {
  return buildVisibilitySearch(state.unsearchable.filter((row) => !row.absent).map((row) => row.id));
}

export function applyRecheckPage(state: SyncState, phase: PhaseOf<'recheck'>, page: PageResponse): PhaseResult {
  const noted = notePage(state, page);
  const unsearchable = noted.unsearchable.map((row) => ({ ...row, absent: true }));
  return { state: { ...noted, unsearchable, phase: phase.onward }, upsert: [], remove: [] };
}
