/** Callers that wait for their turn, in the order of asking: so many of each kind, and so long. */
import type { CallKind, PermitLimits, Turn } from './permits.ts';

interface Waiting {
  readonly kind: CallKind;
  readonly answer: (turn: Turn) => void;
}

export class Line {
  readonly #limits: PermitLimits;
  #waiting: Waiting[] = [];

  constructor(limits: PermitLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.length;
  }

  count(kind: CallKind): number {
    return this.#waiting.filter((each) => each.kind === kind).length;
  }

  /** @throws the signal's reason when it is aborted before the turn. */
  join(kind: CallKind, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    if (this.count(kind) >= this.#limits.waiting) return Promise.resolve(this.#refuse(kind));
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const leave = () => {
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
    };
    const late = setTimeout(() => {
      leave();
      waiting.answer(this.#refuse(kind));
    }, this.#limits.patienceMilliseconds);
    const gone = () => {
      clearTimeout(late);
      leave();
      reject(signal.reason);
    };
    const waiting: Waiting = {
      kind,
      answer: (turn) => {
        clearTimeout(late);
        signal.removeEventListener('abort', gone);
        resolve(turn);
      },
    };
    signal.addEventListener('abort', gone, { once: true });
    this.#waiting.push(waiting);
    return promise;
  }

  /** Takes out the first of these kinds. @returns its kind, and how it is answered; undefined where none of them waits. */
  leave(kinds: readonly CallKind[]): Waiting | undefined {
    const at = this.#waiting.findIndex(({ kind }) => kinds.includes(kind));
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** Tells all to come back. */
  turnAway(retrySeconds: number, cause: string): void {
    for (const { answer } of this.#waiting.splice(0)) answer({ ok: false, retrySeconds, cause });
  }

  #refuse(kind: CallKind): Turn {
    const seconds = kind === 'search' ? this.count(kind) / this.#limits.searches : 1;
    return { ok: false, retrySeconds: Math.max(1, Math.ceil(seconds)), cause: 'too many calls wait' };
  }
}
