/** AUDIT finds the rows that one side counts and the other does not, by splitting months × ids until a difference fits on a page or two. */
import type { RecordRange } from '#domain/record.ts';
import { decrementId, toRange } from '../partitions.ts';
import {
  findAbsentIds,
  checkDescending,
  countSearchable,
  isLastPage,
  findLastId,
  countRemainingAfter,
  noteContradiction,
  notePage,
} from '../pages.ts';
import { buildCountSearch, buildIdPageSearch } from '../requests.ts';
import { SEARCH_PAGE_SIZE, TOTAL_CEILING, type SyncRequest, type PageResponse } from '../service.ts';
import {
  type PhaseOf,
  type Rectangle,
  type SyncState,
  confirmSuspects,
  createDonePhase,
  type PhaseResult,
} from '../state.ts';
import type { StoreView } from '../store.ts';
import { startFull } from './id-pages.ts';

type Audit = PhaseOf<'audit'>;

/** After this many audits a run ends as "not verified yet" rather than audit changing data forever. */
const AUDITS_PER_RUN = 2;
/** Reading this many pages is cheaper than splitting them. */
const FEW_PAGES = 2;
/** From this many differences a page, a single month is read and not split. */
const DENSE = 0.7;
/** Under a ceiling of 10,000, a range of this many local rows can be counted even if new rows arrive. */
const COUNTABLE_ROWS = 9_600;
/** After a pause of this many milliseconds the counts of an audit are stale. */
export const AUDIT_PAUSE = 600_000;
/** The requests that an audit or a full walk may still need at its end: reading suspects, a count, another search for unsearchable rows. */
const CLOSING_REQUESTS = 5;

const unreadRectangle: Omit<Rectangle, 'total'> = { capped: false, splitBy: 'month', reading: false, expected: null };

/**
 * @param root the rows created before a settled time, and the service's count of them; when the count is null, only id ranges can be
 * counted.
 */
export async function startAudit(
  state: SyncState,
  root: PhaseOf<'judge'>['root'],
  view: StoreView,
): Promise<SyncState> {
  const audits = state.run.audits + 1;
  if (audits > AUDITS_PER_RUN) return { ...state, phase: createDonePhase(false, null) };
  const isCapped = root.total === null || root.total === TOTAL_CEILING;
  const stack = isCapped ? await listCountableRanges(root.before, view) : [{ ...unreadRectangle, total: root.total }];
  return { ...state, run: { ...state.run, audits }, phase: startRound(root, stack, isCapped, audits > 1) };
}

/** Audits month by month at the user's request: each month is counted, even if the totals agree. */
export async function startMonthAudit(
  state: SyncState,
  root: PhaseOf<'judge'>['root'],
  view: StoreView,
): Promise<SyncState> {
  const monthCounts = await view.months({ createdBefore: root.before });
  const starts = monthCounts.flatMap(({ month }) => month ?? []);
  const rest: Rectangle = {
    ...unreadRectangle,
    total: null,
    splitBy: 'id',
    ...toUpperMonth(starts[0]),
    orNoMonth: true,
  };
  const monthRectangles = starts.map((monthFrom, index) => ({
    ...rest,
    monthFrom,
    orNoMonth: false,
    ...toUpperMonth(starts[index + 1]),
  }));
  return {
    ...state,
    run: { ...state.run, audits: 1 },
    phase: startRound(root, [rest, ...monthRectangles], false, false),
  };
}

function toUpperMonth(month: string | undefined): { monthBelow?: string } {
  return month === undefined ? {} : { monthBelow: month };
}

function startRound(
  root: PhaseOf<'judge'>['root'],
  stack: readonly Rectangle[],
  ceiling: boolean,
  idsOnly: boolean,
): Audit {
  return {
    name: 'audit',
    before: root.before,
    asOf: root.asOf,
    stack: [...stack],
    split: null,
    suspects: [],
    spent: 0,
    differed: false,
    found: 0,
    // If a first audit did not settle the difference, the service may count months differently.
    idsOnly,
    ceiling,
    resumed: false,
  };
}

