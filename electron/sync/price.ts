/** Estimates the price of a sync before it is started. */
import type { Output, SyncResult } from '#contract/api.ts';
import type { RunOptions, SyncOptions } from './run.ts';
import { isScrubDue, estimateScrubRequests } from './phases/scrub.ts';
import { LIST_PAGE_SIZE, SEARCH_PAGE_SIZE, TOTAL_CEILING } from './service.ts';
import { isFullyRead, countRequestsBeforeWalk } from './resume.ts';
import { readState, type SyncState } from './state.ts';
import { findReliableTotal } from './status.ts';
import type { SyncStore } from './store.ts';
import { hasMonth, toRange } from './partitions.ts';
import { DAY_MS } from '#domain/time/utc.ts';

/** `max` of a refresh is the usual number of requests at the rate at which records have arrived. */
export type SyncPrice = Readonly<Omit<Output<'sync.price'>, 'quota'>>;

/** The requests that a first download may take beyond its pages. */
const FIRST_EXTRA = 8;

/** Costs no request; `max` is null before a first download was begun. */
export async function estimatePrice(store: SyncStore, now: number, options: SyncOptions = {}): Promise<SyncPrice> {
  const text = await store.loadState();
  const state = text === undefined ? undefined : readState(text);
  if (options.list) return estimateList(state, store);
  // A list walk that stopped early is not resumed: the download starts over.
  if (!state || state.phase.name === 'first' || (state.phase.name === 'list' && state.sealed === null))
    return { mode: 'download', min: 1, max: null, total: null, requestsUsed: 0 };
  const heldRecords = await store.count({});
  const total = findReliableTotal(state);
  const common = { total, requestsUsed: 0 };
  const extra = countRequestsBeforeWalk(state, now);
  if (state.sealed === null && options.month !== undefined && extra !== undefined) {
    const unread = Math.max(0, (total ?? heldRecords) - heldRecords);
    return { mode: 'download', ...(await estimateMonth(store, state, options.month, { unread, extra })), ...common };
  }
  if (state.sealed === null)
    return { mode: 'download', ...estimateDownload(state, total ?? heldRecords, heldRecords), ...common };
  // An interrupted full reading continues, no matter what starts the next run.
  const { phase } = state;
  if (phase.name === 'pages' && phase.kind === 'full')
    return {
      mode: 'full',
      ...estimateFullRead(phase.cursor === null ? heldRecords : await store.count({ idBelow: phase.cursor })),
      ...common,
    };
  if (options.full && isFullyRead(state))
    return { mode: 'full', ...estimateRefresh(state, state.sealed.asOf, heldRecords, now), ...common };
  if (options.full) return { mode: 'full', ...estimateFullRead(total ?? heldRecords), ...common };
  const readsSlice = (options.scrub === true || state.file !== null) && phase.name === 'done' && isScrubDue(state, now);
  const slice = readsSlice ? estimateScrubRequests(state.sealed.total, state.file) : { min: 0, max: 0 };
  const price = options.audit
    ? await estimateAudit(store)
    : estimateRefresh(state, state.sealed.asOf, heldRecords, now);
  const mode = options.audit ? 'audit' : 'refresh';
  return { mode, min: price.min + slice.min, max: price.max + slice.max, ...common };
}

/** Estimates a reading by the list operation. The list has no total, so the total is known from earlier answers or not at all. */
async function estimateList(state: SyncState | undefined, store: SyncStore): Promise<SyncPrice> {
  const lastId = state?.phase.name === 'list' ? state.phase.last : null;
  const heldRecords = await store.count(lastId === null ? {} : { idAbove: lastId });
  const isComplete = state?.sealed != null;
  const rows = isComplete
    ? heldRecords
    : Math.max(heldRecords, (state && lastId === null ? findReliableTotal(state) : null) ?? 0);
  const pages = Math.max(1, Math.ceil(rows / LIST_PAGE_SIZE));
  const isKnown = isComplete || (lastId === null && rows > 0);
  const mode = isComplete ? 'full' : 'download';
  return { mode, min: pages, max: isKnown ? pages + 2 : null, total: isKnown ? rows : null, requestsUsed: 0 };
}

/**
 * Estimates like `estimatePrice`, but also a first download: if the total is unknown, it spends one request, whose page is part of the
 * download.
 * @param runOneRequest a run of at most one request
 * @throws AppFailure as `runSync` does.
 */
