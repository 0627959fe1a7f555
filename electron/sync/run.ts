/**
 * Performs one sync run: connects the step machine to the client and the store, within the quota, until the data is complete or the run must
 * stop.
 */
import type { Quota, SyncProgress, SyncResult } from '#contract/api.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';
import type { PageAttempts, PageHead } from '#domain/record.ts';
import { applyResponse, buildNextRequest, decideNextStep, predictNextRequest } from './machine.ts';
import { hasMonth, moveMonthFirst } from './partitions.ts';
import { isScrubDue, estimateScrubRequests } from './phases/scrub.ts';
import { resume } from './resume.ts';
import { sendRequest, type SyncResponse, type SyncRequest, type SyncClient } from './service.ts';
import { type PhaseResult, createState, OVERLAP, serializeState, readState, type SyncState } from './state.ts';
import { findReliableTotal } from './status.ts';
import type { SyncStore } from './store.ts';

export interface RunOptions {
  readonly client: SyncClient;
  readonly store: SyncStore;
  /** Local time in epoch milliseconds. It never decides what is read, only how long a pause was. */
  readonly now: () => number;
  /** The ledger's current figures: everything this computer sent with the key today, in this run or not. */
  readonly quota: () => Quota;
  /** Requests reserved for the user; by default 50, at most 5 % of the limit. */
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly full?: boolean | undefined;
  /** Counts every month, at a request each, and corrects what differs. */
  readonly audit?: boolean | undefined;
  /** Reads by the list operation, ⌈records/100⌉ requests each time, and only at the user's request. */
  readonly list?: boolean | undefined;
  /** Also spends some requests a day on changes that counts cannot see. */
  readonly scrub?: boolean | undefined;
  /** `YYYY-MM-01`. A first download reads only this month and ends with it; a complete store already holds every month. */
  readonly month?: string | undefined;
  /** Ends the run once the request under way is stored, so that no request is wasted. */
  readonly pause?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
}

export type SyncOptions = Pick<RunOptions, 'maxRequests' | 'full' | 'audit' | 'list' | 'scrub' | 'month'>;

/**
 * Fills or refreshes the store. A run ends complete, or partial with everything that it fetched: because of the quota or reserve, `maxRequests`,
 * a cancellation, a service fault or being offline (`stopped` is the reason), or because the data changed meanwhile ("not verified yet", `stopped`
 * is null).
 * @throws AppFailure for a missing, rejected or deactivated key and for faults of the store.
 */
export async function runSync(options: RunOptions): Promise<SyncResult> {
  return new Run(options).execute();
}

/** These failures end a run early instead of failing it, so that what was fetched is kept. */
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

/** The most requests that a refresh usually takes. */
const REFRESH_REQUESTS = 3;

type Stop = { readonly stopped: AppError | null };

