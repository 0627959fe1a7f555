/**
 * The step machine. It turns a state and rows into the next request or the end, and an answer into the next state and its rows. It does no
 * I/O.
 */
import { decideAudit, askAudit, takeAudit } from './phases/audit.ts';
import { askConfirm, takeConfirm } from './phases/confirm.ts';
import { askFirst, askStamp, takeFirst, takeStamp } from './phases/first.ts';
import { askPages, askPagesAfter, takePages } from './phases/id-pages.ts';
import { askCount, askRecheck, judgeCounts, takeCount, takeRecheck } from './phases/judge.ts';
import { askList, askListAfter, takeList } from './phases/list.ts';
import { askProbe, takeProbe } from './phases/probe.ts';
import type { PhaseResult, PhaseOf, SyncState } from './state.ts';
import { askWalk, askWalkAfter, decideWalk, isMidPartition, takeWalk } from './phases/walk.ts';
import { dropReading, markProven } from './from-file.ts';
import type { SyncResponse, SyncRequest, BatchResponse, PageResponse } from './service.ts';
import type { StoreView } from './store.ts';
import type { PageHead } from '#domain/record.ts';

export type Step =
  | { readonly kind: 'ask'; readonly state: SyncState; readonly ask: SyncRequest }
  | { readonly kind: 'end'; readonly state: SyncState; readonly verified: boolean };

/** Decides from the state and the committed rows alone, so that a repeat after a crash decides the same. */
export async function decideNextStep(start: SyncState, view: StoreView): Promise<Step> {
  let state = start;
  for (;;) {
    if (state.phase.name === 'done') return endRun(state, state.phase, view);
    const decided = await decide(state, view);
    state = decided.state;
    const ask = decided.ready ? chooseRequest(state) : undefined;
    if (ask) return { kind: 'ask', state, ask };
  }
}

/** Decides what follows from the rows before any request is built. */
async function decide(state: SyncState, view: StoreView): Promise<{ state: SyncState; ready: boolean }> {
  const { phase } = state;
  if (phase.name === 'judge') return { state: await judgeCounts(state, phase, view), ready: false };
  if (phase.name === 'walk') {
    const decided = await decideWalk(state, view);
    return { state: decided ?? state, ready: decided === undefined };
  }
  if (phase.name === 'audit') {
    const decided = await decideAudit(state, phase, view);
    return { state: decided, ready: decided.phase.name === 'audit' };
  }
  return { state, ready: true };
}

async function endRun(state: SyncState, phase: PhaseOf<'done'>, view: StoreView): Promise<Step> {
  const { unpublished: _, ...ended } = phase;
  if (!phase.verified) return { kind: 'end', state: { ...state, phase: ended }, verified: false };
  const tiers = state.tiers.map((partition) => ({ ...partition, sealed: true, total: null }));
  const sealed = { asOf: findProvenTime(state, phase), total: await view.count({}) };
  return { kind: 'end', state: { ...state, phase: ended, tiers, sealed, file: markProven(state) }, verified: true };
}

/** Data that was complete at a time stays complete as of that time while newer changes are added, so a later look never makes it older. */
function findProvenTime(state: SyncState, phase: PhaseOf<'done'>): number {
  const before = state.sealed?.asOf;
  const proven = phase.asOf ?? before ?? state.touchedAt;
  const isEarlier = before !== undefined && before <= (state.clock ?? 0);
  return isEarlier ? Math.max(before, proven) : proven;
}

/** Chooses the request for a state that needs no further look at the rows. */
function chooseRequest(state: SyncState): SyncRequest | undefined {
  const { phase } = state;
  switch (phase.name) {
    case 'first':
      return askFirst;
    case 'stamp':
      return askStamp;
    case 'walk':
      return askWalk(state);
    case 'probe':
      return askProbe;
    case 'count':
      return askCount(phase);
    case 'pages':
      return askPages(phase);
    case 'audit':
      return askAudit(phase);
    case 'confirm':
      return askConfirm(state, phase);
    case 'recheck':
      return askRecheck(state);
    case 'list':
      return askList(phase);
    case 'judge':
    case 'done':
      return undefined;
  }
}

/** Builds the next request where it follows from this state alone, so that it may be sent while this page is being stored. */
export function askAhead(state: SyncState): SyncRequest | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return isMidPartition(state) ? askWalk(state) : undefined;
  if (phase.name === 'pages') return phase.cursor === null ? undefined : askPages(phase);
  if (phase.name === 'list') return askList(phase);
  return undefined;
}

/**
 * Predicts from the answer's head alone what `askAhead` will return once the answer was taken; undefined where only its records can tell.
 * The prediction may be wrong where the answer breaks a promise, so the sender compares the two.
 */
export function askEarly(state: SyncState, head: PageHead): SyncRequest | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return askWalkAfter(state, head);
  if (phase.name === 'pages') return askPagesAfter(phase, head);
  if (phase.name === 'list') return askListAfter(phase, head);
  return undefined;
}

/** @throws AppFailure service-changed when the answer breaks the order that paging relies on. */
export async function applyResponse(before: SyncState, answer: SyncResponse, view: StoreView): Promise<PhaseResult> {
  const state = countRequest(before);
  const { phase } = state;
  if (answer.kind === 'batch') return applyBatch(state, answer);
  return applyPage(state, phase, answer, view);
}

/** Counts the requests beyond a first walk: a first walk may cost what it needs, everything else is bounded. */
function countRequest(state: SyncState): SyncState {
  const isWalk = state.phase.name === 'first' || state.phase.name === 'stamp' || state.phase.name === 'walk';
  return isWalk ? state : { ...state, run: { ...state.run, asked: state.run.asked + 1 } };
}

function applyBatch(state: SyncState, batch: BatchResponse): PhaseResult {
  if (state.phase.name !== 'confirm') throw new RangeError(`A batch answer in ${state.phase.name}`);
  const result = takeConfirm(state, state.phase, batch);
  const isUnsettled = result.state.phase.name === 'done' && !result.state.phase.verified;
  return isUnsettled ? { ...result, state: dropReading(result.state) } : result;
}

async function applyPage(
  state: SyncState,
  phase: SyncState['phase'],
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  switch (phase.name) {
    case 'first':
      return takeFirst(state, page, view);
    case 'stamp':
      return takeStamp(state, page);
    case 'walk':
      return takeWalk(state, page, view);
    case 'probe':
      return takeProbe(state, phase, page, view);
    case 'count':
      return takeCount(state, phase, page);
    case 'pages':
      return takePages(state, phase, page, view);
    case 'audit':
      return takeAudit(state, phase, page, view);
    case 'recheck':
      return takeRecheck(state, phase, page);
    case 'list':
      return takeList(state, phase, page, view);
    case 'confirm':
    case 'judge':
    case 'done':
      throw new RangeError(`A page in ${phase.name}`);
  }
}
