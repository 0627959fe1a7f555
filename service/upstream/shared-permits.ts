/** Shares turns among all instances on one store: each reports its running calls, and the store grants further ones. */
import { describeFault } from '#service/log.ts';
import {
  WaitingQueue,
  defaultPermits,
  type WaitingCount,
  type CallKind,
  type PermitLimits,
  type Permits,
  type Turn,
} from './permits.ts';

/** Holds the full state of an instance rather than a difference, so that the next report makes up for a lost one. */
export interface TurnReport {
  /** Increases, so that the store ignores a report that arrives after a later one. */
  readonly number: number;
  readonly running: number;
  readonly waiting: readonly WaitingCount[];
  /** No instance may begin a call for this time. */
  readonly pauseMilliseconds: number;
  readonly limits: Pick<PermitLimits, 'calls' | 'callRate' | 'searchRate'>;
  /** Running calls count for this time after the last report. */
  readonly leaseMilliseconds: number;
}

export type TurnGrant = readonly WaitingCount[];

/** @throws StoreAway */
export type SendTurnReport = (report: TurnReport) => Promise<TurnGrant>;

export interface SharedLimits extends PermitLimits {
  /** A killed instance holds its turns for this time, which must be more than 1.5 seconds. */
  readonly leaseMilliseconds: number;
}

const LEASE_MILLISECONDS = 6_000;
/** An instance that cannot report aborts its calls this long before they stop counting. */
const MARGIN_MILLISECONDS = 500;
const RENEWAL_MILLISECONDS = 1_000;
/** The interval between reports while calls wait: random within this range, so that all instances have the same chance. */
const REPORT_MILLISECONDS = [25, 75] as const;
/** A free turn is returned after this delay, so that a sequential caller reports an end and a start at once. */
const RETURN_MILLISECONDS = 10;

class TurnLost extends Error {
  override name = 'TurnLost';
}

interface Running {
  readonly lose: () => void;
}

export class SharedPermits implements Permits {
  readonly #sendReport: SendTurnReport;
  readonly #limits: SharedLimits;
  readonly #queue: WaitingQueue;
  readonly #running = new Set<Running>();
  #reportNumber = 0;
  #pause = 0;
  #hasChanged = false;
  #reporting: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #fence: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(sendReport: SendTurnReport, limits: Partial<SharedLimits> = {}) {
    this.#sendReport = sendReport;
    this.#limits = { ...defaultPermits, leaseMilliseconds: LEASE_MILLISECONDS, ...limits };
    this.#queue = new WaitingQueue(this.#limits);
  }

  get state() {
    return { running: this.#running.size, waiting: this.#queue.length };
  }

  take(kind: CallKind, signal: AbortSignal, account: number): Promise<Turn> {
    const turn = this.#queue.enqueue(kind, signal, account);
    this.#requestReport();
    return turn;
  }

  pause(milliseconds: number): void {
    this.#pause = Math.max(this.#pause, milliseconds);
    this.#requestReport();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.refuseAll(1, 'the service ends');
    await this.#reporting;
    for (const { lose } of this.#running) lose();
    this.#running.clear();
    if (this.#reportNumber > 0) await this.#exchangeReport();
    clearTimeout(this.#next);
    clearTimeout(this.#fence);
  }

  /** Sends one report at a time; the next one covers changes that happen meanwhile. */
  #requestReport(): void {
    this.#hasChanged = true;
    if (!this.#isClosed) this.#reporting ??= this.#exchangeReports();
  }

  async #exchangeReports(): Promise<void> {
    clearTimeout(this.#next);
    let pause: number = RENEWAL_MILLISECONDS;
    while (this.#hasChanged && !this.#isClosed) {
      this.#hasChanged = false;
      pause = await this.#exchangeReport();
    }
    this.#reporting = undefined;
    if (this.#queue.length === 0 && this.#running.size === 0) return;
    this.#reportIn(pause);
  }

  #reportIn(milliseconds: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#requestReport(), milliseconds).unref();
  }

  /** @returns milliseconds until the next report. */
  async #exchangeReport(): Promise<number> {
    const sentAt = performance.now();
    const report = this.#createReport();
    try {
      const grant = await this.#sendReport(report);
      const fence = sentAt + this.#limits.leaseMilliseconds - MARGIN_MILLISECONDS;
      this.#setFence(fence);
      // A grant that comes too late is void; the next report returns its turns.
      if (performance.now() < fence) this.#grantTurns(grant);
      else this.#hasChanged = true;
      return this.#queue.length > 0 ? choosePause() : RENEWAL_MILLISECONDS;
    } catch (fault) {
      this.#pause = Math.max(this.#pause, report.pauseMilliseconds);
      this.#queue.refuseAll(1, `no turn: ${describeFault(fault)}`);
      return RENEWAL_MILLISECONDS;
    }
  }

  #createReport(): TurnReport {
    const pauseMilliseconds = this.#pause;
    this.#pause = 0;
    this.#reportNumber += 1;
    return {
      number: this.#reportNumber,
      running: this.#running.size,
      waiting: this.#queue.countAll(),
      pauseMilliseconds,
      limits: this.#limits,
      leaseMilliseconds: this.#limits.leaseMilliseconds,
    };
  }

  #grantTurns(grant: TurnGrant): void {
    for (const { account, reads, searches } of grant) {
      const kinds: CallKind[] = [...Array<'search'>(searches).fill('search'), ...Array<'read'>(reads).fill('read')];
      for (const kind of kinds) {
        const next = this.#queue.dequeue(kind, account);
        // The caller has gone; the next report returns its turn.
        if (next) next.resolve(this.#startTurn());
        else this.#hasChanged = true;
      }
    }
  }

  #startTurn(): Turn {
    const lost = new AbortController();
    const running: Running = { lose: () => lost.abort(new TurnLost('The store was away for too long')) };
    this.#running.add(running);
    const end = () => {
      if (!this.#running.delete(running)) return;
      if (this.#reporting || this.#queue.length > 0) this.#requestReport();
      else this.#reportIn(RETURN_MILLISECONDS);
    };
    return { ok: true, end, lost: lost.signal };
  }

  /** Aborts running calls at this time, when the store may stop counting them. */
  #setFence(time: number): void {
    clearTimeout(this.#fence);
    const delay = Math.max(0, time - performance.now());
    this.#fence = setTimeout(() => {
      for (const { lose } of this.#running) lose();
    }, delay).unref();
  }
}

function choosePause(): number {
  const [shortest, longest] = REPORT_MILLISECONDS;
  return shortest + Math.random() * (longest - shortest);
}