class Run {
  readonly #options: RunOptions;
  readonly #budget: ReturnType<typeof createBudget>;
  /**
   * Joins the user's signal with the run's own end. It is written by hand because `AbortSignal.any` keeps a long-lived signal in memory.
   */
  readonly #stop = new AbortController();
  #received = 0;
  #scrubLeftOut: SyncResult['scrubLeftOut'] = null;
  readonly #sender: RequestSender<Stop> = {
    send: (request, onHead) => this.#send(request, onHead),
    isPaused: () => this.#options.pause?.aborted === true,
  };

  constructor(options: RunOptions) {
    this.#options = options;
    this.#budget = createBudget(options);
  }

  async execute(): Promise<SyncResult> {
    const { store, now, signal, full = false, audit = false, list = false, scrub = false } = this.#options;
    const text = await store.loadState();
    const storedState = text === undefined ? createState(now()) : readState(text);
    const stop = () => this.#stop.abort();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      // Reading everything includes the scrub's slice.
      const scrubLeftOut = !full && !list ? this.#explainSkippedScrub(storedState) : null;
      const scope = { full, audit, list, scrub: (scrub || storedState.file !== null) && scrubLeftOut === null };
      this.#scrubLeftOut = scrub ? scrubLeftOut : null;
      return await this.#runSteps(resume(storedState, scope, now()));
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
  }

  /** The slice comes before its refresh, so it must leave enough requests for that. */
  #explainSkippedScrub(state: SyncState): SyncResult['scrubLeftOut'] {
    const { sealed, phase } = state;
    if (sealed === null) return 'incomplete';
    if (phase.name === 'pages' && (phase.kind === 'scrub' || phase.kind === 'recent')) return null;
    if (!isScrubDue(state, this.#options.now())) return 'today';
    if (phase.name !== 'done') return 'begun';
    return this.#budget.remaining() < estimateScrubRequests(sealed.total, state.file).max + REFRESH_REQUESTS
      ? 'budget'
      : null;
  }

  async #runSteps(initialState: SyncState): Promise<SyncResult> {
    const { store } = this.#options;
    let state = initialState;
    let prefetched: PrefetchingRequest<Stop> | undefined;
    for (;;) {
      let inFlight = prefetched;
      if (!inFlight) {
        state = this.#putMonthFirst(state);
        if (this.#isMonthRead(state)) return this.#toResult(state, null);
        const step = await decideNextStep(state, store);
        if (step.kind === 'end') return this.#end(step.state, step.verified);
        // The pause is checked only here, because a run that needs no further request is ended, not paused.
        if (this.#options.pause?.aborted) return this.#toResult(state, { code: 'cancelled' });
        state = step.state;
        inFlight = new PrefetchingRequest(step.request, this.#sender);
      }
      const result = await this.#apply(state, await inFlight.answer(state));
      if ('stopped' in result) return this.#toResult(state, result.stopped);
      // The requested month is put first before anything is prefetched, so that no page of another partition comes before it.
      state = this.#putMonthFirst({ ...result.state, touchedAt: this.#options.now() });
      this.#received += result.upsert.length;
      // The next page is under way by now or is sent while this one is stored, so a crash can repeat no more than these two.
      prefetched = this.#isMonthRead(state) ? undefined : inFlight.next(buildNextRequest(state));
      await this.#commit(state, result, state.sealed === null);
      await this.#report(state);
    }
  }

  #putMonthFirst(state: SyncState): SyncState {
    const { month } = this.#options;
    const current = state.tiers.find((partition) => !partition.sealed);
    if (
      month === undefined ||
      state.phase.name !== 'walk' ||
      !current ||
      (current.asked === true && hasMonth(current, month))
    )
      return state;
    const tiers = moveMonthFirst(state.tiers, month);
    return tiers ? { ...state, tiers } : state;
  }

  #isMonthRead(state: SyncState): boolean {
    const { month } = this.#options;
    const isWalking = state.phase.name === 'walk' || (state.phase.name === 'probe' && state.phase.onward === 'walk');
    if (month === undefined || !isWalking) return false;
    return state.tiers.some((partition) => partition.sealed && hasMonth(partition, month));
  }

  /** Rejects only for faults that fail the run; they surface when the answer is awaited. */
  async #send(request: SyncRequest, onHead: (head: PageHead) => void): Promise<SyncResponse | Stop> {
    const { signal } = this.#stop;
    if (signal.aborted) return { stopped: { code: 'cancelled' } };
    let refusal = this.#budget.refusal();
    if (refusal !== undefined) return { stopped: refusal };
    let booked = 0;
    const attempts: PageAttempts = {
      onHead,
      canBook: () => {
        // A request that still waits for its turn is not on its way yet, so a pause takes effect before it.
        if (booked === 0 && this.#sender.isPaused()) return false;
        return (refusal = this.#budget.refusal()) === undefined;
      },
      onBooked: () => {
        booked += 1;
        this.#budget.count();
      },
    };
    try {
      return await sendRequest(this.#options.client, request, signal, attempts);
    } catch (error) {
      // A retry that was not allowed leaves the failure before it; a first attempt has none.
      return booked === 0 && refusal !== undefined ? { stopped: refusal } : toStop(error);
    }
  }

  async #apply(state: SyncState, answer: SyncResponse | Stop): Promise<PhaseResult | Stop> {
    if ('stopped' in answer) {
      if (answer.stopped && !STOPPING.has(answer.stopped.code)) throw new AppFailure(answer.stopped);
      return answer;
    }
    try {
      return await applyResponse(state, answer, this.#options.store);
    } catch (error) {
      if (error instanceof AppFailure && error.error.code === 'service-changed') return { stopped: error.error };
      throw error;
    }
  }

  async #commit(state: SyncState, rows: Pick<PhaseResult, 'upsert' | 'remove'>, publish: boolean): Promise<void> {
    await this.#options.store.commit({
      upsert: rows.upsert,
      remove: rows.remove,
      state: serializeState(state),
      publish,
      overrules: state.file !== null,
    });
  }

  async #end(state: SyncState, verified: boolean): Promise<SyncResult> {
    const endedState = { ...state, touchedAt: this.#options.now() };
    await this.#commit(endedState, { upsert: [], remove: [] }, verified || state.sealed === null);
    return this.#toResult(endedState, null);
  }

  async #report(state: SyncState): Promise<void> {
    const { store, onProgress } = this.#options;
    if (!onProgress) return;
    const held = await store.count({});
    onProgress({ received: this.#received, held, total: findReliableTotal(state), requestsUsed: this.#budget.used() });
  }

  async #toResult(state: SyncState, stopped: AppError | null): Promise<SyncResult> {
    const { store } = this.#options;
    // A prefetched request that is no longer needed is aborted, and nothing is booked after the count below.
    this.#stop.abort();
    const complete = state.phase.name === 'done' && state.phase.verified && !state.phase.unpublished;
    const sealed = state.tiers.filter((partition) => partition.sealed).length;
    return {
      status: complete ? 'complete' : 'partial',
      mode: state.run.mode,
      requestsUsed: this.#budget.used(),
      recordsReceived: this.#received,
      records: await store.countPublished({}),
      total: findReliableTotal(state),
      partitions: { sealed, open: state.tiers.length - sealed },
      resumeAt: findResumeTime(state, stopped),
      stopped:
        stopped?.code === 'quota-exhausted' && state.sealed
          ? { ...stopped, asOf: new Date(state.sealed.asOf).toISOString() }
          : stopped,
      scrubLeftOut: this.#scrubLeftOut,
    };
  }
}

