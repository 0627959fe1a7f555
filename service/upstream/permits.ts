/** Keeps the calls to the upstream within what it takes: callers wait for their turn, and are turned away where that would take too long. */

export type CallKind = 'read' | 'search';

export type Turn =
  | { readonly ok: true; readonly end: () => void }
  /** Too many wait already. */
  | { readonly ok: false; readonly retrySeconds: number };

/** Turns may be shared by several instances of the service: each implementation keeps the limits over all that share it. */
export interface Permits {
  /** Waits for a turn, which its caller ends. @throws the signal's reason when it is aborted first. */
  take(kind: CallKind, signal: AbortSignal): Promise<Turn>;
}

export interface PermitLimits {
  /** In flight at once. */
  readonly calls: number;
  /** Begun within any second. */
  readonly searches: number;
  /** How many wait for a turn, of each kind: many reads turn away no search. */
  readonly waiting: number;
  readonly patienceMilliseconds: number;
}

export const defaultPermits: PermitLimits = { calls: 8, searches: 4, waiting: 64, patienceMilliseconds: 10_000 };

/**
 * A search counts from its beginning until so long after its end: when the upstream counts it, somewhere in between, is not known here. Thus no
 * delay on the way brings more of them into one second.
 */
export const WINDOW_MILLISECONDS = 1_000;

interface Waiting {
  readonly kind: CallKind;
  readonly admit: (turn: Turn) => void;
}

/** For one instance alone. Turns are given in the order of asking, but searches that wait for their second hold up no other read. */
export class LocalPermits implements Permits {
  readonly #limits: PermitLimits;
  /** When the last ones ended. */
  readonly #ended: number[] = [];
  #searching = 0;
  #queue: Waiting[] = [];
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<PermitLimits> = {}) {
    this.#limits = { ...defaultPermits, ...limits };
  }

  take(kind: CallKind, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    if (this.#countWaiting(kind) >= this.#limits.waiting) return Promise.resolve(this.#refuse(kind));
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const leave = () => {
      this.#queue = this.#queue.filter((each) => each !== waiting);
    };
    const late = setTimeout(() => {
      leave();
      waiting.admit(this.#refuse(kind));
    }, this.#limits.patienceMilliseconds);
    const gone = () => {
      clearTimeout(late);
      leave();
      reject(signal.reason);
    };
    const waiting: Waiting = {
      kind,
      admit: (turn) => {
        clearTimeout(late);
        signal.removeEventListener('abort', gone);
        resolve(turn);
      },
    };
    signal.addEventListener('abort', gone, { once: true });
    this.#queue.push(waiting);
    this.#pump();
    return promise;
  }

  #countWaiting(kind: CallKind): number {
    return this.#queue.filter((each) => each.kind === kind).length;
  }

  #refuse(kind: CallKind): Turn {
    const seconds = kind === 'search' ? this.#countWaiting(kind) / this.#limits.searches : 1;
    return { ok: false, retrySeconds: Math.max(1, Math.ceil(seconds)) };
  }

  #pump(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    while (this.#ended[0] !== undefined && this.#ended[0] <= now - WINDOW_MILLISECONDS) this.#ended.shift();
    while (this.#inFlight < this.#limits.calls) {
      const full = this.#searching + this.#ended.length >= this.#limits.searches;
      const at = this.#queue.findIndex(({ kind }) => kind === 'read' || !full);
      const [next] = at < 0 ? [] : this.#queue.splice(at, 1);
      if (!next) break;
      this.#begin(next);
    }
    const [oldest] = this.#ended;
    if (this.#queue.length > 0 && oldest !== undefined && this.#inFlight < this.#limits.calls)
      this.#timer = setTimeout(() => this.#pump(), Math.max(1, oldest + WINDOW_MILLISECONDS - now));
  }

  #begin({ kind, admit }: Waiting): void {
    this.#inFlight += 1;
    if (kind === 'search') this.#searching += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      this.#inFlight -= 1;
      if (kind === 'search') {
        this.#searching -= 1;
        this.#ended.push(performance.now());
      }
      this.#pump();
    };
    admit({ ok: true, end });
  }
}
