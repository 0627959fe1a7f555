/** What the service stores of its own: keys and how often each was used a day. One interface, two stores. */
import type { Permits } from '../upstream/permits/permits.ts';

export interface StoredKey {
  readonly id: number;
  /** The key whose count this one shares: its own id, or for a rotated key the first's. */
  readonly account: number;
  /** SHA-256 of the key, as hexadecimal text. */
  readonly digest: string;
  readonly label: string;
  /** Undefined for keys of a time when they were not stored. */
  readonly lastCharacters?: string;
  readonly createdAt: number;
  /** Requests a UTC day, where it differs from the service's default. */
  readonly dailyQuota?: number;
  readonly deactivatedAt?: number;
  /** The end of a rotated key's grace time. */
  readonly validUntil?: number;
}

export interface ListedKey extends StoredKey {
  readonly lastUsedAt?: number;
  /** Requests booked today by all keys of the account. */
  readonly usedToday: number;
}

export interface KeyDraft {
  readonly digest: string;
  readonly label: string;
  readonly lastCharacters: string;
  readonly dailyQuota?: number;
}

export interface KeySet {
  /** Raised by every change of a key. */
  readonly changes: number;
  readonly keys: readonly StoredKey[];
}

export interface Taken {
  /** Requests booked now: 0 when the day's quota is used up. */
  readonly granted: number;
  /** The UTC day they are booked on, `YYYY-MM-DD`. */
  readonly day: string;
  /** When that day ends, epoch milliseconds. */
  readonly resetsAt: number;
  /** How much of the day was left by the store's clock. */
  readonly leftMilliseconds: number;
}

export interface KeyUse {
  readonly id: number;
  readonly at: number;
}

/** Every method rejects with `StoreAway` where the store cannot be reached or written in time. */
export interface Store {
  /** The most requests worth booking at once for a caller that sends many; 1 where booking ahead gains nothing. */
  readonly lease: number;
  /** Whether another process may change the keys. */
  readonly shared: boolean;
  /** Turns at the upstream over all instances that share the store; absent where there is one alone. */
  readonly permits?: Permits;
  /** @param known `changes` of the last answer. @returns undefined where nothing has changed since. */
  readKeys(known?: number): Promise<KeySet | undefined>;
  listKeys(): Promise<readonly ListedKey[]>;
  /** Adds a key; one that is there already becomes valid again, with the draft's quota. */
  addKey(draft: KeyDraft): Promise<StoredKey>;
  /** Adds a key that shares the count, label and quota of another, which stays valid until then. @returns undefined where there is no such active key. */
  replaceKey(
    id: number,
    draft: Pick<KeyDraft, 'digest' | 'lastCharacters'>,
    graceMs: number,
  ): Promise<StoredKey | undefined>;
  /** @returns whether there is such a key. */
  deactivateKey(id: number): Promise<boolean>;
  /** Sets the quota of the key's account. @returns whether there is such a key. */
  setQuota(id: number, dailyQuota: number | undefined): Promise<boolean>;
  /** Books up to `wanted` requests of today, durably before it answers, and never more than `dailyQuota` in all. */
  take(account: number, dailyQuota: number, wanted: number): Promise<Taken>;
  /** Undoes bookings of requests that were never served. */
  giveBack(account: number, day: string, count: number): Promise<void>;
  /** Requests booked today. */
  readUsed(account: number): Promise<number>;
  /** Remembers when keys were last used. */
  noteUses(uses: readonly KeyUse[]): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, or not in time: nothing may be served. */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super('The store cannot be reached', { cause });
    this.name = 'StoreAway';
  }
}

/** The store is not one the service may use; the message says why and what to do. */
export class StoreUnfit extends Error {
  override name = 'StoreUnfit';
}
