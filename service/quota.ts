/** The daily quota: every request is booked durably, per account and UTC day, before it is served. */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { KnownKey } from './keys.ts';
import type { Store, BookingResult } from './store.ts';

const DEFAULT_DAILY_QUOTA = 1_000;

/** After this idle time, unused bookings are returned, and the next request is booked without further ones. */
const IDLE_MS = 1_000;

/** Bookings in advance for a busy account: this many, or a hundredth of a larger quota, if the store allows it. A crash of the machine may lose them. */
const BOOKINGS_AHEAD = 20;

export interface Booking {
  /** False if the quota of the day is used up; nothing is booked then. */
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The next UTC midnight by the store's clock, ISO 8601 with milliseconds. */
  readonly resetsAt: string;
  readonly resetMilliseconds: number;
  /**
   * Must be called once, before the response begins. @returns false if the booking was refunded meanwhile, so nothing may be served on it.
   * @throws StoreAway
   */
  readonly settle: () => Promise<boolean>;
  /** Must be called instead of `settle` if the request could not be served. Retries until it succeeds. */
  readonly refund: () => Promise<void>;
}

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (fault: unknown) => void;
}

const BEAT_MS = 1_000;
/** An exhausted quota is remembered for this time, after which the store is asked for refunds and changes by other instances. */
const EXHAUSTED_MS = 5_000;
const MAX_STATES = 50;

export type Quota = ReturnType<typeof openQuota>;

export function openQuota(store: Store, now: () => number, dailyQuota = DEFAULT_DAILY_QUOTA) {
  const accounts = new Map<number, Account>();
  const uses = new Map<number, number>();
  let flushing: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(flushing);
    flushing = undefined;
    const entries = [...uses].map(([id, at]) => ({ id, at }));
    uses.clear();
    // The time of last use only informs people, so a failed write is ignored.
    if (entries.length > 0) await store.noteUses(entries).catch(() => {});
  };
  const findAccount = (id: number) => {
    const account = accounts.get(id) ?? new Account(store, id, now);
    accounts.set(id, account);
    return account;
  };
  const heartbeat = setInterval(() => void store.beat().catch(() => undefined), BEAT_MS).unref();
  return {
    /** @throws StoreAway */
    book(key: KnownKey): Promise<Booking> {
      uses.set(key.id, now());
      flushing ??= setTimeout(() => void flush(), IDLE_MS).unref();
      return findAccount(key.account).book(key.dailyQuota ?? dailyQuota);
    },
    readUsed: (key: KnownKey) => store.readUsed(key.account),
    /** @returns the accounts with the lowest share of quota remaining, as far as this instance knows. */
    readState: () =>
      [...accounts]
        .map(([account, { limit, remaining }]) => ({ account, limit, remaining }))
        .toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit)
        .slice(0, MAX_STATES),
    async close() {
      clearInterval(heartbeat);
      await Promise.all([flush(), ...[...accounts.values()].map((account) => account.returnLease())]);
    },
  };
}

/** Bookings in advance; also remembers an exhausted quota. */
interface Lease {
  readonly day: string;
  readonly resetsAt: string;
  /** By the monotonic clock, a little early because it counts from before the call to the store. */
  readonly endsAt: number;
  remaining: number;
  readonly exhausted: boolean;
}

interface Closing<T> extends Waiting<T> {
  readonly day: string;
  readonly count: number;
}

/** The bookings of one account. Waiting ones share one call to the store at a time. */
class Account {
  readonly #store: Store;
  readonly #id: number;
  readonly #now: () => number;
  #waiting: Waiting<Booking>[] = [];
  #settling: Closing<boolean>[] = [];
  #refunding: Closing<void>[] = [];
  #returning: Closing<void>[] = [];
  #isFlushing = false;
  #bookedAt = Number.NEGATIVE_INFINITY;
  #lease: Lease | undefined;
  #idle: NodeJS.Timeout | undefined;
  limit = 0;
  remaining = 0;

  constructor(store: Store, id: number, now: () => number) {
    this.#store = store;
    this.#id = id;
    this.#now = now;
  }

