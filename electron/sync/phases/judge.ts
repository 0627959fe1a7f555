/** Compares what is held with what the service counts, and decides between sealed, one more question, an audit and "not verified yet". */
import { newestChanges, searchable } from '../requests.ts';
import { countable, hasSettled, noteClocks, noteSeen } from '../pages.ts';
import { TOTAL_CEILING, type SyncRequest, type PageResponse } from '../service.ts';
import type { PhaseOf, SyncState } from '../state.ts';
import type { StoreView } from '../store.ts';
import { startAudit, startMonthAudit } from './audit.ts';
import { confirmed, done, type PhaseResult } from './phase-result.ts';
import type { RecordRange } from '../../../src/domain/records/record-range.ts';

type Judge = PhaseOf<'judge'>;

/** Asks nothing itself: the next phase does. */
export async function judge(state: SyncState, phase: Judge, view: StoreView): Promise<SyncState> {
  const range: RecordRange = phase.before === null ? {} : { createdBefore: phase.before };
  if (state.run.mode === 'audit' && state.run.audits === 0) return startMonthAudit(state, phase.root, view);
  if (phase.total === null) return { ...state, phase: done(false, null) };
  if (phase.total === TOTAL_CEILING) return startAudit(state, { ...phase.root, total: null }, view);
  const held = await view.count(range);
  const proves = hasSettled(state);
  if (held === phase.total && !proves) return { ...state, phase: done(false, null) };
  if (held === phase.total) return { ...state, unsearchable: [], phase: done(true, phase.asOf) };
  if (state.unsearchable.some((each) => !each.absent)) return { ...state, phase: { name: 'recheck', onward: phase } };
  const unproven = state.unsearchable.filter((each) => !each.alive).map((each) => each.id);
  if (unproven.length > 0) return { ...state, phase: confirmed(unproven, phase) };
  const explained = await countable(view, range, state.unsearchable);
  if (explained === phase.total) return { ...state, phase: done(proves, proves ? phase.asOf : null) };
  // Differing rows may be in flight: created too late to be judged, and left to the next look.
  const settled = await countable(view, { createdBefore: phase.root.before }, state.unsearchable);
  if (proves && settled === phase.root.total) return { ...state, phase: done(true, phase.root.asOf) };
  return startAudit(state, phase.root, view);
}

/** COUNT: the total of what was created before a settled time, with the newest changes among it. */
export function askCount(phase: PhaseOf<'count'>): SyncRequest {
  return newestChanges({ createdBefore: phase.before });
}

export function takeCount(state: SyncState, { before, asOf }: PhaseOf<'count'>, page: PageResponse): PhaseResult {
  const root = { before, asOf, total: page.total };
  const phase: Judge = { name: 'judge', before, total: page.total, asOf, root };
  return { state: { ...noteSeen(noteClocks(state, page), page), phase }, upsert: page.records, remove: [] };
}

/** Before remembered unsearchable rows may explain a difference, search is asked for them again. */
export function askRecheck(state: SyncState): SyncRequest {
  return searchable(state.unsearchable.filter((each) => !each.absent).map((each) => each.id));
}

export function takeRecheck(state: SyncState, phase: PhaseOf<'recheck'>, page: PageResponse): PhaseResult {
  const seen = noteSeen(state, page);
  const unsearchable = seen.unsearchable.map((each) => ({ ...each, absent: true }));
  return { state: { ...seen, unsearchable, phase: phase.onward }, upsert: [], remove: [] };
}
