/** Counts every request before it is sent, per address, key and UTC day, so that a restart cannot forget what a key has spent. */
import { createHmac, randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Quota } from '#contract/api.ts';
import { fail, type AppError } from '#contract/errors.ts';
import { nameSqliteFaults } from '#electron/host/sqlite-errors.ts';
import { openLedgerDigest, readMark, type LedgerDigest } from './ledger-digest.ts';
import { findNextUtcMidnight, formatUtcDay } from './wire/times.ts';
import { DAY_MS } from '#domain/time/utc.ts';

/** The account whose quota is spent. The key itself is never written: the file holds a salted digest. */
export interface Account {
  readonly origin: string;
  readonly key: string;
}

/** The service's statement that the day's quota is used up. */
export interface Exhaustion {
  /** The UTC timestamp that the service gave; the next UTC midnight if it gave no plausible one. */
  readonly resetsAt: string;
  /** The same instant in epoch milliseconds on this computer's clock, however wrong that clock is. */
  readonly untilMs: number;
  /** The requests this computer had sent in the service's day when the 429 came, including the refused one. */
  readonly usedHere: number;
  /** True when `usedHere` was within the assumed limit: others use this key too, or the limit is lower than assumed. */
  readonly usedElsewhere: boolean;
  readonly limitAssumed: number;
}

export type Ledger = ReturnType<typeof openLedger>;

