/** Counts every request before it is sent, per address, key and UTC day, so that a restart cannot forget what a key has spent. */
import { createHmac, randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Quota } from '../../../src/contract/api.ts';
import { fail, type AppError } from '../../../src/contract/errors.ts';
import { namingSqliteFaults } from '../../host/sqlite-errors.ts';
import { openLedgerDigest, readMark, type LedgerDigest } from './ledger-digest.ts';
import { nextUtcMidnight, utcDay } from '../wire/times.ts';
import { DAY_MS } from '../../../src/domain/time/day.ts';

/** Whose quota is spent. The key itself is never written: the file holds a salted digest. */
export interface Account {
  readonly origin: string;
  readonly key: string;
}

/** The service said that the day's quota is used up. */
export interface Exhaustion {
  /** UTC timestamp as the service gave it; the next UTC midnight if it gave none that is plausible. */
  readonly resetsAt: string;
  /** The same instant on this computer's clock, however wrong that clock is. Epoch milliseconds. */
  readonly untilMs: number;
  /** What this computer had sent in the service's day when the 429 came, the refused request included. */
  readonly usedHere: number;
  /** True when that was within the assumed limit: others use this key too, or the limit is lower than assumed. */
  readonly usedElsewhere: boolean;
  /** The limit that was assumed when the service said so. */
  readonly limitAssumed: number;
}

export interface Ledger {
  /**
   * Books one attempt, durably, before it is sent.
   * @throws AppFailure `quota-exhausted` (nothing is booked) after a daily 429 until its reset, or when `limit` is reached. A limit above
   * the one assumed when the 429 came lifts it: the user states that the key has a higher quota.
   */
  book(account: Account, limit: number): void;
  /**
   * What this computer sent today against the assumed limit. Without a key at hand: the count of the key that sent most to that address;
   * without an address: nothing.
   */
  quota(account: Account | { readonly origin: string } | undefined, limit: number): Quota;
  /** Remembers a daily 429: no booking until `untilMs` on this computer's clock. @returns the refusal to report. */
  exhaust(account: Account, reset: { readonly resetsAt: string; readonly untilMs: number }, limit: number): AppError;
  /** @returns undefined when requests may be sent, as far as the service has said. */
  exhaustion(account: Account): Exhaustion | undefined;
  close(): void;
}

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

/** A reset farther away than this was written by a clock that has since been set back: it must not block forever. */
const LONGEST_WAIT_MS = 72 * 3_600_000;

/**
 * Opens or creates the file (`:memory:` for one that lasts as long as the process). Several processes may share it.
 * @param now epoch milliseconds; decides the UTC day.
 * @throws AppFailure `file-damaged`, `store-in-use`, `disk-full`.
 */
