/** Prices a sync before it is started. */
import type { SyncResult } from '../../src/contract/api.ts';
import type { RunOptions, SyncOptions } from './run.ts';
import { isScrubDue, scrubRequests } from './phases/scrub.ts';
import { LIST_ROWS, PAGE_ROWS, TOTAL_CEILING } from './service.ts';
import { isFullyRead, looksBeforeWalk } from './resume.ts';
import { readState, type SyncState } from './state.ts';
import { shownTotal } from './status.ts';
import type { SyncStore } from './store.ts';
import { holdsMonth, toRange } from './partitions.ts';
import { DAY_MS } from '../../src/domain/time/day.ts';

export interface SyncPrice {
  readonly mode: SyncResult['mode'];
  readonly min: number;
  /** Of a refresh: the usual number of requests at the rate at which records have arrived; null: one request must find the total first. */
  readonly max: number | null;
  readonly total: number | null;
  /** Requests this answer itself has cost. */
  readonly requestsUsed: number;
}

/** What a first download may take beyond its pages. */
const FIRST_EXTRA = 8;

/** Costs no request; `max` is null before a first download was begun. */
export async function estimatePrice(store: SyncStore, now: number, wish: SyncOptions = {}): Promise<SyncPrice> {
  const text = await store.loadState();
  const state = text === undefined ? undefined : readState(text);
  if (wish.list) return listPrice(state, store);
  // A list walk that stopped before all was here is not resumed: the download begins anew.
  if (!state || state.phase.name === 'first' || (state.phase.name === 'list' && state.sealed === null))
    return { mode: 'download', min: 1, max: null, total: null, requestsUsed: 0 };
  const held = await store.count({});
  const total = shownTotal(state);
  const of = { total, requestsUsed: 0 };
  const looks = looksBeforeWalk(state, now);
  if (state.sealed === null && wish.month !== undefined && looks !== undefined) {
    const unread = Math.max(0, (total ?? held) - held);
    return { mode: 'download', ...(await monthPrice(store, state, wish.month, { unread, looks })), ...of };
  }
  if (state.sealed === null) return { mode: 'download', ...downloadPrice(state, total ?? held, held), ...of };
  // An interrupted full reading continues, whatever starts the next run.
  const { phase } = state;
  if (phase.name === 'pages' && phase.kind === 'full')
    return {
      mode: 'full',
      ...fullPrice(phase.cursor === null ? held : await store.count({ idBelow: phase.cursor })),
      ...of,
    };
  if (wish.full && isFullyRead(state))
    return { mode: 'full', ...refreshPrice(state, state.sealed.asOf, held, now), ...of };
  if (wish.full) return { mode: 'full', ...fullPrice(total ?? held), ...of };
  const reads = (wish.scrub === true || state.file !== null) && phase.name === 'done' && isScrubDue(state, now);
  const slice = reads ? scrubRequests(state.sealed.total, state.file) : { min: 0, max: 0 };
  const price = wish.audit ? await auditPrice(store) : refreshPrice(state, state.sealed.asOf, held, now);
  const mode = wish.audit ? 'audit' : 'refresh';
  return { mode, min: price.min + slice.min, max: price.max + slice.max, ...of };
}

/** Every page, each time. The list has no total: it is known from earlier answers, or not at all. */
async function listPrice(state: SyncState | undefined, store: SyncStore): Promise<SyncPrice> {
  const from = state?.phase.name === 'list' ? state.phase.last : null;
  const held = await store.count(from === null ? {} : { idAbove: from });
  const isWhole = state?.sealed != null;
  const rows = isWhole ? held : Math.max(held, (state && from === null ? shownTotal(state) : null) ?? 0);
  const pages = Math.max(1, Math.ceil(rows / LIST_ROWS));
  const isKnown = isWhole || (from === null && rows > 0);
  const mode = isWhole ? 'full' : 'download';
  return { mode, min: pages, max: isKnown ? pages + 2 : null, total: isKnown ? rows : null, requestsUsed: 0 };
}

