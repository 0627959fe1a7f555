/** Two instances of the service on one PostgreSQL, before one CRM, each with a token of its own to be told apart by. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeys } from '../../../service/keys.ts';
import { openPostgresStore } from '../../../service/store/postgres/store.ts';
import { makeCluster } from '../../support/postgres/cluster.ts';
import { startService, type EdgeService, type Platform } from './service.ts';

export interface Instance {
  readonly service: EdgeService;
  readonly token: string;
}

export async function withTwoInstances<T>(
  platform: Platform,
  work: (first: Instance, second: Instance) => Promise<T>,
): Promise<T> {
  const cluster = makeCluster();
  const folder = mkdtempSync(join(tmpdir(), 'instances-'));
  const started: Instance[] = [];
  try {
    await cluster.start();
    const address = cluster.address('postgres');
    const file = join(folder, 'address');
    writeFileSync(file, address, { mode: 0o600 });
    const key = await issueKey(address);
    const start = async (token: string) => {
      const options = ['--postgres-file', file, '--upstream', platform.url];
      const instance = { service: await startService(options, `${token}\n`, key), token };
      started.push(instance);
      return instance;
    };
    return await work(await start('token-of-the-first'), await start('token-of-the-second'));
  } finally {
    await Promise.all(started.map(({ service }) => service.terminate()));
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
