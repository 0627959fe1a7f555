/** Turns of one instance alone, given in the order of asking; but searches that wait for their second hold up no other read. */
import { Line } from './line.ts';
import { defaultPermits, WINDOW_MILLISECONDS } from './permits.ts';
import type { CallKind, PermitLimits, Permits, Turn } from './permits.ts';

export class LocalPermits implements Permits {
  readonly #limits: PermitLimits;
  readonly #line: Line;
  /** When the last ones ended. */
  readonly #ended: number[] = [];
  #searching = 0;
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<PermitLimits> = {}) {
    this.#limits = { ...defaultPermits, ...limits };
    this.#line = new Line(this.#limits);
  }

  take(kind: CallKind, signal: AbortSignal): Promise<Turn> {
    const turn = this.#line.join(kind, signal);
    this.#pump();
    return turn;
  }

  #pump(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    while (this.#ended[0] !== undefined && this.#ended[0] <= now - WINDOW_MILLISECONDS) this.#ended.shift();
    while (this.#inFlight < this.#limits.calls) {
      const full = this.#searching + this.#ended.length >= this.#limits.searches;
      const next = this.#line.leave(full ? ['read'] : ['read', 'search']);
      if (!next) break;
      next.answer({ ok: true, end: this.#begin(next.kind) });
    }
    const [oldest] = this.#ended;
    if (this.#line.length > 0 && oldest !== undefined && this.#inFlight < this.#limits.calls)
      this.#timer = setTimeout(() => this.#pump(), Math.max(1, oldest + WINDOW_MILLISECONDS - now));
  }

  /** @returns how it ends. */
  #begin(kind: CallKind): () => void {
    this.#inFlight += 1;
    if (kind === 'search') this.#searching += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#inFlight -= 1;
      if (kind === 'search') {
        this.#searching -= 1;
        this.#ended.push(performance.now());
      }
      this.#pump();
    };
  }
}
