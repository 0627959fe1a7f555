/** How soon a running instance follows a change of the keys, and how soon it refuses a wrong key while its file is locked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openKeys } from '#service/keys.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { startInstance } from './instances.ts';
import { NOON } from './noon.ts';

const KEY = 'a-key-of-a-campaign';
const LOCKED_MS = 5_000;

export interface Promptness {
  /** The slowest of all changes, in milliseconds. */
  readonly change: number;
  /** The slowest 401 while the file was locked. */
  readonly refusal: number;
  readonly refusals: number;
}

export async function measurePromptness(changes: number): Promise<Promptness> {
  const folder = mkdtempSync(join(scratchPlace(), 'service-keys-'));
  const path = join(folder, 'service.sqlite');
  const instance = await startInstance(['sqlite', path, KEY]);
  const status = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${instance.url}/service/v1/timelogs`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const store = await openSqliteStore(path, () => NOON);
  const keys = await openKeys(store, () => NOON);
  const until = async (key: string, wanted: number) => {
    const began = performance.now();
    while ((await status(key)) !== wanted) await wait(5);
    return performance.now() - began;
  };
  try {
    let change = 0;
    for (let n = 0; n < changes; n += 1) {
      const { key, id } = await keys.issue();
      change = Math.max(change, await until(key, 200));
      await keys.deactivate(id);
      change = Math.max(change, await until(key, 403));
    }
    const locker = new DatabaseSync(path);
    locker.exec('BEGIN IMMEDIATE');
    const waiting = Array.from({ length: 20 }, () => status(KEY));
    let refusal = 0;
    let refusals = 0;
    for (const end = performance.now() + LOCKED_MS; performance.now() < end; refusals += 1) {
      const began = performance.now();
      if ((await status('wrong')) !== 401) throw new Error('A wrong key was not refused');
      refusal = Math.max(refusal, performance.now() - began);
      await wait(5);
    }
    locker.close();
    await Promise.all(waiting);
    return { change, refusal, refusals };
  } finally {
    keys.close();
    await store.close();
    await instance.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
