import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, toAuditPath } from '#service/store/sqlite/statements.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { StoreUnusable } from '#service/store.ts';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { LIST, records } from '#tests/service/talk.ts';
import { secondTier } from '#tests/support/tier.ts';
import { holdToStore } from '../suite.ts';

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'service.sqlite');
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

describe('a file', () => {
  holdToStore(async () => {
    const path = makeFile();
    let time = 0;
    return {
      open: () => openSqliteStore(path, () => time),
      setTime: async (to) => {
        time = to;
      },
      forgetEnds: async () => change(path, 'UPDATE keys SET deactivated_at = NULL, valid_until = NULL'),
      changeTrail: async () => change(toAuditPath(path), 'DELETE FROM trail'),
    };
  }, secondTier);
});

it('answers no commit before it is on the disk', () => {
  const database = openDatabase(makeFile());
  onTestFinished(() => database.close());
  const read = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // 2 is FULL: with less, a commit in WAL is lost with the power.
  expect([read('journal_mode'), read('synchronous')]).toEqual(['wal', 2]);
});

/** As the first version of this program wrote it. */
function writeFirstVersion(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE keys (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, daily_quota INTEGER,
      created_at INTEGER NOT NULL, deactivated_at INTEGER) STRICT;
    CREATE TABLE bookings (key_id INTEGER NOT NULL REFERENCES keys (id), day TEXT NOT NULL, used INTEGER NOT NULL,
      PRIMARY KEY (key_id, day)) STRICT;
    INSERT INTO keys VALUES (1, x'${'ab'.repeat(32)}', NULL, 5, NULL), (2, x'${'cd'.repeat(32)}', 50, 6, 7);
    INSERT INTO bookings VALUES (1, '1970-01-01', 41);`);
  database.close();
}

it('takes over keys and counts of the first version, once', async () => {
  const path = makeFile();
  writeFirstVersion(path);
  for (let start = 0; start < 2; start += 1) {
    const store = await openSqliteStore(path, () => 1_000);
    expect(await store.listKeys()).toEqual([
      { id: 1, account: 1, digest: 'ab'.repeat(32), label: '', owner: '', createdAt: 5, usedToday: 41 + start },
      {
        id: 2,
        account: 2,
        digest: 'cd'.repeat(32),
        label: '',
        owner: '',
        createdAt: 6,
        dailyQuota: 50,
        deactivatedAt: 7,
        usedToday: 0,
      },
    ]);
    expect((await store.take(1, 42, 5)).granted).toBe(1 - start);
    await store.close();
  }
});

it('refuses a file of a newer version and one that is no database, each in a sentence', async () => {
  const newer = makeFile();
  new DatabaseSync(newer).exec('PRAGMA user_version = 99');
  await expect(openSqliteStore(newer, Date.now)).rejects.toThrow(StoreUnusable);
  await expect(openSqliteStore(newer, Date.now)).rejects.toThrow(/newer version/);
  const text = makeFile();
  writeFileSync(text, 'not a database, but long enough to be looked at as one'.repeat(40));
  await expect(openSqliteStore(text, Date.now)).rejects.toThrow(/cannot be used \(file is not a database\)/);
});

it('takes back all of a commit of which one write fails, and writes what comes after it', async () => {
  const store = await openSqliteStore(':memory:', Date.now);
  onTestFinished(() => store.close());
  const draft = { digest: 'ab'.repeat(32), label: '', owner: '', lastCharacters: 'wxyz' };
  const { account } = await store.addKey(draft);
  for (let tries = 0; tries < 2; tries += 1) {
    const together = [store.take(account, 5, 1), store.addKey({ ...draft, digest: 'no digest' })];
    expect((await Promise.allSettled(together)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await store.readUsed(account)).toBe(0);
  }
  expect((await store.take(account, 5, 1)).granted).toBe(1);
});

function lock(path: string): () => void {
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  return () => database.close();
}

it('serves on when another process lets go of the file, and reads meanwhile', async () => {
  const path = makeFile();
  const store = await openSqliteStore(path, Date.now);
  onTestFinished(() => store.close());
  const { account } = await store.addKey({ digest: 'ab'.repeat(32), label: '', owner: '', lastCharacters: 'wxyz' });
  const unlock = lock(path);
  const taken = store.take(account, 5, 1);
  expect(await store.readUsed(account)).toBe(0);
  expect((await store.readKeys())?.keys).toHaveLength(1);
  unlock();
  expect((await taken).granted).toBe(1);
});

it('answers 401 while the file is locked, and 503 to what it cannot book', secondTier, async () => {
  const path = makeFile();
  const service = await createService({
    upstream: createEmbeddedUpstream({ records: records(1) }),
    databasePath: path,
  });
  onTestFinished(() => service.close());
  const ask = (key: string | null) => fetch(service.url + LIST, { headers: { authorization: `Bearer ${key}` } });
  const unlock = lock(path);
  let answered = false;
  const booked = ask(service.key).finally(() => {
    answered = true;
  });
  expect((await ask('wrong')).status).toBe(401);
  expect(answered).toBe(false);
  const busy = await booked;
  expect([busy.status, await busy.json()]).toMatchObject([503, { error: 'Service temporarily busy' }]);
  unlock();
  expect((await ask(service.key)).status).toBe(200);
  const key = service.keys.find(service.key ?? '');
  // What was booked ahead is handed back within a second.
  await expect.poll(() => key && service.quota.readUsed(key)).toBe(1);
});
