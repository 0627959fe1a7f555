/** The price tag: what a sync is going to cost, before it is started. */
import type { SyncResult } from '../../src/contract/api.ts';
import type { RunOptions } from './run.ts';
import { PAGE_ROWS, TOTAL_CEILING } from './service.ts';
import { readState, type SyncState } from './state.ts';
import { shownTotal } from './status.ts';
import type { SyncStore } from './store.ts';

export interface SyncPrice {
  readonly mode: SyncResult['mode'];
  readonly min: number;
  /** Of a refresh: what it usually takes at the rate at which records were seen to come; null: one request must tell the total first. */
  readonly max: number | null;
  readonly total: number | null;
  /** Requests this answer itself has cost. */
  readonly requestsUsed: number;
}

type Wish = Pick<RunOptions, 'full' | 'audit'>;

/** Costs no request; `max` is null before a first download was begun. */
export async function priceOf(store: SyncStore, now: number, wish: Wish = {}): Promise<SyncPrice> {
  const text = await store.loadState();
  const state = text === undefined ? undefined : readState(text);
  if (!state || state.phase.name === 'first')
    return { mode: 'download', min: 1, max: null, total: null, requestsUsed: 0 };
  const held = await store.count({});
  const total = shownTotal(state);
  const of = { total, requestsUsed: 0 };
  if (state.sealed === null) return { mode: 'download', ...downloadPrice(state, total ?? held, held), ...of };
  if (wish.full) return { mode: 'full', ...fullPrice(total ?? held), ...of };
  if (wish.audit) return { mode: 'audit', ...(await auditPrice(store)), ...of };
  return { mode: 'refresh', ...refreshPrice(state, state.sealed.asOf, held, now), ...of };
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
  wish: Wish = {},
): Promise<SyncPrice> {
  const known = await priceOf(store, now(), wish);
  if (known.max !== null) return known;
  const { requestsUsed, stopped } = await runOne();
  const told = await priceOf(store, now(), wish);
  return { ...told, requestsUsed, ...(stopped ? { max: null } : {}) };
}

function downloadPrice(state: SyncState, total: number, held: number): { min: number; max: number | null } {
  const open = state.tiers.filter((each) => !each.sealed).length;
  const pages = Math.ceil(Math.max(0, total - held) / PAGE_ROWS);
  if (state.total === TOTAL_CEILING) return { min: pages + 1, max: null };
  return { min: Math.max(pages, open > 0 ? 1 : 0) + 1, max: pages + open + 3 };
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

const DAY = 86_400_000;
/** Records usually live two years or longer; twice as many changes as new ones. */
const CHANGES_A_DAY = 2 / 730;

function refreshPrice(state: SyncState, asOf: number, held: number, now: number): { min: number; max: number } {
  const days = Math.max(0, now - asOf) / DAY;
  const changes = held * CHANGES_A_DAY * days;
  const begun = state.phase.name === 'pages' || state.phase.name === 'audit' ? 10 : 0;
  return { min: 1, max: 3 + begun + (changes < PAGE_ROWS ? 0 : Math.ceil(changes / PAGE_ROWS)) };
}
