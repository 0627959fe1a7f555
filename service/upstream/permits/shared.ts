/** Turns over all instances that share a store: each tells the store what it has running, and the store says how much more it may begin. */
import { describeFault } from '../../log/fault-text.ts';
import { Line } from './line.ts';
import { defaultPermits, WINDOW_MILLISECONDS } from './permits.ts';
import type { CallKind, PermitLimits, Permits, Turn } from './permits.ts';

/** All that an instance has and wants. A whole each time, no difference: what was lost on the way is made up for by the next. */
export interface TurnReport {
  /** Counts up: a report that is overtaken by a later one is worth nothing. */
  readonly number: number;
  readonly reads: number;
  readonly searches: number;
  /** For each search that has ended: how long it still counts, in milliseconds. */
  readonly cooling: readonly number[];
  readonly readsWanted: number;
  readonly searchesWanted: number;
  readonly limits: Pick<PermitLimits, 'calls' | 'searches'>;
  /** What is running is counted for so long, unless it is told of again. */
  readonly leaseMilliseconds: number;
}

export interface TurnGrant {
  readonly reads: number;
  readonly searches: number;
  /** Until another search may begin, where that is known. */
  readonly freeInMilliseconds?: number;
}

/** @throws StoreAway */
export type TellTurns = (report: TurnReport) => Promise<TurnGrant>;

export interface SharedLimits extends PermitLimits {
  /** An instance that is killed has its turns so long: more than two and a half seconds. */
  readonly leaseMilliseconds: number;
}

const LEASE_MILLISECONDS = 6_000;
/** An instance that cannot tell of its calls leaves them so long before they are counted no more: a search counts for a second after its end. */
const MARGIN_MILLISECONDS = WINDOW_MILLISECONDS + 500;
const RENEWAL_MILLISECONDS = 1_000;
/** How soon those who wait ask again: others do not tell when they are done. At random, so that instances take turns in being first. */
const ASKING_MILLISECONDS = [25, 75] as const;
/** A turn that is not waited for here is given back so late: who asks one thing after another then tells of an end and a beginning at once. */
const RETURN_MILLISECONDS = 10;

class TurnLost extends Error {
  override name = 'TurnLost';
}

interface Running {
  readonly kind: CallKind;
  readonly lose: () => void;
}

export class SharedPermits implements Permits {
  readonly #tell: TellTurns;
  readonly #limits: SharedLimits;
  readonly #line: Line;
  readonly #running = new Set<Running>();
  /** Until when each ended search counts. */
  #cooling: number[] = [];
  #number = 0;
  #changed = false;
  #telling: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #fence: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(tell: TellTurns, limits: Partial<SharedLimits> = {}) {
    this.#tell = tell;
    this.#limits = { ...defaultPermits, leaseMilliseconds: LEASE_MILLISECONDS, ...limits };
    this.#line = new Line(this.#limits);
  }

  take(kind: CallKind, signal: AbortSignal): Promise<Turn> {
    const turn = this.#line.join(kind, signal);
    this.#follow();
    return turn;
  }

  /** Gives back what it has. */
  async close(): Promise<void> {
    this.#ended = true;
    this.#line.turnAway(1, 'the service ends');
    await this.#telling;
    for (const { lose } of this.#running) lose();
    this.#running.clear();
    if (this.#number > 0) await this.#exchange();
    clearTimeout(this.#next);
    clearTimeout(this.#fence);
  }

  /** One report at a time; what changes meanwhile is told with the next. */
  #follow(): void {
    this.#changed = true;
    if (!this.#ended) this.#telling ??= this.#talk();
  }

  async #talk(): Promise<void> {
    clearTimeout(this.#next);
    let pause: number = RENEWAL_MILLISECONDS;
    while (this.#changed && !this.#ended) {
      this.#changed = false;
      pause = await this.#exchange();
    }
    this.#telling = undefined;
    if (this.#line.length === 0 && this.#running.size === 0) return;
    this.#followIn(pause);
  }

  #followIn(milliseconds: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#follow(), milliseconds).unref();
  }

  /** @returns when to ask again. */
  async #exchange(): Promise<number> {
    const asked = performance.now();
    try {
      const grant = await this.#tell(this.#report(asked));
      const fence = asked + this.#limits.leaseMilliseconds - MARGIN_MILLISECONDS;
      this.#setFence(fence);
      // An answer that comes too late gives nothing: the next report says that nothing was begun.
      if (performance.now() < fence) this.#admit(grant);
      else this.#changed = true;
      return this.#line.length > 0 ? choosePause(grant.freeInMilliseconds) : RENEWAL_MILLISECONDS;
    } catch (fault) {
      this.#line.turnAway(1, `no turn: ${describeFault(fault)}`);
      return RENEWAL_MILLISECONDS;
    }
  }

  #report(now: number): TurnReport {
    this.#cooling = this.#cooling.filter((until) => until > now);
    const searches = [...this.#running].filter(({ kind }) => kind === 'search').length;
    this.#number += 1;
    return {
      number: this.#number,
      reads: this.#running.size - searches,
      searches,
      cooling: this.#cooling.map((until) => until - now),
      readsWanted: this.#line.count('read'),
      searchesWanted: this.#line.count('search'),
      limits: this.#limits,
      leaseMilliseconds: this.#limits.leaseMilliseconds,
    };
  }

  #admit({ reads, searches }: TurnGrant): void {
    const kinds: CallKind[] = [...Array<'search'>(searches).fill('search'), ...Array<'read'>(reads).fill('read')];
    for (const kind of kinds) {
      const next = this.#line.leave([kind]);
      // Who wanted it has gone: the next report gives it back.
      if (next) next.answer(this.#begin(kind));
      else this.#changed = true;
    }
  }

  #begin(kind: CallKind): Turn {
    const lost = new AbortController();
    const running: Running = { kind, lose: () => lost.abort(new TurnLost('The store was away for too long')) };
    this.#running.add(running);
    const end = () => {
      if (!this.#running.delete(running)) return;
      if (kind === 'search') this.#cooling.push(performance.now() + WINDOW_MILLISECONDS);
      if (this.#telling || this.#line.length > 0) this.#follow();
      else this.#followIn(RETURN_MILLISECONDS);
    };
    return { ok: true, end, lost: lost.signal };
  }

  /** After this moment what is running may be counted no more: it is left. */
  #setFence(at: number): void {
    clearTimeout(this.#fence);
    const left = Math.max(0, at - performance.now());
    this.#fence = setTimeout(() => {
      for (const { lose } of this.#running) lose();
    }, left).unref();
  }
}

function choosePause(freeIn = Number.POSITIVE_INFINITY): number {
  const [least, most] = ASKING_MILLISECONDS;
  return Math.max(1, Math.min(freeIn, least + Math.random() * (most - least)));
}
