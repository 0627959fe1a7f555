/** The service with its keys and counts in PostgreSQL: a database, the file with its address, and a key. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeys } from '#service/keys.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { makeCluster } from '#tests/support/postgres/cluster.ts';
import { startService, type EdgeService } from './service.ts';

export interface OnPostgres {
  /** Starts an instance. @param token of its CRM, where it has one */
  readonly start: (options: readonly string[], token?: string) => Promise<EdgeService>;
  /** Known to all of them. */
  readonly key: string;
  /** The options that name the database. */
  readonly place: readonly string[];
  /** Of the database. */
  readonly address: string;
  /** Kills the server, and starts it again. */
  readonly crash: () => Promise<void>;
}

export async function withPostgres<T>(work: (postgres: OnPostgres) => Promise<T>): Promise<T> {
  const cluster = makeCluster();
  const folder = mkdtempSync(join(tmpdir(), 'instances-'));
  const started: EdgeService[] = [];
  try {
    await cluster.start();
    const address = cluster.address('postgres');
    const file = join(folder, 'address');
    writeFileSync(file, address, { mode: 0o600 });
    const key = await issueKey(address);
    const place = ['--postgres-file', file];
    const start: OnPostgres['start'] = async (options, token = '') => {
      const service = await startService([...place, ...options], `${token}\n`, key);
      started.push(service);
      return service;
    };
    const crash = async () => {
      await cluster.kill();
      await cluster.start();
    };
    return await work({ start, key, place, address, crash });
  } finally {
    await Promise.all(started.map((service) => service.terminate()));
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function issueKey(address: string): Promise<string> {
  const store = await openPostgresStore(address);
  const keys = await openKeys(store, Date.now);
  const { key } = await keys.issue();
  keys.close();
  await store.close();
  return key;
}
