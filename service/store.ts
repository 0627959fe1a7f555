/** Defines the store of keys and their daily use, which has two implementations. */
import type { SQLOutputValue } from 'node:sqlite';
import type { Permits } from './upstream/permits.ts';

export interface StoredKey {
  readonly id: number;
  /** The id of the key whose count this one shares: its own, or the first key's after a rotation. */
  readonly account: number;
  readonly digest: string;
  readonly label: string;
  /** The responsible person, or ''. */
  readonly owner: string;
  /** Undefined for keys from before these were stored. */
  readonly lastCharacters?: string;
  readonly createdAt: number;
  /** Requests per UTC day, if it differs from the service's default. */
  readonly dailyQuota?: number;
  readonly deactivatedAt?: number;
  /** The expiry: as issued, after the grace period of a rotation, or by the audit trail if the key comes from a backup. */
  readonly validUntil?: number;
}

export interface ListedKey extends StoredKey {
  readonly lastUsedAt?: number;
  readonly usedToday: number;
}

export interface KeyDraft {
  readonly digest: string;
  readonly label: string;
  readonly owner: string;
  readonly lastCharacters: string;
  readonly dailyQuota?: number;
  readonly validUntil?: number;
}

const trailActions = ['issued', 'rotated', 'deactivated', 'quota'] as const;

/** A change of a key. The audit trail is append-only and stored separately, so that restoring a backup of the keys does not lose it. */
export interface TrailEntry {
  readonly at: number;
  readonly actor: string;
  readonly action: (typeof trailActions)[number];
  readonly key: number;
  readonly label: string;
  readonly owner: string;
  readonly dailyQuota?: number;
  readonly validUntil?: number;
}

export interface KeySet {
  /** Every change of a key raises it. */
  readonly changes: number;
  readonly keys: readonly StoredKey[];
}

export interface BookingResult {
  /** Requests booked by this call; 0 when the quota of the day is used up. */
  readonly granted: number;
  /** Includes the requests of this call. */
  readonly used: number;
  /** The UTC day of the booking, `YYYY-MM-DD`. */
  readonly day: string;
  /** The end of that day in epoch milliseconds. */
  readonly resetsAt: number;
  readonly remainingMilliseconds: number;
}

export interface KeyUse {
  readonly id: number;
  readonly at: number;
}

/** Every method rejects with `StoreAway` if the store cannot be reached or written in time. */
export interface Store {
  /** The number of bookings to make in advance for a busy caller; 1 if that gains nothing. */
  readonly lease: number;
  /** Whether another process may change the keys. */
  readonly shared: boolean;
  /** Turns at the upstream, shared by all instances on this store; absent for a single instance. */
  readonly permits?: Permits;
  /** @param known `changes` of the last key set. @returns undefined if nothing has changed since. */
  readKeys(known?: number): Promise<KeySet | undefined>;
  listKeys(): Promise<readonly ListedKey[]>;
  /** Adds a key; an existing one becomes valid again, with the draft's quota. */
  addKey(draft: KeyDraft): Promise<StoredKey>;
  /** Adds a key with the count, label and quota of an existing one, which stays valid for `graceMs`. @returns undefined if there is no such active key. */
  replaceKey(
    id: number,
    draft: Pick<KeyDraft, 'digest' | 'lastCharacters' | 'validUntil'>,
    graceMs: number,
  ): Promise<StoredKey | undefined>;
  deactivateKey(id: number): Promise<boolean>;
  /** Sets the quota of the key's account. @returns whether there is such a key. */
  setQuota(id: number, dailyQuota: number | undefined): Promise<boolean>;
  /** Oldest first. */
  readTrail(): Promise<readonly TrailEntry[]>;
  /** Durably books up to `count` requests of today, never more than `dailyQuota` in all. They are open until settled. */
  take(account: number, dailyQuota: number, count: number): Promise<BookingResult>;
  /**
   * Settles bookings whose responses begin now; must survive a crash of this program, but not of the machine. @returns false if they were
   * refunded because this instance counted as dead.
   */
  settle(account: number, day: string, count: number): Promise<boolean>;
  /** Undoes open bookings of requests that could not be served, at most the quota per key and day. */
  refund(account: number, day: string, count: number): Promise<void>;
  /** Undoes open bookings that no request used. */
  giveBack(account: number, day: string, count: number): Promise<void>;
  /** Reports that this instance is alive, and refunds open requests of instances that have not done so for a while. */
  beat(): Promise<void>;
  readUsed(account: number): Promise<number>;
  noteUses(uses: readonly KeyUse[]): Promise<void>;
  close(): Promise<void>;
}

/** A row of either store. PostgreSQL returns wide numbers as text; ids, counts and milliseconds fit into a double. */
type Row = Readonly<Record<string, SQLOutputValue>>;

export function toKey(row: Row): StoredKey {
  return {
    id: Number(row['id']),
    account: Number(row['account']),
    digest: String(row['digest']),
    label: String(row['label']),
    owner: String(row['owner']),
    ...(row['last_characters'] === null ? {} : { lastCharacters: String(row['last_characters']) }),
    createdAt: Number(row['created_at']),
    ...toOptional('dailyQuota', row['daily_quota']),
    ...toOptional('deactivatedAt', row['deactivated_at']),
    ...toOptional('validUntil', row['valid_until']),
  };
}

export function toListedKey(row: Row): ListedKey {
  return { ...toKey(row), ...toOptional('lastUsedAt', row['last_used_at']), usedToday: Number(row['used']) };
}

export function toTrailEntry(row: Row): TrailEntry {
  return {
    at: Number(row['at']),
    actor: String(row['actor']),
    action: trailActions.find((action) => action === row['action']) ?? 'issued',
    key: Number(row['key']),
    label: String(row['label']),
    owner: String(row['owner']),
    ...toOptional('dailyQuota', row['daily_quota']),
    ...toOptional('validUntil', row['valid_until']),
  };
}

function toOptional<K extends string>(name: K, value: unknown): Partial<Record<K, number>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name loses its type
  return value === null || value === undefined ? {} : ({ [name]: Number(value) } as Record<K, number>);
}

/** The store cannot be reached, or not in time, so nothing may be served. */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super('The store cannot be reached', { cause });
    this.name = 'StoreAway';
  }
}

/** The service cannot use this store; the message says why and what to do. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable';
}

/** An instance without a sign of life for this time counts as dead, and its later settlements are refused. */
export const ALIVE_MS = 6_000;
