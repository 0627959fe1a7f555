/**
 * Decides the steps of a sync run without any I/O: it turns a state and the held rows into the next request or the end, and an answer into the
 * next state and its rows.
 */
import { decideAudit, buildAuditRequest, applyAuditPage, startAudit, startMonthAudit } from './phases/audit.ts';
import { buildConfirmRequest, applyConfirmBatch } from './phases/confirm.ts';
import { firstRequest, stampRequest, applyFirstPage, applyStampPage } from './phases/first.ts';
import { buildPageRequest, buildNextPageRequest, applyIdPage } from './phases/id-pages.ts';
import { buildListRequest, buildNextListRequest, applyListPage } from './phases/list.ts';
import { probeRequest, applyProbePage } from './phases/probe.ts';
import { type PhaseResult, type PhaseOf, type SyncState, confirmSuspects, createDonePhase } from './state.ts';
import { buildWalkRequest, buildNextWalkRequest, decideWalk, isMidPartition, applyWalkPage } from './phases/walk.ts';
import { dropReading, markProven } from './from-file.ts';
import {
  type SyncResponse,
  type SyncRequest,
  type BatchResponse,
  type PageResponse,
  TOTAL_CEILING,
} from './service.ts';
import type { StoreView } from './store.ts';
import type { PageHead, RecordRange } from '#domain/record.ts';
import { buildNewestChangesSearch, buildVisibilitySearch } from './requests.ts';
import { countSearchable, hasSettled, noteClocks, notePage } from './pages.ts';

export type Step =
  | { readonly kind: 'request'; readonly state: SyncState; readonly request: SyncRequest }
  | { readonly kind: 'end'; readonly state: SyncState; readonly verified: boolean };

/** Decides from the state and the committed rows alone, so that a repeat after a crash decides the same. */
export async function decideNextStep(start: SyncState, view: StoreView): Promise<Step> {
  let state = start;
  for (;;) {
    if (state.phase.name === 'done') return endRun(state, state.phase, view);
    const decision = await decidePhase(state, view);
    state = decision.state;
    const request = decision.ready ? chooseRequest(state) : undefined;
    if (request) return { kind: 'request', state, request };
  }
}

/** Decides what follows from the rows before any request is built. */
async function decidePhase(state: SyncState, view: StoreView): Promise<{ state: SyncState; ready: boolean }> {
  const { phase } = state;
  if (phase.name === 'judge') return { state: await judgeCounts(state, phase, view), ready: false };
  if (phase.name === 'walk') {
    const nextState = await decideWalk(state, view);
    return { state: nextState ?? state, ready: nextState === undefined };
  }
  if (phase.name === 'audit') {
    const nextState = await decideAudit(state, phase, view);
    return { state: nextState, ready: nextState.phase.name === 'audit' };
  }
  return { state, ready: true };
}

async function endRun(state: SyncState, phase: PhaseOf<'done'>, view: StoreView): Promise<Step> {
  const { unpublished: _, ...endPhase } = phase;
  if (!phase.verified) return { kind: 'end', state: { ...state, phase: endPhase }, verified: false };
  const tiers = state.tiers.map((partition) => ({ ...partition, sealed: true, total: null }));
  const sealed = { asOf: findProvenTime(state, phase), total: await view.count({}) };
  return {
    kind: 'end',
    state: { ...state, phase: endPhase, tiers, sealed, file: markProven(state) },
    verified: true,
  };
}

/** Data that was complete at a time stays complete as of that time while newer changes are added, so a later refresh never makes it older. */
function findProvenTime(state: SyncState, phase: PhaseOf<'done'>): number {
  const previousTime = state.sealed?.asOf;
  const proven = phase.asOf ?? previousTime ?? state.touchedAt;
  const isEarlier = previousTime !== undefined && previousTime <= (state.clock ?? 0);
  return isEarlier ? Math.max(previousTime, proven) : proven;
}

function chooseRequest(state: SyncState): SyncRequest | undefined {
  const { phase } = state;
  switch (phase.name) {
    case 'first':
      return firstRequest;
    case 'stamp':
      return stampRequest;
    case 'walk':
      return buildWalkRequest(state);
    case 'probe':
      return probeRequest;
    case 'count':
      return buildCountRequest(phase);
    case 'pages':
      return buildPageRequest(phase);
    case 'audit':
      return buildAuditRequest(phase);
    case 'confirm':
      return buildConfirmRequest(state, phase);
    case 'recheck':
      return buildRecheckRequest(state);
    case 'list':
      return buildListRequest(phase);
    case 'judge':
    case 'done':
      return undefined;
  }
}