/**
 * The price of a first download too: where the total is not known it spends one request, whose page is kept and counts as part of
 * the download.
 * @param runOne a run of at most one request
 * @throws AppFailure as `runSync` does.
 */
export async function askPrice(
  { store, now }: Pick<RunOptions, 'store' | 'now'>,
  runOne: () => Promise<SyncResult>,
  wish: SyncOptions = {},
): Promise<SyncPrice> {
  const known = await estimatePrice(store, now(), wish);
  // One page of the list would not tell how many follow.
  if (known.max !== null || wish.list) return known;
  const { requestsUsed, stopped } = await runOne();
  const told = await estimatePrice(store, now(), wish);
  return { ...told, requestsUsed, ...(stopped ? { max: null } : {}) };
}

function downloadPrice(state: SyncState, total: number, held: number): { min: number; max: number | null } {
  const open = state.tiers.filter((each) => !each.sealed).length;
  const pages = Math.ceil(Math.max(0, total - held) / PAGE_ROWS);
  if (state.total === TOTAL_CEILING) return { min: pages + 1, max: null };
  return { min: Math.max(pages, open > 0 ? 1 : 0) + 1, max: pages + open + 3 };
}

/** The number of records of the month is unknown: at most what is unread around it, and one page that turns out empty. */
async function monthPrice(
  store: SyncStore,
  state: SyncState,
  month: string,
  { unread, looks }: { readonly unread: number; readonly looks: number },
): Promise<{ min: number; max: number | null }> {
  const partition = state.tiers.find((each) => !each.sealed && holdsMonth(each, month));
  if (!partition) return { min: 0, max: 0 };
  if (partition.total === null && state.total === TOTAL_CEILING) return { min: 1 + looks, max: null };
  const around =
    partition.total === null ? unread : Math.max(0, partition.total - (await store.count(toRange(partition))));
  return { min: 1 + looks, max: Math.ceil(around / PAGE_ROWS) + 1 + looks };
}

/** @param told how many records there are, as far as an earlier answer mentioned it: it prices a download that has not begun. */
export function pricedBy(told: number | null, price: SyncPrice, { list, month }: SyncOptions = {}): SyncPrice {
  const isOpen = price.max === null && price.total === null && month === undefined;
  if (!isOpen || told === null || told === TOTAL_CEILING) return price;
  const pages = Math.max(1, Math.ceil(told / LIST_ROWS));
  return { ...price, total: told, ...(list === true ? { min: pages, max: pages + 2 } : priceOfRecords(told)) };
}

/** Of a first download of about so many records, none of which are held. */
export function priceOfRecords(records: number): { min: number; max: number } {
  const pages = Math.ceil(records / PAGE_ROWS);
  return { min: Math.max(1, pages), max: pages + FIRST_EXTRA };
}

function fullPrice(total: number): { min: number; max: number } {
  const pages = Math.ceil(total / PAGE_ROWS);
  return { min: pages, max: pages + 4 };
}

/** A look, every month, what is older or has none, and a closing count. */
async function auditPrice(store: SyncStore): Promise<{ min: number; max: number }> {
  const months = (await store.months({})).filter((each) => each.month !== null).length;
  return { min: months + 2, max: months + 8 };
}

/** Records usually live two years or longer; twice as many changes as new ones. */
const CHANGES_A_DAY = 2 / 730;

function refreshPrice(state: SyncState, asOf: number, held: number, now: number): { min: number; max: number } {
  const days = Math.max(0, now - asOf) / DAY_MS;
  // However long ago it was, or a wrong clock says it was: more than everything cannot have changed.
  const changes = Math.min(held, held * CHANGES_A_DAY * days);
  const begun = state.phase.name === 'pages' || state.phase.name === 'audit' ? 10 : 0;
  return { min: 1, max: 3 + begun + (changes < PAGE_ROWS ? 0 : Math.ceil(changes / PAGE_ROWS)) };
}