  book(dailyQuota: number): Promise<Booking> {
    // Returns bookings under an old quota, so that a lower quota applies at once.
    if (this.#lease && this.#lease.remaining > 0 && this.limit !== dailyQuota) void this.returnLease();
    const lease = this.#lease;
    const isCurrent = lease && performance.now() < lease.endsAt;
    if (isCurrent && lease.remaining > 0) {
      lease.remaining -= 1;
      this.remaining -= 1;
      return Promise.resolve(this.#toBooking(lease, true));
    }
    if (isCurrent && lease.exhausted && this.#isRemembered(lease, dailyQuota))
      return Promise.resolve(this.#toBooking(lease, false));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.limit = dailyQuota;
      void this.#flush();
    });
  }

  /** Bookings that cannot be returned stay counted: the key gets too few requests then, never too many. */
  async returnLease(): Promise<void> {
    clearTimeout(this.#idle);
    const lease = this.#lease;
    this.#lease = undefined;
    if (lease && lease.remaining > 0) await this.#closeBookings(this.#returning, lease.day, lease.remaining);
  }

  #isRemembered({ resetsAt }: Lease, dailyQuota: number): boolean {
    const isSameDay = this.#now() < Date.parse(resetsAt);
    return isSameDay && this.limit === dailyQuota && performance.now() - this.#bookedAt < EXHAUSTED_MS;
  }

  #toBooking({ day, resetsAt, endsAt }: Lease, granted: boolean): Booking {
    return {
      granted,
      limit: this.limit,
      remaining: granted ? Math.max(0, this.remaining) : 0,
      resetsAt,
      resetMilliseconds: Math.max(0, endsAt - performance.now()),
      settle: () => this.#closeBookings(this.#settling, day),
      refund: () => this.#closeBookings(this.#refunding, day),
    };
  }

  #closeBookings<T>(queue: Closing<T>[], day: string, count = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      queue.push({ day, count, resolve, reject });
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // Everything that arrives in this turn of the event loop shares one call, because each call wakes two threads.
    await endOfTurn();
    while (this.#waiting.length + this.#settling.length + this.#refunding.length + this.#returning.length > 0) {
      for (const [day, closings] of splitByDay(this.#settling)) await this.#settle(day, closings);
      for (const [day, closings] of splitByDay(this.#refunding)) await this.#refund(day, closings);
      for (const [day, closings] of splitByDay(this.#returning)) {
        await this.#store.giveBack(this.#id, day, sumCounts(closings)).catch(() => {});
        for (const { resolve } of closings) resolve();
      }
      if (this.#waiting.length > 0) await this.#bookWaiting();
    }
    this.#isFlushing = false;
  }

  async #settle(day: string, closings: readonly Closing<boolean>[]): Promise<void> {
    try {
      const isSettled = await this.#store.settle(this.#id, day, sumCounts(closings));
      // The store took this instance for dead and has refunded its bookings in advance as well.
      if (!isSettled) this.#lease = undefined;
      for (const { resolve } of closings) resolve(isSettled);
    } catch (fault) {
      for (const { reject } of closings) reject(fault);
    }
  }

  /** A refund waits for the store, but the response does not wait for the refund. */
  async #refund(day: string, closings: readonly Closing<void>[]): Promise<void> {
    const count = sumCounts(closings);
    try {
      await this.#store.refund(this.#id, day, count);
      if (this.#lease?.exhausted) this.#lease = undefined;
    } catch {
      setTimeout(() => void this.#closeBookings(this.#refunding, day, count), IDLE_MS).unref();
    }
    for (const { resolve } of closings) resolve();
  }

  async #bookWaiting(): Promise<void> {
    const startedAt = performance.now();
    const isBusy = startedAt - this.#bookedAt < IDLE_MS;
    const bookingsAhead = Math.min(this.#store.lease, Math.max(BOOKINGS_AHEAD, Math.floor(this.limit / 100)));
    const count = Math.max(this.#waiting.length, isBusy ? bookingsAhead : 1);
    this.#bookedAt = startedAt;
    try {
      this.#distribute(await this.#store.take(this.#id, this.limit, count), startedAt);
    } catch (fault) {
      // It is unknown whether anything was booked, so nothing is served on it.
      for (const { reject } of this.#waiting.splice(0)) reject(fault);
    }
  }

  #distribute({ granted, used, day, resetsAt, remainingMilliseconds }: BookingResult, startedAt: number): void {
    const served = this.#waiting.splice(0, granted === 0 ? this.#waiting.length : granted);
    const lease = {
      day,
      resetsAt: new Date(resetsAt).toISOString(),
      endsAt: startedAt + remainingMilliseconds,
      remaining: Math.max(0, granted - served.length),
      exhausted: granted === 0,
    };
    this.#lease = lease;
    this.remaining = this.limit - used + lease.remaining + served.length;
    for (const { resolve } of served) {
      this.remaining -= 1;
      resolve(this.#toBooking(lease, granted > 0));
    }
    if (lease.exhausted) this.remaining = 0;
    if (lease.remaining === 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.returnLease(), IDLE_MS).unref();
  }
}

function splitByDay<T>(closings: Closing<T>[]): Iterable<[string, readonly Closing<T>[]]> {
  return Map.groupBy(closings.splice(0), ({ day }) => day);
}

function sumCounts(closings: readonly { readonly count: number }[]): number {
  return closings.reduce((sum, { count }) => sum + count, 0);
}
