/**
 * The list fallback is for a service that refuses to filter or sort: each run reads everything, a hundred records a page. It is started
 * only on request.
 */
import { fail } from '#contract/errors.ts';
import { compareIds, isIntegerId, FULL_RANGE } from '../partitions.ts';
import { findNewestChange, notePage } from '../pages.ts';
import type { SyncRequest, PageResponse } from '../service.ts';
import { OVERLAP, type PhaseOf, type SyncState, confirmSuspects, createDonePhase, type PhaseResult } from '../state.ts';
import type { StoreView } from '../store.ts';
import { dropReading, markAllRead } from '../from-file.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import type { RecordRange, PageHead } from '#domain/record.ts';

type List = PhaseOf<'list'>;

export function startList(state: SyncState): SyncState {
  const unread = {
    after: null,
    last: null,
    startedAt: null,
    ascending: true,
    suspects: [],
    pages: 0,
    mark: null,
    isResumed: false,
  };
  return { ...dropReading(state), tiers: [], phase: { name: 'list', ...unread } };
}

export function buildListRequest(phase: List): SyncRequest {
  return { kind: 'list', after: phase.after };
}

export function buildNextListRequest(phase: List, { ids, after }: PageHead): SyncRequest | undefined {
  return after === undefined || ids.length === 0 || hasMetCursor(phase, after)
    ? undefined
    : buildListRequest({ ...phase, after });
}

/**
 * Recognises a cursor that the walk has met before, after which every page would cost a request and bring nothing. The first page of a run may
 * meet the previous run's mark, because the service may have been repaired since a circle ended that run.
 */
function hasMetCursor({ after, mark, isResumed }: List, next: string): boolean {
  return next === after || (next === mark && !isResumed);
}

/** Marks the cursor after each page whose number is a power of two (Brent), so that in any circle of the list the walk meets a mark. */
function chooseMark({ pages, mark }: List, page: PageResponse): string | null {
  const number = pages + 1;
  return Number.isInteger(Math.log2(number)) ? page.after : mark;
}

/**
 * While ids rise from page to page, held ids between them that are not shown are suspect; otherwise nothing can be proven gone.
 * @throws AppFailure service-changed when the list loops.
 */
export async function applyListPage(
  state: SyncState,
  phase: List,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  const isAscending = phase.ascending && hasAscendingIds(page, phase.last);
  const isEnd = page.after === null || page.records.length === 0;
  if (page.after !== null && !isEnd && hasMetCursor(phase, page.after))
    fail({
      code: 'service-changed',
      detail: answers.leadsBack(phase.after, page.after),
    });
  const absent = isAscending ? await findMissingIds(page, phase.last, isEnd, view) : [];
  const readPhase: List = {
    ...phase,
    ascending: isAscending,
    after: page.after,
    last: page.records.at(-1)?.id ?? phase.last,
    startedAt: phase.startedAt ?? page.date ?? findNewestChange(page) ?? state.touchedAt,
    suspects: [...phase.suspects, ...absent],
    ...(phase.isResumed && page.after === phase.mark
      ? { pages: 0, mark: null }
      : { pages: phase.pages + 1, mark: chooseMark(phase, page) }),
    isResumed: false,
  };
  const noted = notePage(state, page);
  return {
    state: isEnd ? endList(noted, readPhase) : { ...noted, phase: readPhase },
    upsert: page.records,
    remove: [],
  };
}

function endList(state: SyncState, read: List): SyncState {
  const asOf = read.startedAt ?? state.touchedAt;
  const tiers = [{ ...FULL_RANGE, cursor: '0', total: null, expected: null, sealed: read.ascending }];
  const phase = read.ascending
    ? confirmSuspects(read.suspects, createDonePhase(true, asOf))
    : createDonePhase(false, null);
  return { ...(read.ascending ? markAllRead(state) : state), tiers, total: null, watermark: asOf - OVERLAP, phase };
}

function hasAscendingIds(page: PageResponse, after: string | null): boolean {
  let previous = after;
  for (const { id } of page.records) {
    if (!isIntegerId(id) || (previous !== null && compareIds(id, previous) <= 0)) return false;
    previous = id;
  }
  return true;
}

async function findMissingIds(
  page: PageResponse,
  after: string | null,
  isEnd: boolean,
  view: StoreView,
): Promise<string[]> {
  const last = page.records.at(-1)?.id;
  const range: RecordRange = {
    ...(after === null ? {} : { idAbove: after }),
    ...(isEnd || last === undefined ? {} : { idBelow: last }),
  };
  const pageIds = new Set(page.records.map((record) => record.id));
  return (await view.ids(range)).filter((id) => !pageIds.has(id));
}