export async function fetchPrice(
  { store, now }: Pick<RunOptions, 'store' | 'now'>,
  runOneRequest: () => Promise<SyncResult>,
  options: SyncOptions = {},
): Promise<SyncPrice> {
  const knownPrice = await estimatePrice(store, now(), options);
  // One page of the list would not show how many follow.
  if (knownPrice.max !== null || options.list) return knownPrice;
  const { requestsUsed, stopped } = await runOneRequest();
  const estimate = await estimatePrice(store, now(), options);
  return { ...estimate, requestsUsed, ...(stopped ? { max: null } : {}) };
}

function estimateDownload(state: SyncState, total: number, heldRecords: number): { min: number; max: number | null } {
  const openPartitions = state.tiers.filter((partition) => !partition.sealed).length;
  const pages = Math.ceil(Math.max(0, total - heldRecords) / SEARCH_PAGE_SIZE);
  if (state.total === TOTAL_CEILING) return { min: pages + 1, max: null };
  return { min: Math.max(pages, openPartitions > 0 ? 1 : 0) + 1, max: pages + openPartitions + 3 };
}

/** Estimates at most the unread records around the month and one empty page, because the month's own number of records is unknown. */
async function estimateMonth(
  store: SyncStore,
  state: SyncState,
  month: string,
  { unread, extra }: { readonly unread: number; readonly extra: number },
): Promise<{ min: number; max: number | null }> {
  const partition = state.tiers.find((partition) => !partition.sealed && hasMonth(partition, month));
  if (!partition) return { min: 0, max: 0 };
  if (partition.total === null && state.total === TOTAL_CEILING) return { min: 1 + extra, max: null };
  const rowsAround =
    partition.total === null ? unread : Math.max(0, partition.total - (await store.count(toRange(partition))));
  return { min: 1 + extra, max: Math.ceil(rowsAround / SEARCH_PAGE_SIZE) + 1 + extra };
}

/** @param knownTotal the number of records in an earlier answer, which prices a download that has not begun. */
export function applyKnownTotal(
  knownTotal: number | null,
  price: SyncPrice,
  { list, month }: SyncOptions = {},
): SyncPrice {
  const isUnknown = price.max === null && price.total === null && month === undefined;
  if (!isUnknown || knownTotal === null || knownTotal === TOTAL_CEILING) return price;
  const pages = Math.max(1, Math.ceil(knownTotal / LIST_PAGE_SIZE));
  return {
    ...price,
    total: knownTotal,
    ...(list === true ? { min: pages, max: pages + 2 } : estimateFirstDownload(knownTotal)),
  };
}

/** Estimates a first download of about this many records, none of which are held. */
export function estimateFirstDownload(records: number): { min: number; max: number } {
  const pages = Math.ceil(records / SEARCH_PAGE_SIZE);
  return { min: Math.max(1, pages), max: pages + FIRST_EXTRA };
}

function estimateFullRead(total: number): { min: number; max: number } {
  const pages = Math.ceil(total / SEARCH_PAGE_SIZE);
  return { min: pages, max: pages + 4 };
}

/** Counts a probe, a request for every month, one for everything older or without a month, and a closing count. */
async function estimateAudit(store: SyncStore): Promise<{ min: number; max: number }> {
  const months = (await store.months({})).filter((entry) => entry.month !== null).length;
  return { min: months + 2, max: months + 8 };
}

/** Assumes that records are kept for two years or longer, and that twice as many change as are new. */
const CHANGES_PER_DAY = 2 / 730;

function estimateRefresh(
  state: SyncState,
  asOf: number,
  heldRecords: number,
  now: number,
): { min: number; max: number } {
  const days = Math.max(0, now - asOf) / DAY_MS;
  // A long pause, or a wrong clock, must not estimate more changes than there are records.
  const changes = Math.min(heldRecords, heldRecords * CHANGES_PER_DAY * days);
  const interruptedPages = state.phase.name === 'pages' || state.phase.name === 'audit' ? 10 : 0;
  return {
    min: 1,
    max: 3 + interruptedPages + (changes < SEARCH_PAGE_SIZE ? 0 : Math.ceil(changes / SEARCH_PAGE_SIZE)),
  };
}
