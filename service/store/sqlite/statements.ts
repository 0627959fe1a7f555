/** The schema and the SQL of the SQLite store. It is synchronous, so it runs in a thread or on a database in memory. */
import { DatabaseSync } from 'node:sqlite';
import { storeTexts as texts } from '#service-texts/service.ts';
import {
  ALIVE_MS,
  StoreUnusable,
  toKey,
  toListedKey,
  toTrailEntry,
  type BookingResult,
  type KeyDraft,
  type KeySet,
  type KeyUse,
  type ListedKey,
  type StoredKey,
} from '#service/store.ts';

/** Milliseconds of a day in UTC. */
const DAY = 86_400_000;

/** Each step migrates from the version of its index to the next one; a new file goes through all of them. */
const steps: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS keys (
     id INTEGER PRIMARY KEY,
     digest BLOB NOT NULL UNIQUE,
     daily_quota INTEGER,
     created_at INTEGER NOT NULL,
     deactivated_at INTEGER
   ) STRICT;
   CREATE TABLE IF NOT EXISTS bookings (
     key_id INTEGER NOT NULL REFERENCES keys (id),
     day TEXT NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (key_id, day)
   ) STRICT;`,
  `ALTER TABLE keys ADD COLUMN account INTEGER;
   UPDATE keys SET account = id;
   ALTER TABLE keys ADD COLUMN label TEXT NOT NULL DEFAULT '';
   ALTER TABLE keys ADD COLUMN last_characters TEXT;
   ALTER TABLE keys ADD COLUMN valid_until INTEGER;
   ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
   ALTER TABLE bookings RENAME COLUMN key_id TO account;
   CREATE TABLE state (changes INTEGER NOT NULL) STRICT;
   INSERT INTO state VALUES (0);`,
  `ALTER TABLE keys ADD COLUMN owner TEXT NOT NULL DEFAULT '';
   ALTER TABLE bookings ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE instances (instance TEXT PRIMARY KEY, boot TEXT NOT NULL, alive_until INTEGER NOT NULL) STRICT;
   CREATE TABLE open_requests (
     instance TEXT NOT NULL, account INTEGER NOT NULL, day TEXT NOT NULL, count INTEGER NOT NULL, most INTEGER NOT NULL,
     PRIMARY KEY (instance, account, day)
   ) STRICT;`,
];

/** The audit trail is a separate file, attached as `audit`, so that a backup of the keys can be restored without it. */
export const createAudit = `
  CREATE TABLE IF NOT EXISTS audit.trail (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, key INTEGER NOT NULL, digest BLOB NOT NULL,
    label TEXT NOT NULL, owner TEXT NOT NULL, daily_quota INTEGER, valid_until INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit.trail_digest ON trail (digest, id);
  CREATE TRIGGER IF NOT EXISTS audit.never_changed BEFORE UPDATE ON trail BEGIN SELECT RAISE(ABORT, 'The audit trail is only added to'); END;
  CREATE TRIGGER IF NOT EXISTS audit.never_deleted BEFORE DELETE ON trail BEGIN SELECT RAISE(ABORT, 'The audit trail is only added to'); END;`;

/** Migrates in one transaction. @throws StoreUnusable if a newer program has written the file. */
export function migrate(database: DatabaseSync, path: string): void {
  if (readVersion(database) === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version > steps.length) throw new StoreUnusable(texts.newer(path));
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (fault) {
    database.exec('ROLLBACK');
    throw fault;
  }
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Opening waits this long for another process that creates or recovers the file. */
const OPENING_MS = 5_000;

/**
 * Other processes on the file cannot use bookings in advance, so at most a fifth of the remaining quota is booked at once, and near its end one
 * at a time.
 */
const NEAR_THE_END = 100;
const LARGEST_PART = 5;

/** Reads do not wait for writers in WAL mode, but a recovery by another process takes a moment. */
const BUSY_MS = 25;

/** @param path a file, or `:memory:`. @throws StoreUnusable */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA busy_timeout = ${OPENING_MS};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;`);
    migrate(database, path);
    database.prepare('ATTACH ? AS audit').run(toAuditPath(path));
    database.exec(`PRAGMA audit.journal_mode = WAL; PRAGMA audit.synchronous = FULL; ${createAudit}`);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return database;
}

/** Names the audit file, such as `service.audit.sqlite` for `service.sqlite`. */
export function toAuditPath(path: string): string {
  return path === ':memory:' ? path : path.replace(/(\.\w+)?$/, '.audit$1');
}

export type Statements = ReturnType<typeof prepareStatements>;

