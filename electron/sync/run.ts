/** One sync run: joins the step machine to the client and the store, within the quota, until the data is complete or it has to stop. */
import type { Quota, SyncProgress, SyncResult } from '../../src/contract/api.ts';
import { AppFailure, type AppError } from '../../src/contract/errors.ts';
import { createBudget, type Budget } from './budget.ts';
import { PrefetchingRequest, type RequestSender } from './prefetching-request.ts';
import { apply, askAhead, next } from './machine.ts';
import type { PhaseResult } from './phases/phase-result.ts';
import { isScrubDue, scrubRequests } from './phases/scrub.ts';
import { resume } from './resume.ts';
import { send, type SyncResponse, type SyncRequest, type SyncClient } from './service.ts';
import { freshState, OVERLAP, printState, readState, type SyncState } from './state.ts';
import { shownTotal } from './status.ts';
import type { SyncStore } from './store.ts';
import { holdsMonth, monthFirst } from './partitions.ts';
import type { PageAttempts, PageHead } from '../../src/domain/records/record-page.ts';

export interface RunOptions {
  readonly client: SyncClient;
  readonly store: SyncStore;
  /** Local time, epoch milliseconds. It never decides what is read, only how long a pause was. */
  readonly now: () => number;
  /** The ledger's current figures: everything this computer sent with the key today, in this run or not. */
  readonly quota: () => Quota;
  /** Requests reserved for the user; by default 50, at most 5 % of the limit. */
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly full?: boolean | undefined;
  /** Count every month, a request each, and correct what differs. */
  readonly audit?: boolean | undefined;
  /** By the list operation, ⌈records/100⌉ requests each time: only at the user's request. */
  readonly list?: boolean | undefined;
  /** Also spend some requests a day on changes that counts cannot see. */
  readonly scrub?: boolean | undefined;
  /** `YYYY-MM-01`: a first download reads only this month now, and the run ends with it. A complete store knows every month. */
  readonly month?: string | undefined;
  /** Ends the run once the request under way is stored: no request is wasted. */
  readonly pause?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
}

/** What a person may ask of a run. */
export type SyncOptions = Pick<RunOptions, 'maxRequests' | 'full' | 'audit' | 'list' | 'scrub' | 'month'>;

/**
 * Fills or refreshes the store. Ends complete, or partial with everything fetched kept: by quota or reserve, `maxRequests`,
 * cancel, service faults or being offline (`stopped` says which), or because the data moved on ("not verified yet", `stopped` null).
 * @throws AppFailure for a missing, rejected or deactivated key and for faults of the store.
 */
export async function runSync(options: RunOptions): Promise<SyncResult> {
  const run = new Run(options);
  return run.toEnd();
}

/** Failures that end a run early instead of failing it: what was fetched is kept. */
const STOPPING = new Set<AppError['code']>([
  'quota-exhausted',
  'cancelled',
  'offline',
  'service-busy',
  'service-failed',
  'upstream-failed',
  'service-changed',
  'filter-invalid',
]);

/** What a refresh usually takes at most. */
const REFRESH_REQUESTS = 3;

type Stop = { readonly stopped: AppError | null };

