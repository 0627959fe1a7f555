/** Keeps the calls to the upstream within its limits: callers wait for a turn and are refused if that would take too long. */

export type CallKind = 'read' | 'search';

export type Turn =
  | {
      readonly ok: true;
      readonly end: () => void;
      /** Aborted if the turn may go to another call before it ends; its own call must stop then. */
      readonly lost?: AbortSignal;
    }
  | {
      readonly ok: false;
      readonly retrySeconds: number;
      readonly cause: string;
      /** The cause: the key has filled its queue, the upstream is at its limit, or the store cannot be reached. */
      readonly reason: 'caller' | 'upstream' | 'store';
    };

/** Limits the calls of one instance, or of all instances that share a store. */
export interface Permits {
  /** Waits for a turn, which the caller must end; accounts alternate. @throws the signal's reason if it is aborted first. */
  take(kind: CallKind, signal: AbortSignal, account: number): Promise<Turn>;
  /** Starts no call for this time, because the upstream has reported its limit. */
  pause(milliseconds: number): void;
  /** For operators; covers this instance only. */
  readonly state: { readonly running: number; readonly waiting: number };
}

/** The upstream counts calls in any interval of `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

export interface PermitLimits {
  readonly calls: number;
  readonly callRate: Rate;
  /** Searches count as calls, too. */
  readonly searchRate: Rate;
  /** Waiting calls per key and kind, on one instance. */
  readonly waiting: number;
  readonly patienceMilliseconds: number;
}

export const defaultPermits: PermitLimits = {
  calls: 8,
  callRate: { count: 100, seconds: 10 },
  searchRate: { count: 5, seconds: 1 },
  waiting: 64,
  patienceMilliseconds: 10_000,
};

/** A token bucket: each call takes a token, and new ones arrive steadily. */
export interface Bucket {
  readonly burst: number;
  readonly perSecond: number;
}

/** This share of the rate stays unused, because calls arrive at the upstream less evenly than they leave here. */
const MARGIN = 0.02;
const BURST = 0.1;

/** @returns a bucket that lets no more than `count` calls through in any interval of the rate. */
export function toBucket({ count, seconds }: Rate): Bucket {
  const burst = Math.max(1, Math.floor(count * BURST));
  return { burst, perSecond: (Math.max(count - burst, count / 2) * (1 - MARGIN)) / seconds };
}

interface WaitingCall {
  readonly resolve: (turn: Turn) => void;
}

/** The first account of a map is next; after its call it moves to the end. */
type Queues = Map<number, WaitingCall[]>;

export interface WaitingCount {
  readonly account: number;
  readonly reads: number;
  readonly searches: number;
}

export class WaitingQueue {
  readonly #limits: PermitLimits;
  readonly #queues: Readonly<Record<CallKind, Queues>> = { read: new Map(), search: new Map() };

  constructor(limits: PermitLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.countAll().reduce((sum, { reads, searches }) => sum + reads + searches, 0);
  }

  has(kind: CallKind): boolean {
    return this.#queues[kind].size > 0;
  }