/** Every `now` is in epoch milliseconds by the service's clock. */
export function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  const changes = prepare('SELECT changes FROM state');
  const raiseChanges = prepare('UPDATE state SET changes = changes + 1');
  const select = prepare(`SELECT ${KEY_COLUMNS} FROM keys ORDER BY id`);
  const selectOne = prepare(`SELECT ${KEY_COLUMNS} FROM keys WHERE id = ?`);
  const selectListed = prepare(`
    SELECT ${KEY_COLUMNS}, last_used_at, coalesce((SELECT used FROM bookings b WHERE b.account = keys.account AND day = ?), 0) AS used
    FROM keys ORDER BY id`);
  const insert = prepare(`
    INSERT INTO keys (digest, label, last_characters, daily_quota, created_at, account, owner, valid_until)
    VALUES (unhex(?), ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET deactivated_at = NULL, valid_until = excluded.valid_until, daily_quota = excluded.daily_quota,
      last_characters = excluded.last_characters
    RETURNING id`);
  const setAccount = prepare('UPDATE keys SET account = id WHERE id = ? AND account IS NULL');
  const setEnd = prepare('UPDATE keys SET valid_until = min(coalesce(valid_until, ?1), ?1) WHERE id = ?2');
  const deactivate = prepare('UPDATE keys SET deactivated_at = coalesce(deactivated_at, ?) WHERE id = ?');
  const setQuota = prepare('UPDATE keys SET daily_quota = ? WHERE account = (SELECT account FROM keys WHERE id = ?)');
  const readUsed = prepare('SELECT used FROM bookings WHERE account = ? AND day = ?');
  const book = prepare(`
    INSERT INTO bookings (account, day, used) VALUES (?, ?, ?)
    ON CONFLICT (account, day) DO UPDATE SET used = used + excluded.used`);
  const unbook = prepare('UPDATE bookings SET used = used - ?3 WHERE account = ?1 AND day = ?2 AND used >= ?3');
  const refunded = 'min(?3, max(0, ?4 - refunded), used)';
  const unserve = prepare(
    `UPDATE bookings SET used = used - ${refunded}, refunded = refunded + ${refunded} WHERE account = ?1 AND day = ?2`,
  );
  const open = prepare(`
    INSERT INTO open_requests (instance, account, day, count, most) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (instance, account, day) DO UPDATE SET count = count + excluded.count, most = excluded.most`);
  const close = prepare(`
    UPDATE open_requests SET count = count - ?4 WHERE instance = ?1 AND account = ?2 AND day = ?3 AND count >= ?4 RETURNING most`);
  const setAlive = prepare(`
    INSERT INTO instances VALUES (?, ?, ?) ON CONFLICT (instance) DO UPDATE SET alive_until = excluded.alive_until`);
  const dead = 'NOT EXISTS (SELECT 1 FROM instances i WHERE i.instance = open_requests.instance AND alive_until > ?1)';
  const selectDead = prepare(`
    SELECT account, day, count, most, boot FROM open_requests LEFT JOIN instances USING (instance) WHERE ${dead}`);
  const forgetDead = prepare(`DELETE FROM open_requests WHERE ${dead}`);
  const forgetInstances = prepare('DELETE FROM instances WHERE alive_until <= ?');
  const leaveOpen = prepare('DELETE FROM open_requests WHERE instance = ?');
  const leave = prepare('DELETE FROM instances WHERE instance = ?');
  const note = prepare(`
    INSERT INTO audit.trail (at, actor, action, key, digest, label, owner, daily_quota, valid_until)
    SELECT ?, ?, ?, id, digest, label, owner, daily_quota, coalesce(?, valid_until) FROM keys WHERE id = ?`);
  const selectTrail = prepare('SELECT * FROM audit.trail ORDER BY id');
  const selectAccount = prepare('SELECT id FROM keys WHERE account = (SELECT account FROM keys WHERE id = ?)');
  const noteUse = prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?');

  const findKey = (id: number) => {
    const row = selectOne.get(id);
    return row && toKey(row);
  };
  const readBooked = (account: number, day: string) => Number(readUsed.get(account, day)?.['used'] ?? 0);
  const add = (draft: KeyDraft, account: number | null, { now, actor }: CallContext): StoredKey => {
    const { digest, label, owner, lastCharacters, dailyQuota, validUntil } = draft;
    const values = [digest, label, lastCharacters, dailyQuota ?? null, now, account, owner, validUntil ?? null];
    const id = Number(insert.get(...values)?.['id']);
    setAccount.run(id);
    note.run(now, actor, 'issued', null, id);
    raiseChanges.run();
    const key = findKey(id);
    if (!key) throw new Error('A key that was just added is not there');
    return key;
  };
  const noteChange = (count: number | bigint) => {
    if (count > 0) raiseChanges.run();
    return count > 0;
  };
  return {
    reads: {
      readKeys(known?: number): KeySet | undefined {
        const current = Number(changes.get()?.['changes']);
        return current === known ? undefined : { changes: current, keys: select.all().map(toKey) };
      },
      listKeys: (now: number): ListedKey[] => selectListed.all(toDay(now)).map(toListedKey),
      readUsed: (account: number, now: number) => readBooked(account, toDay(now)),
      readTrail: () => selectTrail.all().map(toTrailEntry),
    },
    /** Writes that arrive together share one transaction. */
    writes: {
      addKey: (draft: KeyDraft, context: CallContext) => add(draft, null, context),
      replaceKey(id: number, draft: Omit<KeyDraft, 'label' | 'owner'>, graceMs: number, context: CallContext) {
        const old = findKey(id);
        if (!old || old.deactivatedAt !== undefined || (old.validUntil ?? context.now + 1) <= context.now)
          return undefined;
        setEnd.run(context.now + graceMs, id);
        note.run(context.now, context.actor, 'rotated', null, id);
        const { label, owner, dailyQuota, account } = old;
        return add({ ...draft, label, owner, ...(dailyQuota === undefined ? {} : { dailyQuota }) }, account, context);
      },
      deactivateKey(id: number, { now, actor }: CallContext) {
        note.run(now, actor, 'deactivated', now, id);
        return noteChange(deactivate.run(now, id).changes);
      },
      setQuota(id: number, dailyQuota: number | undefined, { now, actor }: CallContext) {
        const { changes: count } = setQuota.run(dailyQuota ?? null, id);
        for (const row of selectAccount.all(id)) note.run(now, actor, 'quota', null, Number(row['id']));
        return noteChange(count);
      },
      take(account: number, dailyQuota: number, count: number, { now, instance }: CallContext): BookingResult {
        const day = toDay(now);
        const usedBefore = readBooked(account, day);
        const remaining = Math.max(0, dailyQuota - usedBefore);
        const granted = Math.min(count, remaining, remaining < NEAR_THE_END ? 1 : Math.floor(remaining / LARGEST_PART));
        if (granted > 0) {
          book.run(account, day, granted);
          open.run(instance, account, day, granted, dailyQuota);
        }
        const resetsAt = (Math.floor(now / DAY) + 1) * DAY;
        return { granted, used: usedBefore + granted, day, resetsAt, remainingMilliseconds: resetsAt - now };
      },
      settle: (account: number, day: string, count: number, { instance }: CallContext) =>
        close.get(instance, account, day, count) !== undefined,
      refund(account: number, day: string, count: number, { instance }: CallContext): void {
        const row = close.get(instance, account, day, count);
        if (row) unserve.run(account, day, count, Number(row['most']));
      },
      giveBack(account: number, day: string, count: number, { instance }: CallContext): void {
        if (close.get(instance, account, day, count)) unbook.run(account, day, count);
      },
      /** Uses the machine's clock. Requests left open by a crash of the machine are not refunded, because they may have been served. */
      beat({ instance }: CallContext, boot: string): void {
        const now = Date.now();
        setAlive.run(instance, boot, now + ALIVE_MS);
        for (const { account, day, count, most, boot: deadBoot } of selectDead.all(now))
          if (deadBoot === boot) unserve.run(Number(account), String(day), Number(count), Number(most));
        forgetDead.run(now);
        forgetInstances.run(now);
      },
      leave({ instance }: CallContext): void {
        leaveOpen.run(instance);
        leave.run(instance);
      },
      noteUses(uses: readonly KeyUse[]): void {
        for (const { id, at } of uses) noteUse.run(at, id);
      },
    },
  };
}

/** The latest entry of the audit trail overrides keys that come from an older backup. */
const LAST_WORD = `(
  SELECT valid_until FROM audit.trail t WHERE t.digest = keys.digest AND action <> 'quota' ORDER BY t.id DESC LIMIT 1)`;
const KEY_COLUMNS = `id, account, lower(hex(digest)) AS digest, label, owner, last_characters, created_at, daily_quota, deactivated_at,
  iif(deactivated_at IS NULL, coalesce(min(valid_until, ${LAST_WORD}), valid_until, ${LAST_WORD}), valid_until) AS valid_until`;

/** Time, place and author of a call. */
interface CallContext {
  readonly now: number;
  readonly instance: string;
  readonly actor: string;
}

function toDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
