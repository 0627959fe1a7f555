/** The daily quota under kills: a file with one instance, PostgreSQL with three, and PostgreSQL with a planted defect. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { openKeys } from '#service/keys.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { makeCluster, type Cluster } from '#tests/support/postgres/cluster.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { startInstance, type Instance } from './instances.ts';
import { sendLoad, type Answers } from './load.ts';
import { NOON } from './noon.ts';

/** The service's default. */
export const QUOTA = 1_000;
const INSTANCES = 3;
const KEY = 'a-key-of-a-campaign';

export async function killFileService(kills: number, seed: number): Promise<Answers> {
  const folder = mkdtempSync(join(scratchPlace(), 'service-kills-'));
  const instance = await startInstance(['sqlite', join(folder, 'service.sqlite'), KEY]);
  try {
    const each = Array.from({ length: kills }, () => () => instance.killAndRestart());
    return await sendLoad({ urlOf: () => instance.url, key: KEY, quota: QUOTA, kills: each }, seeded(seed));
  } finally {
    await instance.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface PostgresKills {
  readonly instanceKills: number;
  readonly serverKills: number;
  /** Plants the defect: commits are answered before they are on the disk. */
  readonly asyncCommit?: boolean;
}

/** A server that crashes loses what it may: its background writer leaves commits in memory for as long as it can. */
const settings = { wal_writer_delay: '10000ms' };

export async function killPostgresService(
  { instanceKills, serverKills, asyncCommit = false }: PostgresKills,
  seed: number,
): Promise<Answers> {
  const chance = seeded(seed);
  const cluster = makeCluster();
  const instances: Instance[] = [];
  try {
    await cluster.start(settings);
    const key = await prepare(cluster);
    const place = ['postgres', cluster.address('postgres')];
    for (let n = 0; n < INSTANCES; n += 1) instances.push(await startInstance(place, asyncCommit));
    const kills = [
      ...Array.from({ length: instanceKills }, () => () => chance.pick(instances).killAndRestart()),
      ...Array.from({ length: serverKills }, () => async () => {
        await cluster.kill();
        await cluster.start(settings);
      }),
    ];
    const mixed = kills.map((kill) => ({ kill, at: chance.next() })).toSorted((a, b) => a.at - b.at);
    const urlOf = (n: number) => instances[n % INSTANCES]?.url ?? '';
    return await sendLoad({ urlOf, key, quota: QUOTA, kills: mixed.map(({ kill }) => kill) }, chance);
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await cluster.remove();
  }
}

/** @returns the key of the campaign. */
async function prepare(cluster: Cluster): Promise<string> {
  const store = await openPostgresStore(cluster.address('postgres'));
  const keys = await openKeys(store, Date.now);
  const { key } = await keys.issue({ label: 'Campaign' });
  keys.close();
  await store.close();
  const client = new Client({ connectionString: cluster.address('postgres') });
  await client.connect();
  await client.query(
    `CREATE OR REPLACE FUNCTION timelog_service.service_now() RETURNS timestamptz LANGUAGE sql STABLE
     AS $$ SELECT timestamptz '${new Date(NOON).toISOString()}' $$`,
  );
  await client.end();
  return key;
}