class Run {
  readonly #options: RunOptions;
  readonly #budget: Budget;
  /** The user's signal and the run's own end as one. By hand: `AbortSignal.any` keeps hold of a long-lived signal. */
  readonly #stop = new AbortController();
  #received = 0;
  #scrubLeftOut: SyncResult['scrubLeftOut'] = null;
  readonly #line: RequestSender<Stop> = {
    send: (ask, onHead) => this.#send(ask, onHead),
    isPaused: () => this.#options.pause?.aborted === true,
  };

  constructor(options: RunOptions) {
    this.#options = options;
    this.#budget = createBudget(options);
  }

  async toEnd(): Promise<SyncResult> {
    const { store, now, signal, full = false, audit = false, list = false, scrub = false } = this.#options;
    const text = await store.loadState();
    const found = text === undefined ? freshState(now()) : readState(text);
    const stop = () => this.#stop.abort();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      // Reading everything includes the slice.
      const leftOut = !full && !list ? this.#whyNoScrub(found) : null;
      const wish = { full, audit, list, scrub: (scrub || found.file !== null) && leftOut === null };
      this.#scrubLeftOut = scrub ? leftOut : null;
      return await this.#steps(resume(found, wish, now()));
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
  }

  /** The slice comes before its refresh: it must leave enough requests for that. */
  #whyNoScrub(state: SyncState): SyncResult['scrubLeftOut'] {
    const { sealed, phase } = state;
    if (sealed === null) return 'incomplete';
    if (phase.name === 'pages' && (phase.kind === 'scrub' || phase.kind === 'recent')) return null;
    if (!isScrubDue(state, this.#options.now())) return 'today';
    if (phase.name !== 'done') return 'begun';
    return this.#budget.left() < scrubRequests(sealed.total, state.file).max + REFRESH_REQUESTS ? 'budget' : null;
  }

  async #steps(from: SyncState): Promise<SyncResult> {
    const { store } = this.#options;
    let state = from;
    let ahead: PrefetchingRequest<Stop> | undefined;
    for (;;) {
      let flight = ahead;
      if (!flight) {
        state = this.#aimed(state);
        if (this.#isMonthRead(state)) return this.#result(state, null);
        const step = await next(state, store);
        if (step.kind === 'end') return this.#end(step.state, step.verified);
        // Only now: a run that needs no further request is ended, not paused.
        if (this.#options.pause?.aborted) return this.#result(state, { code: 'cancelled' });
        state = step.state;
        flight = new PrefetchingRequest(step.ask, this.#line);
      }
      const taken = await this.#take(state, await flight.answer(state));
      if ('stopped' in taken) return this.#result(state, taken.stopped);
      // Set before anything is prefetched: a requested month comes before the part that a look was taken in.
      state = this.#aimed({ ...taken.state, touchedAt: this.#options.now() });
      this.#received += taken.upsert.length;
      // The next page is under way by now, or is sent while this one is stored: a crash can repeat no more than these two.
      ahead = this.#isMonthRead(state) ? undefined : flight.next(askAhead(state));
      await this.#commit(state, taken, state.sealed === null);
      await this.#report(state);
    }
  }

  /** A requested month comes first. */
  #aimed(state: SyncState): SyncState {
    const { month } = this.#options;
    const at = state.tiers.find((each) => !each.sealed);
    if (month === undefined || state.phase.name !== 'walk' || !at || (at.asked === true && holdsMonth(at, month)))
      return state;
    const tiers = monthFirst(state.tiers, month);
    return tiers ? { ...state, tiers } : state;
  }

  #isMonthRead(state: SyncState): boolean {
    const { month } = this.#options;
    const walks = state.phase.name === 'walk' || (state.phase.name === 'probe' && state.phase.onward === 'walk');
    if (month === undefined || !walks) return false;
    return state.tiers.some((each) => each.sealed && holdsMonth(each, month));
  }

  /** Never rejects but for faults that fail the run: those are thrown when the answer is taken. */
  async #send(ask: SyncRequest, onHead: (head: PageHead) => void): Promise<SyncResponse | Stop> {
    const { signal } = this.#stop;
    if (signal.aborted) return { stopped: { code: 'cancelled' } };
    let refusal = this.#budget.refusal();
    if (refusal !== undefined) return { stopped: refusal };
    let booked = 0;
    const attempts: PageAttempts = {
      onHead,
      mayBook: () => {
        // A request that still waits for its turn is not on its way yet: a pause comes before it.
        if (booked === 0 && this.#line.isPaused()) return false;
        return (refusal = this.#budget.refusal()) === undefined;
      },
      onBooked: () => {
        booked += 1;
        this.#budget.count();
      },
    };
    try {
      return await send(this.#options.client, ask, signal, attempts);
    } catch (error) {
      // A retry that was not allowed leaves the failure before it; a first attempt has none.
      return booked === 0 && refusal !== undefined ? { stopped: refusal } : stopFor(error);
    }
  }

  async #take(state: SyncState, answer: SyncResponse | Stop): Promise<PhaseResult | Stop> {
    if ('stopped' in answer) {
      if (answer.stopped && !STOPPING.has(answer.stopped.code)) throw new AppFailure(answer.stopped);
      return answer;
    }
    try {
      return await apply(state, answer, this.#options.store);
    } catch (error) {
      if (error instanceof AppFailure && error.error.code === 'service-changed') return { stopped: error.error };
      throw error;
    }
  }

  async #commit(state: SyncState, rows: Pick<PhaseResult, 'upsert' | 'remove'>, publish: boolean): Promise<void> {
    await this.#options.store.commit({
      upsert: rows.upsert,
      remove: rows.remove,
      state: printState(state),
      publish,
      overrules: state.file !== null,
    });
  }

  async #end(state: SyncState, verified: boolean): Promise<SyncResult> {
    const ended = { ...state, touchedAt: this.#options.now() };
    await this.#commit(ended, { upsert: [], remove: [] }, verified || state.sealed === null);
    return this.#result(ended, null);
  }

  async #report(state: SyncState): Promise<void> {
    const { store, onProgress } = this.#options;
    if (!onProgress) return;
    const held = await store.count({});
    onProgress({ received: this.#received, held, total: shownTotal(state), requestsUsed: this.#budget.used() });
  }

  async #result(state: SyncState, stopped: AppError | null): Promise<SyncResult> {
    const { store } = this.#options;
    // A prefetched request that is no longer needed is aborted, and nothing is booked after the count below.
    this.#stop.abort();
    const complete = state.phase.name === 'done' && state.phase.verified && !state.phase.unpublished;
    const sealed = state.tiers.filter((each) => each.sealed).length;
    return {
      status: complete ? 'complete' : 'partial',
      mode: state.run.mode,
      requestsUsed: this.#budget.used(),
      recordsReceived: this.#received,
      records: await store.countPublished({}),
      total: shownTotal(state),
      partitions: { sealed, open: state.tiers.length - sealed },
      resumeAt: resumeAt(state, stopped),
      stopped:
        stopped?.code === 'quota-exhausted' && state.sealed ? { ...stopped, asOf: asOfText(state.sealed) } : stopped,
      scrubLeftOut: this.#scrubLeftOut,
    };
  }
}

function asOfText({ asOf }: { readonly asOf: number }): string {
  return new Date(asOf).toISOString();
}

/** After the quota's reset; where the counts moved on, when the index has settled. */
function resumeAt(state: SyncState, stopped: AppError | null): string | null {
  if (stopped?.code === 'quota-exhausted') return stopped.resetsAt;
  const isUnverified = state.phase.name === 'done' && !state.phase.verified;
  return isUnverified ? new Date(state.touchedAt + OVERLAP).toISOString() : null;
}

function stopFor(error: unknown): Stop {
  if (error instanceof AppFailure) return { stopped: error.error };
  throw error;
}