async function listCountableRanges(before: number, view: StoreView): Promise<Rectangle[]> {
  const ranges: Rectangle[] = [];
  let idAbove: string | undefined;
  for (let index = COUNTABLE_ROWS; ; index += COUNTABLE_ROWS) {
    const id = await view.idAt({ createdBefore: before }, index);
    const above = idAbove === undefined ? {} : { idAbove };
    const below = id === undefined ? {} : { idBelow: id };
    ranges.push({ ...unreadRectangle, ...above, ...below, splitBy: 'id', total: null });
    if (id === undefined) return ranges;
    idAbove = String(BigInt(id) - 1n);
  }
}

/** Drops, splits or opens rectangles until a request is needed or the audit is over. */
export async function decideAudit(state: SyncState, phase: Audit, view: StoreView): Promise<SyncState> {
  let audit = phase;
  while (audit.split === null) {
    const top = audit.stack.at(-1);
    if (!top) return finishAudit(state, audit);
    const endState = await endIfOverspent(state, audit, view);
    if (endState) return endState;
    const below = audit.stack.slice(0, -1);
    const heldRecords = await countSearchable(view, toSpan(audit, top), state.unsearchable);
    if (top.total === heldRecords) {
      audit = { ...audit, stack: below };
      continue;
    }
    if (top.reading || (top.total === null && !top.capped)) break;
    audit = await openOrSplit({ ...audit, differed: true }, top, heldRecords, state, view);
  }
  return { ...state, phase: audit };
}

async function openOrSplit(
  audit: Audit,
  top: Rectangle,
  heldRecords: number,
  state: SyncState,
  view: StoreView,
): Promise<Audit> {
  const below = audit.stack.slice(0, -1);
  const range = toSpan(audit, top);
  const months = await view.months(range);
  const pages = Math.ceil((top.total ?? heldRecords) / SEARCH_PAGE_SIZE);
  const isDense = top.total !== null && months.length === 1 && Math.abs(heldRecords - top.total) >= DENSE * pages;
  if (pages <= FEW_PAGES || heldRecords <= FEW_PAGES * SEARCH_PAGE_SIZE || isDense) {
    return { ...audit, stack: [...below, { ...top, reading: true }] };
  }
  const [half, rest] = await splitRectangle(
    { ...top, splitBy: audit.idsOnly ? 'id' : top.splitBy },
    range,
    heldRecords,
    months,
    view,
  );
  if (top.total === null) return { ...audit, stack: [...below, rest, half] };
  const heldHalf = await countSearchable(view, toSpan(audit, half), state.unsearchable);
  // A half that is small enough is read by the same request that counts it.
  const requestedHalf = { ...half, reading: heldHalf <= FEW_PAGES * SEARCH_PAGE_SIZE };
  return {
    ...audit,
    stack: below,
    split: { half: requestedHalf, rest, total: top.total, heldHalf, heldRest: heldRecords - heldHalf },
  };
}

export function buildAuditRequest(phase: Audit): SyncRequest | undefined {
  const top = phase.split?.half ?? phase.stack.at(-1);
  if (!top) return undefined;
  return top.reading ? buildIdPageSearch(toSpan(phase, top)) : buildCountSearch(toSpan(phase, top));
}