export function openLedger({ path, now = Date.now }: { path: string; now?: () => number }): Ledger {
  return namingSqliteFaults(path, () => {
    const noted = readMark(path);
    const database = new DatabaseSync(path);
    try {
      database.exec(SCHEMA);
      database.prepare('INSERT OR IGNORE INTO salt (only, salt) VALUES (1, ?)').run(randomBytes(32));
      const digest = openLedgerDigest(database, path, noted);
      return new SqliteLedger({ path, database, digest, now });
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

interface Opened {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly digest: LedgerDigest;
  readonly now: () => number;
}

class SqliteLedger implements Ledger {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #ledgerDigest: LedgerDigest;
  readonly #now: () => number;
  readonly #salt: Uint8Array;
  /** On the path of every request, so the statements are prepared once. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #digests = new Map<string, string>();

  constructor({ path, database, digest, now }: Opened) {
    this.#path = path;
    this.#database = database;
    this.#ledgerDigest = digest;
    this.#now = now;
    const salt = database.prepare('SELECT salt FROM salt').get()?.['salt'];
    if (!(salt instanceof Uint8Array)) fail({ code: 'file-damaged', detail: path });
    this.#salt = salt;
  }

  book(account: Account, limit: number): void {
    const digest = this.#digest(account);
    const now = this.#now();
    this.#change(() => {
      const exhausted = this.exhaustion(account);
      if (exhausted && limit <= exhausted.limitAssumed) fail(exhaustedError(exhausted));
      const usedHere = this.#used(account);
      if (usedHere >= limit)
        fail({ code: 'quota-exhausted', resetsAt: nextReset(now), usedHere, limit, usedElsewhere: false });
      this.#prepared(
        `INSERT INTO booking (origin, key_digest, utc_day, used) VALUES (?, ?, ?, 1)
           ON CONFLICT DO UPDATE SET used = used + 1`,
      ).run(account.origin, digest, utcDay(now));
    });
  }

  quota(account: Account | { readonly origin: string } | undefined, limit: number): Quota {
    const resetsAt = nextReset(this.#now());
    if (!account) return { used: 0, limit, resetsAt };
    if (!('key' in account)) return { used: this.#mostUsed(account.origin), limit, resetsAt };
    const told = this.exhaustion(account);
    const used = this.#used(account);
    // A limit raised since overrides the service's refusal.
    if (!told || limit > told.limitAssumed) return { used, limit, resetsAt };
    const { usedHere, usedElsewhere, limitAssumed } = told;
    return { used, limit, resetsAt: told.resetsAt, exhausted: { usedHere, usedElsewhere, limit: limitAssumed } };
  }

  exhaust(account: Account, reset: { resetsAt: string; untilMs: number }, limit: number): AppError {
    // On a wrong clock the service's day spans two of ours: other users of the key are named only when neither day explains the count.
    const usedHere = this.#used(account, utcDay(reset.untilMs - DAY_MS), utcDay(reset.untilMs - 1));
    const told = toExhaustion({ ...reset, usedHere, limitAssumed: limit });
    this.#change(() => {
      this.#prepared('INSERT OR REPLACE INTO exhaustion VALUES (?, ?, ?, ?, ?, ?)').run(
        account.origin,
        this.#digest(account),
        Math.ceil(reset.untilMs),
        reset.resetsAt,
        usedHere,
        limit,
      );
    });
    return exhaustedError(told);
  }

  exhaustion(account: Account): Exhaustion | undefined {
    const row = this.#naming(() =>
      this.#prepared('SELECT * FROM exhaustion WHERE origin = ? AND key_digest = ?').get(
        account.origin,
        this.#digest(account),
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

  /** Durable when it returns; all of it or nothing. */
  #change(work: () => void): void {
    this.#naming(() => this.#prepared('BEGIN IMMEDIATE').run());
    let done = false;
    try {
      this.#naming(() => {
        this.#ledgerDigest.check();
        work();
        this.#ledgerDigest.renew();
        this.#prepared('COMMIT').run();
      });
      done = true;
    } finally {
      // A commit that failed for want of space has already been rolled back by SQLite itself.
      if (!done && this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
    this.#ledgerDigest.note();
  }

  #used(account: Account, fromDay = utcDay(this.#now()), toDay = fromDay): number {
    const row = this.#naming(() =>
      this.#prepared(
        'SELECT sum(used) AS used FROM booking WHERE origin = ? AND key_digest = ? AND utc_day BETWEEN ? AND ?',
      ).get(account.origin, this.#digest(account), fromDay, toDay),
    );
    return Number(row?.['used'] ?? 0);
  }

  #mostUsed(origin: string): number {
    const row = this.#naming(() =>
      this.#prepared('SELECT max(used) AS used FROM booking WHERE origin = ? AND utc_day = ?').get(
        origin,
        utcDay(this.#now()),
      ),
    );
    return Number(row?.['used'] ?? 0);
  }

  #digest({ origin, key }: Account): string {
    const text = `${origin}\n${key}`;
    return kept(this.#digests, text, () => createHmac('sha256', this.#salt).update(text).digest('hex'));
  }

  #naming<T>(work: () => T): T {
    return namingSqliteFaults(this.#path, work);
  }

  #prepared(sql: string): StatementSync {
    return kept(this.#statements, sql, () => this.#database.prepare(sql));
  }
}

function kept<T>(made: Map<string, T>, name: string, make: () => T): T {
  const value = made.get(name) ?? make();
  made.set(name, value);
  return value;
}

function toExhaustion(told: Omit<Exhaustion, 'usedElsewhere'>): Exhaustion {
  return { ...told, usedElsewhere: told.usedHere <= told.limitAssumed };
}

function exhaustedError({ resetsAt, usedHere, limitAssumed, usedElsewhere }: Exhaustion): AppError {
  return { code: 'quota-exhausted', resetsAt, usedHere, limit: limitAssumed, usedElsewhere };
}

function nextReset(now: number): string {
  return new Date(nextUtcMidnight(now)).toISOString();
}