  countAll(): readonly WaitingCount[] {
    const count = (kind: CallKind, account: number) => this.#queues[kind].get(account)?.length ?? 0;
    const accounts = new Set([...this.#queues.read.keys(), ...this.#queues.search.keys()]);
    return [...accounts].map((account) => ({
      account,
      reads: count('read', account),
      searches: count('search', account),
    }));
  }

  /** @throws the signal's reason when it is aborted before the turn. */
  enqueue(kind: CallKind, signal: AbortSignal, account: number): Promise<Turn> {
    signal.throwIfAborted();
    const queues = this.#queues[kind];
    const queue = queues.get(account) ?? [];
    if (queue.length >= this.#limits.waiting)
      return Promise.resolve(this.#refuse(kind, 'caller', 'too many calls of this key wait'));
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const removeFromQueue = () => {
      const remaining = queue.filter((other) => other !== waiting);
      queue.splice(0, Infinity, ...remaining);
      if (remaining.length === 0 && queues.get(account) === queue) queues.delete(account);
    };
    const timeout = setTimeout(() => {
      removeFromQueue();
      waiting.resolve(this.#refuse(kind, 'upstream', 'too many calls wait'));
    }, this.#limits.patienceMilliseconds);
    const onAbort = () => {
      clearTimeout(timeout);
      removeFromQueue();
      reject(signal.reason);
    };
    const waiting: WaitingCall = {
      resolve: (turn) => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', onAbort);
        resolve(turn);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.push(waiting);
    queues.set(account, queue);
    return promise;
  }

  /** Removes the first waiting call of the next account, or of the given one. */
  dequeue(kind: CallKind, account = this.#queues[kind].keys().next().value): WaitingCall | undefined {
    const queues = this.#queues[kind];
    const queue = account === undefined ? undefined : queues.get(account);
    if (account === undefined || !queue) return undefined;
    queues.delete(account);
    const next = queue.shift();
    if (queue.length > 0) queues.set(account, queue);
    return next;
  }

  refuseAll(retrySeconds: number, cause: string): void {
    for (const queues of Object.values(this.#queues)) {
      for (const { resolve } of [...queues.values()].flat())
        resolve({ ok: false, retrySeconds, cause, reason: 'store' });
      queues.clear();
    }
  }

  #refuse(kind: CallKind, reason: 'caller' | 'upstream', cause: string): Turn {
    const { count, seconds } = kind === 'search' ? this.#limits.searchRate : this.#limits.callRate;
    const queued = [...this.#queues[kind].values()].reduce((sum, { length }) => sum + length, 0);
    return { ok: false, retrySeconds: Math.max(1, Math.ceil((queued * seconds) / count)), cause, reason };
  }
}

export class LocalPermits implements Permits {
  readonly #limits: PermitLimits;
  readonly #queue: WaitingQueue;
  readonly #calls: Tokens;
  readonly #searches: Tokens;
  #inFlight = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<PermitLimits> = {}) {
    this.#limits = { ...defaultPermits, ...limits };
    this.#queue = new WaitingQueue(this.#limits);
    this.#calls = new Tokens(toBucket(this.#limits.callRate));
    this.#searches = new Tokens(toBucket(this.#limits.searchRate));
  }

  get state() {
    return { running: this.#inFlight, waiting: this.#queue.length };
  }

  take(kind: CallKind, signal: AbortSignal, account: number): Promise<Turn> {
    const turn = this.#queue.enqueue(kind, signal, account);
    this.#startWaiting();
    return turn;
  }

  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  #startWaiting(): void {
    clearTimeout(this.#timer);
    while (this.#inFlight < this.#limits.calls) {
      const wait = this.#findWait();
      if (wait > 0) {
        if (wait < Infinity) this.#timer = setTimeout(() => this.#startWaiting(), Math.max(1, Math.ceil(wait)));
        return;
      }
      const kind = this.#queue.has('search') && this.#searches.wait() <= 0 ? 'search' : 'read';
      this.#queue.dequeue(kind)?.resolve({ ok: true, end: this.#startCall(kind) });
    }
  }

  /** @returns milliseconds until the next call may begin; infinite if none waits. */
  #findWait(): number {
    const waits = [
      this.#queue.has('read') ? this.#calls.wait() : Infinity,
      this.#queue.has('search') ? Math.max(this.#calls.wait(), this.#searches.wait()) : Infinity,
    ];
    return Math.max(Math.min(...waits), this.#pausedUntil - performance.now());
  }

  #startCall(kind: CallKind): () => void {
    this.#inFlight += 1;
    this.#calls.take();
    if (kind === 'search') this.#searches.take();
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      this.#inFlight -= 1;
      this.#startWaiting();
    };
  }
}

class Tokens {
  readonly #bucket: Bucket;
  #available: number;
  #updatedAt = performance.now();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.#available = bucket.burst;
  }

  wait(): number {
    const now = performance.now();
    const { burst, perSecond } = this.#bucket;
    this.#available = Math.min(burst, this.#available + ((now - this.#updatedAt) / 1_000) * perSecond);
    this.#updatedAt = now;
    // Tolerates rounding errors of the sum.
    return this.#available > 1 - 1e-9 ? 0 : ((1 - this.#available) / perSecond) * 1_000;
  }

  take(): void {
    this.#available -= 1;
  }
}
