/** The SQL of the SQLite store, synchronous: it runs in a thread, or on a database in memory. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { DAY } from '../../day.ts';
import type { KeyDraft, KeySet, KeyUse, ListedKey, StoredKey, Taken } from '../store.ts';
import { migrate } from './schema.ts';

/** Opening waits so long for another process that is creating or recovering the file. */
const OPENING_MS = 5_000;

/** Reads wait for no writer in WAL; a recovery by another process takes a moment. */
const BUSY_MS = 25;

/** @param path a file, or `:memory:`. @throws StoreUnfit */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA busy_timeout = ${OPENING_MS};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;`);
    migrate(database, path);
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return database;
}

export type Statements = ReturnType<typeof prepareStatements>;

/** Every `now` is epoch milliseconds: the clock is the service's. */
export function prepareStatements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  const changes = sql('SELECT changes FROM state');
  const raise = sql('UPDATE state SET changes = changes + 1');
  const select = sql(`SELECT ${KEY_COLUMNS} FROM keys ORDER BY id`);
  const selectOne = sql(`SELECT ${KEY_COLUMNS} FROM keys WHERE id = ?`);
  const selectListed = sql(`
    SELECT ${KEY_COLUMNS}, last_used_at, coalesce((SELECT used FROM bookings b WHERE b.account = keys.account AND day = ?), 0) AS used
    FROM keys ORDER BY id`);
  const insert = sql(`
    INSERT INTO keys (digest, label, last_characters, daily_quota, created_at, account)
    VALUES (unhex(?), ?, ?, ?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET deactivated_at = NULL, valid_until = NULL, daily_quota = excluded.daily_quota,
      last_characters = excluded.last_characters
    RETURNING id`);
  const setAccount = sql('UPDATE keys SET account = id WHERE id = ? AND account IS NULL');
  const setEnd = sql('UPDATE keys SET valid_until = min(coalesce(valid_until, ?1), ?1) WHERE id = ?2');
  const deactivate = sql('UPDATE keys SET deactivated_at = coalesce(deactivated_at, ?) WHERE id = ?');
  const setQuota = sql('UPDATE keys SET daily_quota = ? WHERE account = (SELECT account FROM keys WHERE id = ?)');
  const readUsed = sql('SELECT used FROM bookings WHERE account = ? AND day = ?');
  const book = sql(`
    INSERT INTO bookings (account, day, used) VALUES (?, ?, ?)
    ON CONFLICT (account, day) DO UPDATE SET used = used + excluded.used`);
  const unbook = sql('UPDATE bookings SET used = used - ?3 WHERE account = ?1 AND day = ?2 AND used >= ?3');
  const noteUse = sql('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?');

  const findKey = (id: number) => {
    const row = selectOne.get(id);
    return row && toKey(row);
  };
  const readBooked = (account: number, day: string) => Number(readUsed.get(account, day)?.['used'] ?? 0);
  const add = (draft: KeyDraft, account: number | null, now: number): StoredKey => {
    const { digest, label, lastCharacters, dailyQuota } = draft;
    const row = insert.get(digest, label, lastCharacters, dailyQuota ?? null, now, account);
    const id = Number(row?.['id']);
    setAccount.run(id);
    raise.run();
    const key = findKey(id);
    if (!key) throw new Error('A key that was just added is not there');
    return key;
  };
  const changed = (count: number | bigint) => {
    if (count > 0) raise.run();
    return count > 0;
  };
  return {
    reads: {
      readKeys(known?: number): KeySet | undefined {
        const now = Number(changes.get()?.['changes']);
        return now === known ? undefined : { changes: now, keys: select.all().map(toKey) };
      },
      listKeys: (now: number): ListedKey[] =>
        selectListed.all(toDay(now)).map((row) => ({
          ...toKey(row),
          ...optional('lastUsedAt', row['last_used_at']),
          usedToday: Number(row['used']),
        })),
      readUsed: (account: number, now: number) => readBooked(account, toDay(now)),
    },
    /** Run within a transaction, several in one where they come together. */
    writes: {
      addKey: (draft: KeyDraft, now: number) => add(draft, null, now),
      replaceKey(id: number, draft: Pick<KeyDraft, 'digest' | 'lastCharacters'>, graceMs: number, now: number) {
        const old = findKey(id);
        if (!old || old.deactivatedAt !== undefined || (old.validUntil ?? now + 1) <= now) return undefined;
        setEnd.run(now + graceMs, id);
        const { label, dailyQuota, account } = old;
        return add({ ...draft, label, ...(dailyQuota === undefined ? {} : { dailyQuota }) }, account, now);
      },
      deactivateKey: (id: number, now: number) => changed(deactivate.run(now, id).changes),
      setQuota: (id: number, dailyQuota: number | undefined) => changed(setQuota.run(dailyQuota ?? null, id).changes),
      take(account: number, dailyQuota: number, wanted: number, now: number): Taken {
        const day = toDay(now);
        const granted = Math.max(0, Math.min(wanted, dailyQuota - readBooked(account, day)));
        if (granted > 0) book.run(account, day, granted);
        const resetsAt = (Math.floor(now / DAY) + 1) * DAY;
        return { granted, day, resetsAt, leftMilliseconds: resetsAt - now };
      },
      giveBack(account: number, day: string, count: number): void {
        unbook.run(account, day, count);
      },
      noteUses(uses: readonly KeyUse[]): void {
        for (const { id, at } of uses) noteUse.run(at, id);
      },
    },
  };
}

const KEY_COLUMNS =
  'id, account, lower(hex(digest)) AS digest, label, last_characters, created_at, daily_quota, deactivated_at, valid_until';

type Row = Record<string, SQLOutputValue>;

function toKey(row: Row): StoredKey {
  const last = row['last_characters'];
  return {
    id: Number(row['id']),
    account: Number(row['account']),
    digest: String(row['digest']),
    label: String(row['label']),
    ...(last === null ? {} : { lastCharacters: String(last) }),
    createdAt: Number(row['created_at']),
    ...optional('dailyQuota', row['daily_quota']),
    ...optional('deactivatedAt', row['deactivated_at']),
    ...optional('validUntil', row['valid_until']),
  };
}

function optional<K extends string>(name: K, value: SQLOutputValue | undefined): Partial<Record<K, number>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name loses its type
  return value === null || value === undefined ? {} : ({ [name]: Number(value) } as Record<K, number>);
}

function toDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
