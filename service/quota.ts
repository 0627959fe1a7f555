/** The daily quota: every request is booked durably, by account and UTC day, before it is served. */
import type { KnownKey } from './keys.ts';
import type { Store, Taken } from './store/store.ts';

const DEFAULT_DAILY_QUOTA = 1_000;

/** After so long without a request, what was booked ahead is handed back; and a request after it books for itself alone. */
const IDLE_MS = 1_000;

export interface Booked {
  /** False, and nothing booked: the day's quota is used up. */
  readonly granted: boolean;
  /** The next UTC midnight by the store's clock, ISO 8601 with milliseconds. */
  readonly resetsAt: string;
}

export interface Quota {
  /** Books one request. @throws StoreAway */
  book(key: KnownKey): Promise<Booked>;
  /** Requests booked today. */
  readUsed(key: KnownKey): Promise<number>;
  /** Hands back what was booked ahead. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (booked: Booked) => void;
  readonly reject: (fault: unknown) => void;
}

export function openQuota(store: Store, now: () => number, dailyQuota = DEFAULT_DAILY_QUOTA): Quota {
  const accounts = new Map<number, Account>();
  const uses = new Map<number, number>();
  let flushing: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(flushing);
    flushing = undefined;
    const noted = [...uses].map(([id, at]) => ({ id, at }));
    uses.clear();
    // When a key was last used is for people: what is lost here is made up by the next use.
    if (noted.length > 0) await store.noteUses(noted).catch(() => {});
  };
  const findAccount = (id: number) => {
    const found = accounts.get(id) ?? new Account(store, id);
    accounts.set(id, found);
    return found;
  };
  return {
    book(key) {
      uses.set(key.id, now());
      flushing ??= setTimeout(() => void flush(), IDLE_MS).unref();
      return findAccount(key.account).book(key.dailyQuota ?? dailyQuota);
    },
    readUsed: (key) => store.readUsed(key.account),
    async close() {
      await Promise.all([flush(), ...[...accounts.values()].map((account) => account.handBack())]);
    },
  };
}

/** What was booked ahead and not used yet. */
interface Lease {
  readonly day: string;
  readonly resetsAt: string;
  /** By this process's monotonic clock, a little early: counted from before the store was asked. */
  readonly endsAt: number;
  left: number;
}

/** The requests of one account: those that wait are booked together, one call of the store at a time. */
class Account {
  readonly #store: Store;
  readonly #id: number;
  #waiting: Waiting[] = [];
  #taking = false;
  #takenAt = Number.NEGATIVE_INFINITY;
  #lease: Lease | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(store: Store, id: number) {
    this.#store = store;
    this.#id = id;
  }

  book(dailyQuota: number): Promise<Booked> {
    const lease = this.#lease;
    if (lease && lease.left > 0 && performance.now() < lease.endsAt) {
      lease.left -= 1;
      this.#idle?.refresh();
      return Promise.resolve({ granted: true, resetsAt: lease.resetsAt });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      void this.#serve(dailyQuota);
    });
  }

  /** What cannot be handed back stays booked: too few are served then, never too many. */
  async handBack(): Promise<void> {
    clearTimeout(this.#idle);
    const lease = this.#lease;
    this.#lease = undefined;
    if (lease && lease.left > 0) await this.#store.giveBack(this.#id, lease.day, lease.left).catch(() => {});
  }

  async #serve(dailyQuota: number): Promise<void> {
    if (this.#taking) return;
    this.#taking = true;
    while (this.#waiting.length > 0) await this.#take(dailyQuota);
    this.#taking = false;
  }

  async #take(dailyQuota: number): Promise<void> {
    const asked = performance.now();
    const busy = asked - this.#takenAt < IDLE_MS;
    const wanted = Math.max(this.#waiting.length, busy ? this.#store.lease : 1);
    this.#takenAt = asked;
    try {
      this.#share(await this.#store.take(this.#id, dailyQuota, wanted), asked);
    } catch (fault) {
      // Booked or not is unknown then: nothing is served on it.
      for (const { reject } of this.#waiting.splice(0)) reject(fault);
    }
  }

  #share({ granted, day, resetsAt, leftMilliseconds }: Taken, asked: number): void {
    const reset = new Date(resetsAt).toISOString();
    const served = this.#waiting.splice(0, granted === 0 ? this.#waiting.length : granted);
    for (const { resolve } of served) resolve({ granted: granted > 0, resetsAt: reset });
    const left = Math.max(0, granted - served.length);
    this.#lease = { day, resetsAt: reset, endsAt: asked + leftMilliseconds, left };
    if (left === 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.handBack(), IDLE_MS).unref();
  }
}
