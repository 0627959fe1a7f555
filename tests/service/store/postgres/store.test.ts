import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openKeys } from '#service/keys.ts';
import { openQuota } from '#service/quota.ts';
import { createService } from '#service/server.ts';
import { readAddress, migrate } from '#service/store/postgres/connection.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { StoreUnusable } from '#service/store.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { makeCertificate } from '#tests/support/hosts/certificates.ts';
import { makeCluster, type Cluster } from '#tests/support/postgres/cluster.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';
import { LIST, records } from '#tests/service/talk.ts';
import { holdToStore } from '../suite.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = makeCluster();
  await cluster.start();
}, 120_000);
afterAll(() => cluster.remove(), 120_000);

/** Making another one takes longer than all that follows. */
async function startAgain(settings?: Readonly<Record<string, string>>): Promise<void> {
  await cluster.kill();
  await cluster.start(settings);
}

async function run(address: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function openNew() {
  const address = await empty();
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  return { address, store };
}

/** One database for all: making and removing one takes longer than most tests of it. @returns its address. */
async function empty(): Promise<string> {
  const address = cluster.address('postgres');
  await run(address, 'DROP SCHEMA IF EXISTS timelog_service, timelog_audit CASCADE');
  return address;
}

const draft = { digest: 'ab'.repeat(32), label: '', owner: '', lastCharacters: 'wxyz' };

describe('a database', () => {
  holdToStore(async () => {
    const address = await empty();
    await (await openPostgresStore(address)).close();
    return {
      open: () => openPostgresStore(address),
      async setTime(time) {
        const now = `timestamptz '${new Date(time).toISOString()}'`;
        const head = 'CREATE OR REPLACE FUNCTION timelog_service.service_now() RETURNS timestamptz LANGUAGE sql STABLE';
        await run(address, `${head} AS $$ SELECT ${now} $$`);
      },
      forgetEnds: async () =>
        void (await run(address, 'UPDATE timelog_service.keys SET deactivated_at = NULL, valid_until = NULL')),
      changeTrail: async () => void (await run(address, 'DELETE FROM timelog_audit.trail')),
    };
  });
});

it('books at most 20 ahead, and one at a time where under 100 are left', async () => {
  const { store } = await openNew();
  const { account } = await store.addKey(draft);
  const grants = [];
  for (let count = 0; count < 8; count += 1) grants.push((await store.take(account, 200, 50)).granted);
  expect(grants).toEqual([20, 20, 20, 20, 20, 20, 1, 1]);
  expect(await store.readUsed(account)).toBe(122);
});

it('books ahead for a busy key only, and hands back what an instance leaves', async () => {
  const { store } = await openNew();
  const keys = await openKeys(store, Date.now);
  onTestFinished(() => keys.close());
  const quota = openQuota(store, Date.now);
  const known = keys.find((await keys.issue()).key)!;
  await quota.book(known);
  expect(await store.readUsed(known.account)).toBe(1);
  await quota.book(known);
  expect(await store.readUsed(known.account)).toBe(21);
  await quota.close();
  expect(await store.readUsed(known.account)).toBe(2);
});

it('commits durably, and no statement after its caller has given up, whatever the role and the database say', async () => {
  const { address, store } = await openNew();
  await run(address, 'ALTER ROLE postgres SET synchronous_commit = off; ALTER ROLE postgres SET statement_timeout = 0');
  onTestFinished(async () => void (await run(address, 'ALTER ROLE postgres RESET ALL')));
  await run(
    address,
    `CREATE TABLE seen (durable text, timeout text);
     CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO seen VALUES (current_setting('synchronous_commit'), current_setting('statement_timeout')); RETURN NEW;
     END $$;
     CREATE TRIGGER see BEFORE INSERT ON timelog_service.bookings FOR EACH ROW EXECUTE FUNCTION see()`,
  );
  const other = await openPostgresStore(address);
  onTestFinished(() => other.close());
  const { account } = await store.addKey(draft);
  await other.take(account, 10, 1);
  expect(await run(address, 'SELECT DISTINCT durable, timeout FROM seen')).toEqual([{ durable: 'on', timeout: '4s' }]);
});

it('refuses a server with fsync or full_page_writes off, and one that only follows another', async () => {
  const address = cluster.address('postgres');
  onTestFinished(async () => {
    await run(address, 'ALTER SYSTEM RESET ALL');
    await run(address, 'SELECT pg_reload_conf()');
  });
  for (const setting of chooseCases(1, ['fsync', 'full_page_writes'])) {
    await run(address, `ALTER SYSTEM SET ${setting} = off`);
    await run(address, 'SELECT pg_reload_conf()');
    await expect.poll(() => run(address, `SHOW ${setting}`)).toEqual([{ [setting]: 'off' }]);
    const opening = openPostgresStore(address);
    await expect(opening).rejects.toThrow(StoreUnusable);
    await expect(opening).rejects.toThrow(`${setting} = off`);
    await run(address, `ALTER SYSTEM RESET ${setting}`);
    await run(address, 'SELECT pg_reload_conf()');
    await expect.poll(() => run(address, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
  }
  const signal = join(decodeURIComponent(cluster.address('').split('host=')[1]!), 'data', 'standby.signal');
  writeFileSync(signal, '');
  onTestFinished(async () => {
    rmSync(signal, { force: true });
    await startAgain();
  });
  await startAgain();
  const following = openPostgresStore(address);
  await expect(following).rejects.toThrow(StoreUnusable);
  await expect(following).rejects.toThrow(/standby/);
});

it('refuses a store of a newer version and a server that is not there, each in a sentence', async () => {
  const { address } = await openNew();
  await run(address, 'UPDATE timelog_service.state SET version = 99');
  await expect(openPostgresStore(address)).rejects.toThrow(/newer version/);
  expect(await run(address, 'SELECT version FROM timelog_service.state')).toEqual([{ version: 99 }]);
  const nowhere = openPostgresStore('postgres://u:secret@127.0.0.1:1/x');
  await expect(nowhere).rejects.toThrow(/cannot be reached/);
  await expect(nowhere).rejects.not.toThrow(/secret/);
});

it('leaves nothing half made where the schema cannot be brought up to date, and makes it once it can', async () => {
  const address = await empty();
  await run(address, 'CREATE SCHEMA timelog_service; CREATE TABLE timelog_service.bookings ()');
  const client = new Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  for (let tries = 0; tries < 2; tries += 1) await expect(migrate(client, '')).rejects.toThrow(/already exists/);
  const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'timelog_service'`;
  expect((await client.query(tables)).rows).toEqual([{ tablename: 'bookings' }]);
  await client.query('DROP TABLE timelog_service.bookings');
  await migrate(client, '');
  // An instance that starts meanwhile waits for no lock of a migration that failed.
  const other = await openPostgresStore(address);
  onTestFinished(() => other.close());
  expect(await other.addKey(draft)).toMatchObject({ label: '' });
});

it('reads the address from a file that only its owner may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'address');
  writeFileSync(path, 'postgres://u:secret@db.example/keys\n', { mode: 0o600 });
  expect(await readAddress(path)).toBe('postgres://u:secret@db.example/keys');
  chmodSync(path, 0o640);
  await expect(readAddress(path)).rejects.toThrow(/chmod 600/);
  chmodSync(path, 0o600);
  writeFileSync(path, 'secret');
  await expect(readAddress(path)).rejects.toThrow(/postgresql:\/\//);
  await expect(readAddress(path)).rejects.not.toThrow(/secret/);
  await expect(readAddress(join(folder, 'none'))).rejects.toThrow(/cannot be read/);
});

it('takes an address over a socket, and refuses what the driver would read otherwise than it is meant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'address');
  const read = (address: string) => {
    writeFileSync(path, `${address}\n`, { mode: 0o600 });
    return readAddress(path);
  };
  const own = decodeURIComponent((await empty()).split('host=')[1]!);
  for (const address of [
    `postgresql://postgres@/postgres?host=${own}`,
    `postgresql:///postgres?host=${own}&user=postgres`,
    `postgres://postgres:unused@${encodeURIComponent(own)}/postgres`,
  ]) {
    const store = await openPostgresStore(await read(address));
    expect(await store.listKeys()).toEqual(expect.any(Array));
    await store.close();
  }
  vi.stubEnv('PGHOST', undefined);
  await expect(read('postgresql:///keys')).rejects.toThrow(/names no host/);
  await expect(read('postgresql://u:secret@/keys')).rejects.toThrow(/names no host/);
  vi.stubEnv('PGHOST', own);
  expect(await read('postgresql:///keys')).toBe('postgresql:///keys');
  for (const address of ['postgres://u:secret@a:1,b:2/keys', 'postgres:///keys?host=a,b', 'postgres://a,b/keys'])
    await expect(read(address)).rejects.toThrow(/several hosts/);
  for (const address of ['host=/var/run/postgresql dbname=keys', 'postgres:/keys', 'postgres://u:secret@:5433/keys']) {
    await expect(read(address)).rejects.toThrow(/is not the address/);
    await expect(read(address)).rejects.not.toThrow(/secret/);
  }
});

it('serves nothing while the server is away, refuses wrong keys all the same, and serves on when it is back', async () => {
  // The service closes it.
  const store = await openPostgresStore(await empty());
  const service = await createService({ upstream: createEmbeddedUpstream({ records: records(1) }), store });
  onTestFinished(() => service.close());
  const { key } = await service.keys.issue();
  const ask = async (presented: string) =>
    (await fetch(service.url + LIST, { headers: { authorization: `Bearer ${presented}` } })).status;
  expect([await ask(key), await ask(key), await ask('wrong')]).toEqual([200, 200, 401]);
  await cluster.kill();
  await expect.poll(() => ask(key)).toBe(503);
  const away = await fetch(service.url + LIST, { headers: { authorization: `Bearer ${key}` } });
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
  expect([await ask(key), await ask(key), await ask('wrong')]).toEqual([503, 503, 401]);
  await cluster.start();
  await expect.poll(() => ask(key)).toBe(200);
});

describe('the cluster of these tests', () => {
  it('fails with the server’s own words where PostgreSQL does not start', async () => {
    onTestFinished(() => startAgain());
    await expect(startAgain({ no_such_setting: '1' })).rejects.toThrow(/PostgreSQL does not start: .*no_such_setting/s);
  });
});

it('speaks TLS to a server whose certificate it can check, and to no other', secondTier, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { certificate, key } = makeCertificate(folder, 'database');
  const own = makeCluster();
  onTestFinished(() => own.remove());
  const data = join(decodeURIComponent(own.address('').split('host=')[1]!), 'data');
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    writeFileSync(join(data, name), readFileSync(from), { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  // An address of this computer that no other server has, and that the certificate names.
  const host = '127.0.77.33';
  await own.start({ ssl: 'on', listen_addresses: host });
  const open = (ca: string) =>
    openPostgresStore(`postgres://postgres@${host}/postgres?sslmode=verify-full&sslrootcert=${ca}`);
  const store = await open(certificate);
  expect(await store.addKey(draft)).toMatchObject({ label: '' });
  await store.close();
  await expect(open(makeCertificate(folder, 'other').certificate)).rejects.toThrow(/certificate/);
});