/** A run may continue after the quota's reset or, if the counts changed, when the index has settled. */
function findResumeTime(state: SyncState, stopped: AppError | null): string | null {
  if (stopped?.code === 'quota-exhausted') return stopped.resetsAt;
  const isUnverified = state.phase.name === 'done' && !state.phase.verified;
  return isUnverified ? new Date(state.touchedAt + OVERLAP).toISOString() : null;
}

function toStop(error: unknown): Stop {
  if (error instanceof AppFailure) return { stopped: error.error };
  throw error;
}

const RESERVE = 50;
const RESERVE_SHARE = 0.05;

/** Computes how many requests are reserved for the user, because lookups must stay possible during and after a sync. */
function computeReserve(limit: number): number {
  return Math.min(RESERVE, Math.floor(limit * RESERVE_SHARE));
}

/** Computes the budget of one run: the day's quota less the user's reserve, and the run's own limit. */
function createBudget(options: {
  /** The ledger's figures for everything this computer sent with the key today. */
  readonly quota: () => Quota;
  readonly reserve?: number | undefined;
  readonly maxRequests?: number | undefined;
}) {
  const { quota, maxRequests = Number.POSITIVE_INFINITY } = options;
  let used = 0;
  const countRemaining = ({ limit, used: spent }: Quota) => limit - spent - (options.reserve ?? computeReserve(limit));
  return {
    /** Returns the number of attempts that this run has booked, retries included. Other uses of the key do not count. */
    used: () => used,
    count() {
      used += 1;
    },
    remaining: () => Math.max(0, Math.min(maxRequests - used, countRemaining(quota()))),
    /** Returns why no further attempt may be booked: null for the run's own limit, undefined when one may be booked. */
    refusal(): AppError | null | undefined {
      if (used >= maxRequests) return null;
      const today = quota();
      if (countRemaining(today) > 0) return undefined;
      const { resetsAt, used: usedHere, limit } = today;
      return { code: 'quota-exhausted', resetsAt, reserve: usedHere < limit, usedHere, limit };
    },
  };
}

interface RequestSender<Stop> {
  /** Calls `onHead` with the head of a page as soon as it arrives. */
  send(request: SyncRequest, onHead: (head: PageHead) => void): Promise<SyncResponse | Stop>;
  /** While true, nothing new is prefetched; requests under way are still used. */
  isPaused(): boolean;
}

/**
 * Prefetches pages: while one request is under way, the next one is sent as soon as the ids of the answer determine it, before its records
 * are read.
 */
class PrefetchingRequest<Stop> {
  readonly #request: SyncRequest;
  readonly #sender: RequestSender<Stop>;
  readonly #answer: Promise<SyncResponse | Stop>;
  #state: SyncState | undefined;
  #head: PageHead | undefined;
  #following: PrefetchingRequest<Stop> | undefined;

  constructor(request: SyncRequest, sender: RequestSender<Stop>) {
    this.#request = request;
    this.#sender = sender;
    this.#answer = sender.send(request, (head) => {
      this.#head = head;
      this.#prefetch();
    });
    // A failure is thrown when the answer is awaited; until then an unhandled rejection would end the process.
    this.#answer.catch(() => {});
  }

  /**
   * @param state the state to which the answer will be applied. Everything before it is committed, so only now may the next page be requested:
   * a crash then never repeats more than these two requests.
   */
  answer(state: SyncState): Promise<SyncResponse | Stop> {
    this.#state = state;
    this.#prefetch();
    return this.#answer;
  }

  /** Returns the prefetched request if it is the right one, else a new one; the answer to a wrong one is not read. */
  next(request: SyncRequest | undefined): PrefetchingRequest<Stop> | undefined {
    if (!request) return undefined;
    if (this.#following && toText(this.#following.#request) === toText(request)) return this.#following;
    return this.#sender.isPaused() ? undefined : new PrefetchingRequest(request, this.#sender);
  }

  #prefetch(): void {
    if (!this.#state || !this.#head || this.#following || this.#sender.isPaused()) return;
    const request = predictNextRequest(this.#state, this.#head);
    if (request) this.#following = new PrefetchingRequest(request, this.#sender);
  }
}

const toText = (request: SyncRequest) => JSON.stringify(request);
