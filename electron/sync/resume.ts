/** Resumes an interrupted run: pages continue from their cursor, and conclusions are drawn again. */
import { AUDIT_PAUSE, confirmThenProbe, resumeStale } from './phases/audit.ts';
import { startFull } from './phases/id-pages.ts';
import { startList } from './phases/list.ts';
import { isScrubDue, startScrub } from './phases/scrub.ts';
import type { PhaseOf, SyncState } from './state.ts';

/** After a pause of this many milliseconds a download reads the newest changes before it continues. */
const LONG_PAUSE = 3_600_000;

const probe: PhaseOf<'probe'> = { name: 'probe', onward: 'judge' };

export type RunScope = Readonly<Record<'full' | 'audit' | 'list' | 'scrub', boolean>>;

/** @param now local time in epoch milliseconds. */
export function resume(state: SyncState, scope: RunScope, now: number): SyncState {
  const startedState: SyncState = {
    ...state,
    run: { mode: chooseMode(state, scope), asked: 0, windows: 0, audits: isMonthlyCounted(state, scope) ? 1 : 0 },
    unsearchable: state.unsearchable.map((row) => ({ ...row, alive: false, absent: false })),
  };
  const resumed = {
    ...(scope.list ? resumeList(startedState) : resumePhase(restartForAudit(state, startedState, scope), scope, now)),
    touchedAt: now,
  };
  if (scope.list) return resumed;
  const isReadingAll = resumed.phase.name === 'pages' && resumed.phase.kind === 'full';
  const isFullReadDue = scope.full && state.sealed !== null && !isReadingAll && !isFullyRead(state);
  return isFullReadDue ? startFull(resumed) : resumed;
}

/** True when everything was read again at the user's request and only the closing requests remain, so that no page is read twice. */
export function isFullyRead({ run, phase }: SyncState): boolean {
  const hasPagesLeft =
    phase.name === 'done' || phase.name === 'list' || (phase.name === 'pages' && phase.kind === 'full');
  return run.mode === 'full' && !hasPagesLeft;
}

function chooseMode(state: SyncState, scope: RunScope): SyncState['run']['mode'] {
  if (state.sealed === null) return 'download';
  if (scope.full || scope.list) return 'full';
  if (scope.audit) return 'audit';
  return state.phase.name === 'done' || state.phase.name === 'list' ? 'refresh' : state.run.mode;
}

/** Restarts an audit by totals that was running when the user asks to count every month. Its suspects are read first. */
function restartForAudit({ phase, run }: SyncState, startedState: SyncState, scope: RunScope): SyncState {
  const isByTotals = scope.audit && phase.name === 'audit' && run.mode !== 'audit';
  return isByTotals ? { ...startedState, phase: confirmThenProbe(phase.suspects) } : startedState;
}

/** True when an earlier run counted the months, so that they are not counted again unless the user asks for it. */
function isMonthlyCounted({ run, phase }: SyncState, scope: RunScope): boolean {
  return run.mode === 'audit' && run.audits > 0 && phase.name !== 'done' && !scope.audit;
}

function resumeList(state: SyncState): SyncState {
  const { phase } = state;
  if (phase.name !== 'list') return startList(state);
  // An interrupted walk may be inside a circle, before its mark, so its first step must not count as a return.
  return { ...state, phase: { ...phase, isResumed: true } };
}

/** Measures the milliseconds since the last commit. After a local clock was set back the pause is unknown, so it counts as long. */
function measurePause({ touchedAt }: SyncState, now: number): number {
  return now < touchedAt ? Number.POSITIVE_INFINITY : now - touchedAt;
}

/** Counts the requests that a run spends before the next page of a walk it continues; undefined if it does not continue one. */
export function countRequestsBeforeWalk(state: SyncState, now: number): number | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return measurePause(state, now) > LONG_PAUSE ? 1 : 0;
  return phase.name === 'stamp' || (phase.name === 'probe' && phase.onward === 'walk') ? 1 : undefined;
}

function resumePhase(state: SyncState, scope: RunScope, now: number): SyncState {
  const { phase } = state;
  const pause = measurePause(state, now);
  switch (phase.name) {
    case 'first':
    case 'stamp':
    case 'probe':
      return state;
    case 'walk':
      return pause > LONG_PAUSE ? { ...state, phase: { name: 'probe', onward: 'walk' } } : state;
    case 'pages':
      return { ...state, phase: { ...phase, resumed: true }, run: { ...state.run, windows: 1 } };
    case 'audit':
      return pause > AUDIT_PAUSE
        ? resumeStale(state, phase)
        : { ...state, phase: { ...phase, resumed: true }, run: { ...state.run, audits: 1 } };
    case 'confirm':
      return { ...state, phase: { ...phase, tries: 0, onward: probe } };
    case 'judge':
    case 'count':
    case 'recheck':
      return { ...state, phase: probe };
    case 'done':
      return scope.scrub && isScrubDue(state, now) ? startScrub(state, now) : { ...state, phase: probe };
    case 'list':
      // The list walk is not resumed unless requested; what it stored stays.
      return { ...state, phase: state.sealed === null ? { name: 'first' } : probe };
  }
}