/** Builds the next request if it follows from this state alone, so that it may be sent while this page is being stored. */
export function buildNextRequest(state: SyncState): SyncRequest | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return isMidPartition(state) ? buildWalkRequest(state) : undefined;
  if (phase.name === 'pages') return phase.cursor === null ? undefined : buildPageRequest(phase);
  if (phase.name === 'list') return buildListRequest(phase);
  return undefined;
}

/**
 * Predicts from an answer's head what `buildNextRequest` will return once the answer is applied; undefined if it depends on the records. The
 * prediction may be wrong if the answer breaks a promise, so the sender compares the two.
 */
export function predictNextRequest(state: SyncState, head: PageHead): SyncRequest | undefined {
  const { phase } = state;
  if (phase.name === 'walk') return buildNextWalkRequest(state, head);
  if (phase.name === 'pages') return buildNextPageRequest(phase, head);
  if (phase.name === 'list') return buildNextListRequest(phase, head);
  return undefined;
}

/** @throws AppFailure service-changed when the answer breaks the order that paging relies on. */
export async function applyResponse(previous: SyncState, answer: SyncResponse, view: StoreView): Promise<PhaseResult> {
  const state = countRequest(previous);
  const { phase } = state;
  if (answer.kind === 'batch') return applyBatch(state, answer);
  return applyPage(state, phase, answer, view);
}

/** Counts the requests except those of a first walk, which may cost what it needs; everything else is bounded. */
function countRequest(state: SyncState): SyncState {
  const isWalk = state.phase.name === 'first' || state.phase.name === 'stamp' || state.phase.name === 'walk';
  return isWalk ? state : { ...state, run: { ...state.run, asked: state.run.asked + 1 } };
}

function applyBatch(state: SyncState, batch: BatchResponse): PhaseResult {
  if (state.phase.name !== 'confirm') throw new RangeError(`A batch answer in ${state.phase.name}`);
  const result = applyConfirmBatch(state, state.phase, batch);
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
      return applyFirstPage(state, page, view);
    case 'stamp':
      return applyStampPage(state, page);
    case 'walk':
      return applyWalkPage(state, page, view);
    case 'probe':
      return applyProbePage(state, phase, page, view);
    case 'count':
      return applyCountPage(state, phase, page);
    case 'pages':
      return applyIdPage(state, phase, page, view);
    case 'audit':
      return applyAuditPage(state, phase, page, view);
    case 'recheck':
      return applyRecheckPage(state, phase, page);
    case 'list':
      return applyListPage(state, phase, page, view);
    case 'confirm':
    case 'judge':
    case 'done':
      throw new RangeError(`A page in ${phase.name}`);
  }
}

// Compares the held records with the service's count, and decides between complete, one more request, an audit and "not verified yet".

type Judge = PhaseOf<'judge'>;

/** Decides without a separate request; the next phase sends one. */
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
  // The differing rows may be in flight: they were created too late to be judged and are left to the next refresh.
  const settledCount = await countSearchable(view, { createdBefore: phase.root.before }, state.unsearchable);
  if (isSettled && settledCount === phase.root.total)
    return { ...state, phase: createDonePhase(true, phase.root.asOf) };
  return startAudit(state, phase.root, view);
}

/** COUNT requests the total of the records created before a settled time, with the newest changes among them. */
export function buildCountRequest(phase: PhaseOf<'count'>): SyncRequest {
  return buildNewestChangesSearch({ createdBefore: phase.before });
}

export function applyCountPage(state: SyncState, { before, asOf }: PhaseOf<'count'>, page: PageResponse): PhaseResult {
  const root = { before, asOf, total: page.total };
  const phase: Judge = { name: 'judge', before, total: page.total, asOf, root };
  return { state: { ...notePage(noteClocks(state, page), page), phase }, upsert: page.records, remove: [] };
}

/** Searches for the remembered unsearchable rows once more, because only then may they explain a difference. */
export function buildRecheckRequest(state: SyncState): SyncRequest {
  return buildVisibilitySearch(state.unsearchable.filter((row) => !row.absent).map((row) => row.id));
}

export function applyRecheckPage(state: SyncState, phase: PhaseOf<'recheck'>, page: PageResponse): PhaseResult {
  const noted = notePage(state, page);
  const unsearchable = noted.unsearchable.map((row) => ({ ...row, absent: true }));
  return { state: { ...noted, unsearchable, phase: phase.onward }, upsert: [], remove: [] };
}
