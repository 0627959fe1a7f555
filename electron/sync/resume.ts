/** Resumes what an earlier run left: pages continue from their cursor, conclusions are drawn anew. */
import { AUDIT_PAUSE, lookAgain, resumeStale } from './phases/audit.ts';
import { startFull } from './phases/id-pages.ts';
import { startList } from './phases/list.ts';
import { isScrubDue, startScrub } from './phases/scrub.ts';
import type { PhaseOf, SyncState } from './state.ts';

/** After this pause a download looks at the newest changes before it walks on. Milliseconds. */
const LONG_PAUSE = 3_600_000;

const probe: PhaseOf<'probe'> = { name: 'probe', onward: 'judge' };

export interface RunScope {
  readonly full: boolean;
  /** Count every month by itself. */
  readonly audit: boolean;
  /** Read everything by the list operation: a hundred a request, each time. Only at the user's explicit request. */
  readonly list: boolean;
  readonly scrub: boolean;
}

/** @param now local time, epoch milliseconds. */
export function resume(state: SyncState, wish: RunScope, now: number): SyncState {
  const begun: SyncState = {
    ...state,
    run: { mode: chooseMode(state, wish), asked: 0, windows: 0, audits: isMonthlyCounted(state, wish) ? 1 : 0 },
    unsearchable: state.unsearchable.map((each) => ({ ...each, alive: false, absent: false })),
  };
  const resumed = {
    ...(wish.list ? resumeList(begun) : resumePhase(begunAnew(state, begun, wish), wish, now)),
    touchedAt: now,
  };
  if (wish.list) return resumed;
  const isWhole = resumed.phase.name === 'pages' && resumed.phase.kind === 'full';
  const isOwed = wish.full && state.sealed !== null && !isWhole && !isFullyRead(state);
  return isOwed ? startFull(resumed) : resumed;
}

/** Everything was read again at the user's request, and only the closing questions are left: no page is owed twice. */
export function isFullyRead({ run, phase }: SyncState): boolean {
  const reads = phase.name === 'done' || phase.name === 'list' || (phase.name === 'pages' && phase.kind === 'full');
  return run.mode === 'full' && !reads;
}

function chooseMode(state: SyncState, wish: RunScope): SyncState['run']['mode'] {
  if (state.sealed === null) return 'download';
  if (wish.full || wish.list) return 'full';
  if (wish.audit) return 'audit';
  return state.phase.name === 'done' || state.phase.name === 'list' ? 'refresh' : state.run.mode;
}

/** When every month is requested while rows are searched for by totals, every month is counted; what was found is proven first. */
function begunAnew({ phase, run }: SyncState, begun: SyncState, wish: RunScope): SyncState {
  const isOther = wish.audit && phase.name === 'audit' && run.mode !== 'audit';
  return isOther ? { ...begun, phase: lookAgain(phase.suspects) } : begun;
}

/** Months that an earlier run counted need no second count to be closed; a request for the count still gets it. */
function isMonthlyCounted({ run, phase }: SyncState, wish: RunScope): boolean {
  return run.mode === 'audit' && run.audits > 0 && phase.name !== 'done' && !wish.audit;
}

function resumeList(state: SyncState): SyncState {
  const { phase } = state;
  if (phase.name !== 'list') return startList(state);
  // An interrupted walk may be inside the circle, before its mark: the way on must not be taken for the way back.
  return { ...state, phase: { ...phase, isResumed: true } };
}

/** Time since the last commit, milliseconds. A local clock that was set back does not show the pause: it counts as long. */
function measurePause({ touchedAt }: SyncState, now: number): number {
  return now < touchedAt ? Number.POSITIVE_INFINITY : now - touchedAt;
}

/** How many requests a run that continues the walk spends before its next page; undefined: it does not continue it. */
export function looksBeforeWalk(state: SyncState, now: number): number | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return measurePause(state, now) > LONG_PAUSE ? 1 : 0;
  return phase.name === 'stamp' || (phase.name === 'probe' && phase.onward === 'walk') ? 1 : undefined;
}

function resumePhase(state: SyncState, wish: RunScope, now: number): SyncState {
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
      return wish.scrub && isScrubDue(state, now) ? startScrub(state, now) : { ...state, phase: probe };
    case 'list':
      // The list walk is not resumed unless requested; what it stored stays.
      return { ...state, phase: state.sealed === null ? { name: 'first' } : probe };
  }
}