const SCHEMA = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS salt (only INTEGER PRIMARY KEY CHECK (only = 1), salt BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS booking (
    origin TEXT NOT NULL, key_digest TEXT NOT NULL, utc_day TEXT NOT NULL, used INTEGER NOT NULL,
    PRIMARY KEY (origin, key_digest, utc_day)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS exhaustion (
    origin TEXT NOT NULL, key_digest TEXT NOT NULL, until_ms INTEGER NOT NULL,
    resets_at TEXT NOT NULL, used_here INTEGER NOT NULL, limit_assumed INTEGER NOT NULL,
    PRIMARY KEY (origin, key_digest)
  ) STRICT;
`;

/** A reset further away than this was computed by a clock that has since been set back, and must not block requests forever. */
const LONGEST_WAIT_MS = 72 * 3_600_000;

/**
 * Opens or creates the file (`:memory:` lasts as long as the process). Several processes may share it.
 * @param now epoch milliseconds; decides the UTC day.
 * @throws AppFailure `file-damaged`, `store-in-use`, `disk-full`.
 */
export function openLedger({ path, now = Date.now }: { path: string; now?: () => number }) {
  return nameSqliteFaults(path, () => {
    const notedMark = readMark(path);
    const database = new DatabaseSync(path);
    try {
      database.exec(SCHEMA);
      database.prepare('INSERT OR IGNORE INTO salt (only, salt) VALUES (1, ?)').run(randomBytes(32));
      const digest = openLedgerDigest(database, path, notedMark);
      return new SqliteLedger({ path, database, digest, now });
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

interface LedgerParts {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly digest: LedgerDigest;
  readonly now: () => number;
}

class SqliteLedger {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #ledgerDigest: LedgerDigest;
  readonly #now: () => number;
  readonly #salt: Uint8Array;
  /** The statements are prepared once, because every request uses them. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #digests = new Map<string, string>();

  constructor({ path, database, digest, now }: LedgerParts) {
    this.#path = path;
    this.#database = database;
    this.#ledgerDigest = digest;
    this.#now = now;
    const salt = database.prepare('SELECT salt FROM salt').get()?.['salt'];
    if (!(salt instanceof Uint8Array)) fail({ code: 'file-damaged', detail: path });
    this.#salt = salt;
  }

  /**
   * Books one attempt durably before it is sent.
   * @throws AppFailure `quota-exhausted` (nothing is booked) after a daily 429 until its reset, or when `limit` is reached. A limit above
   * the one assumed at the 429 lifts it: the user states that the key has a higher quota.
   */
  book(account: Account, limit: number): void {
    const digest = this.#digestAccount(account);
    const now = this.#now();
    this.#runChange(() => {
      const exhausted = this.exhaustion(account);
      if (exhausted && limit <= exhausted.limitAssumed) fail(toExhaustedError(exhausted));
      const usedHere = this.#countUsed(account);
      if (usedHere >= limit)
        fail({ code: 'quota-exhausted', resetsAt: findNextReset(now), usedHere, limit, usedElsewhere: false });
      this.#prepare(
        `INSERT INTO booking (origin, key_digest, utc_day, used) VALUES (?, ?, ?, 1)
           ON CONFLICT DO UPDATE SET used = used + 1`,
      ).run(account.origin, digest, formatUtcDay(now));
    });
  }

  /**
   * Counts what this computer sent today against the assumed limit. Without a key, the count of the key that sent most to the address is
   * used; without an address, nothing is counted.
   */
  quota(account: Account | { readonly origin: string } | undefined, limit: number): Quota {
    const resetsAt = findNextReset(this.#now());
    if (!account) return { used: 0, limit, resetsAt };
    if (!('key' in account)) return { used: this.#countMostUsed(account.origin), limit, resetsAt };
    const exhaustion = this.exhaustion(account);
    const used = this.#countUsed(account);
    // A limit raised since then overrides the service's refusal.
    if (!exhaustion || limit > exhaustion.limitAssumed) return { used, limit, resetsAt };
    const { usedHere, usedElsewhere, limitAssumed } = exhaustion;
    return { used, limit, resetsAt: exhaustion.resetsAt, exhausted: { usedHere, usedElsewhere, limit: limitAssumed } };
  }

  /** Remembers a daily 429: no booking until `untilMs` on this computer's clock. @returns the refusal to report. */
  exhaust(account: Account, reset: { resetsAt: string; untilMs: number }, limit: number): AppError {
    // On a wrong clock the service's day spans two of ours, so other users of the key are named only when neither day explains the count.
    const usedHere = this.#countUsed(account, formatUtcDay(reset.untilMs - DAY_MS), formatUtcDay(reset.untilMs - 1));
    const exhaustion = toExhaustion({ ...reset, usedHere, limitAssumed: limit });
    this.#runChange(() => {
      this.#prepare('INSERT OR REPLACE INTO exhaustion VALUES (?, ?, ?, ?, ?, ?)').run(
        account.origin,
        this.#digestAccount(account),
        Math.ceil(reset.untilMs),
        reset.resetsAt,
        usedHere,
        limit,
      );
    });
    return toExhaustedError(exhaustion);
  }

  /** @returns undefined unless the service has stated that the quota is used up. */
  exhaustion(account: Account): Exhaustion | undefined {
    const row = this.#nameFaults(() =>
      this.#prepare('SELECT * FROM exhaustion WHERE origin = ? AND key_digest = ?').get(
        account.origin,
        this.#digestAccount(account),
      ),
    );
    if (!row) return undefined;
    const untilMs = Number(row['until_ms']);
    const waitMs = untilMs - this.#now();
    if (waitMs <= 0 || waitMs > LONGEST_WAIT_MS) return undefined;
    return toExhaustion({
      resetsAt: String(row['resets_at']),
      untilMs,
      usedHere: Number(row['used_here']),
      limitAssumed: Number(row['limit_assumed']),
    });
  }

  close(): void {
    this.#ledgerDigest.close();
    this.#database.close();
  }

  /** Applies all of the work or nothing, and returns only once it is durable. */
  #runChange(work: () => void): void {
    this.#nameFaults(() => this.#prepare('BEGIN IMMEDIATE').run());
    let isDone = false;
    try {
      this.#nameFaults(() => {
        this.#ledgerDigest.check();
        work();
        this.#ledgerDigest.renew();
        this.#prepare('COMMIT').run();
      });
      isDone = true;
    } finally {
      // SQLite itself has already rolled back a commit that failed for lack of space.
      if (!isDone && this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
    this.#ledgerDigest.note();
  }

  #countUsed(account: Account, fromDay = formatUtcDay(this.#now()), toDay = fromDay): number {
    const row = this.#nameFaults(() =>
      this.#prepare(
        'SELECT sum(used) AS used FROM booking WHERE origin = ? AND key_digest = ? AND utc_day BETWEEN ? AND ?',
      ).get(account.origin, this.#digestAccount(account), fromDay, toDay),
    );
    return Number(row?.['used'] ?? 0);
  }

  #countMostUsed(origin: string): number {
    const row = this.#nameFaults(() =>
      this.#prepare('SELECT max(used) AS used FROM booking WHERE origin = ? AND utc_day = ?').get(
        origin,
        formatUtcDay(this.#now()),
      ),
    );
    return Number(row?.['used'] ?? 0);
  }

  #digestAccount({ origin, key }: Account): string {
    const text = `${origin}\n${key}`;
    return getOrCreate(this.#digests, text, () => createHmac('sha256', this.#salt).update(text).digest('hex'));
  }

  #nameFaults<T>(work: () => T): T {
    return nameSqliteFaults(this.#path, work);
  }

  #prepare(sql: string): StatementSync {
    return getOrCreate(this.#statements, sql, () => this.#database.prepare(sql));
  }
}

function getOrCreate<T>(cache: Map<string, T>, name: string, create: () => T): T {
  const value = cache.get(name) ?? create();
  cache.set(name, value);
  return value;
}

function toExhaustion(exhaustion: Omit<Exhaustion, 'usedElsewhere'>): Exhaustion {
  return { ...exhaustion, usedElsewhere: exhaustion.usedHere <= exhaustion.limitAssumed };
}

function toExhaustedError({ resetsAt, usedHere, limitAssumed, usedElsewhere }: Exhaustion): AppError {
  return { code: 'quota-exhausted', resetsAt, usedHere, limit: limitAssumed, usedElsewhere };
}

function findNextReset(now: number): string {
  return new Date(findNextUtcMidnight(now)).toISOString();
}