export async function applyAuditPage(
  state: SyncState,
  audit: Audit,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  // After sleep, or with a stopped clock, the computer does not notice the pause itself.
  if (page.date !== null && state.clock !== null && page.date - state.clock > AUDIT_PAUSE)
    return { state: resumeStale({ ...state, clock: page.date }, audit), upsert: [], remove: [] };
  const wasReading = (audit.split?.half ?? audit.stack.at(-1))?.reading === true;
  const spent: Audit = { ...audit, spent: audit.spent + 1 };
  const phase = spent.split ? applyHalfCount(spent, spent.split, page.total) : spent;
  const top = phase.stack.at(-1);
  if (top && wasReading) return applyReadPage(state, phase, top, page, view);
  const nextPhase = top && !audit.split ? applyTopCount(phase, top, page.total) : phase;
  return { state: { ...state, clock: page.date ?? state.clock, phase: nextPhase }, upsert: [], remove: [] };
}

/**
 * Restarts an audit whose counts are too old. The rows that it proved gone are removed, because an audit that takes longer than a day's quota
 * would otherwise start over forever. An audit by months counts the remaining months.
 */
export function resumeStale(state: SyncState, audit: Audit): SyncState {
  if (state.run.mode !== 'audit') return { ...state, phase: confirmThenProbe(audit.suspects) };
  const { half, rest } = audit.split ?? {};
  const openRectangles = [...audit.stack, ...[rest, half].filter((part) => part !== undefined)];
  const stack = openRectangles.map((rectangle) => ({ ...rectangle, total: null, expected: null }));
  return { ...state, run: { ...state.run, audits: 1 }, phase: { ...audit, split: null, stack, resumed: true } };
}

function applyTopCount(phase: Audit, top: Rectangle, total: number | null): Audit {
  const counted = total === null ? { reading: true } : total === TOTAL_CEILING ? { capped: true } : { total };
  return { ...phase, stack: [...phase.stack.slice(0, -1), { ...top, ...counted }] };
}

/** The service counts one half and the other is deduced. If both differ, months (or ids) were the wrong axis. */
function applyHalfCount(phase: Audit, countedSplit: NonNullable<Audit['split']>, halfTotal: number | null): Audit {
  const { half, rest, total, heldHalf, heldRest } = countedSplit;
  if (halfTotal === null || halfTotal > total || halfTotal === TOTAL_CEILING) {
    const uncountedHalf = { ...half, total: null, reading: half.reading || halfTotal === null };
    return { ...phase, split: null, stack: [...phase.stack, { ...rest, total: null }, uncountedHalf] };
  }
  const halfDifference = Math.abs(heldHalf - halfTotal);
  const restDifference = Math.abs(heldRest - (total - halfTotal));
  const isScattered = Math.min(halfDifference, restDifference) > 0.2 * (halfDifference + restDifference);
  const otherAxis = half.splitBy === 'month' ? 'id' : 'month';
  const splitBy = isScattered ? otherAxis : half.splitBy;
  const counted = [
    { ...rest, splitBy, total: total - halfTotal },
    { ...half, splitBy, total: halfTotal },
  ];
  return { ...phase, split: null, stack: [...phase.stack, ...counted] };
}

async function applyReadPage(
  state: SyncState,
  phase: Audit,
  top: Rectangle,
  page: PageResponse,
  view: StoreView,
): Promise<PhaseResult> {
  const cursor = top.idBelow ?? null;
  checkDescending(page, cursor);
  const absent = await findAbsentIds(page, toSpan(phase, top), cursor, view);
  const pageIds = new Set(page.records.map((record) => record.id));
  const below = phase.stack.slice(0, -1);
  const next: Audit = {
    ...phase,
    stack: isLastPage(page) ? below : [...below, toUnreadPart(top, page, absent.length > 0)],
    suspects: [...phase.suspects.filter((id) => !pageIds.has(id)), ...absent],
    found: phase.found + absent.length,
  };
  const noted = notePage(noteContradiction(state, page, top.expected), page);
  return { state: { ...noted, phase: next }, upsert: page.records, remove: [] };
}

/** If a page disproves rows, equal counts below it do not end the reading, because a lagging total would make them equal. */
function toUnreadPart(top: Rectangle, page: PageResponse, isDisproved: boolean): Rectangle {
  const expected = countRemainingAfter(page);
  return { ...top, idBelow: findLastId(page) ?? top.idBelow ?? '0', expected, total: isDisproved ? null : expected };
}

function finishAudit(state: SyncState, audit: Audit): SyncState {
  const { before, asOf, suspects, ceiling, differed, resumed } = audit;
  if (resumed) return { ...state, phase: confirmThenProbe(suspects) };
  if (ceiling && !differed) return { ...state, phase: createDonePhase(true, asOf) };
  const root = { before, asOf, total: null };
  const closingPhase = ceiling
    ? ({ name: 'judge', before, total: TOTAL_CEILING, asOf, root } as const)
    : ({ name: 'count', before, asOf } as const);
  return { ...state, phase: confirmSuspects(suspects, closingPhase) };
}

/** Reads the suspects found so far by id, for which the age of the audit's counts does not matter. */
export function confirmThenProbe(suspects: readonly string[]): SyncState['phase'] {
  return confirmSuspects(suspects, { name: 'probe', onward: 'judge' });
}

/** Beyond half of all pages, a full walk gives the same certainty for fewer requests. If the budget does not allow it, the run ends. */
async function endIfOverspent(state: SyncState, audit: Audit, view: StoreView): Promise<SyncState | undefined> {
  if (state.run.mode === 'audit') return undefined;
  const pages = Math.ceil((await view.count({})) / SEARCH_PAGE_SIZE);
  const budget = 2 * (pages + 6);
  const canAffordFull = state.run.asked + pages + CLOSING_REQUESTS <= budget;
  if (audit.spent > pages / 2 + 6 && canAffordFull) return startFull(state);
  if (state.run.asked + CLOSING_REQUESTS < budget) return undefined;
  return { ...state, phase: confirmSuspects(audit.suspects, createDonePhase(false, null)) };
}

function toSpan(audit: Audit, rectangle: Rectangle): RecordRange {
  return { ...toRange(rectangle), createdBefore: audit.before };
}

type Months = Awaited<ReturnType<StoreView['months']>>;

/** A cut that leaves less than this share on one side gains little. */
const LOPSIDED = 0.2;

/**
 * Cuts a rectangle of the audit at its local median, by recorded month or by id.
 * @returns the newer half, which is cheap to request, and the rest; together they are exactly the rectangle.
 */
async function splitRectangle(
  rectangle: Rectangle,
  range: RecordRange,
  heldRecords: number,
  months: Months,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const byMonth = rectangle.splitBy === 'month' ? splitByMonth(rectangle, heldRecords, months) : undefined;
  return byMonth ?? splitById({ ...rectangle, splitBy: 'id' }, range, heldRecords, view);
}

function splitByMonth(
  rectangle: Rectangle,
  heldRecords: number,
  months: Months,
): readonly [Rectangle, Rectangle] | undefined {
  let newer = 0;
  let best: { month: string; deviation: number } | undefined;
  for (const { month, records } of months.toReversed()) {
    if (month === null) continue;
    newer += records;
    const deviation = Math.abs(newer / heldRecords - 0.5);
    if (!best || deviation < best.deviation) best = { month, deviation };
  }
  if (!best || best.deviation > 0.5 - LOPSIDED) return undefined;
  const hasMonths = rectangle.monthFrom !== undefined || rectangle.monthBelow !== undefined;
  return [
    { ...rectangle, monthFrom: best.month, orNoMonth: false },
    { ...rectangle, monthBelow: best.month, orNoMonth: hasMonths ? rectangle.orNoMonth === true : true },
  ];
}

async function splitById(
  rectangle: Rectangle,
  range: RecordRange,
  heldRecords: number,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const median = await view.idAt(range, Math.floor(heldRecords / 2));
  if (median === undefined) throw new RangeError('Nothing to split');
  return [
    { ...rectangle, idAbove: decrementId(median) },
    { ...rectangle, idBelow: median },
  ];
}
