/** Keys in memory: until which instant a rotated one is valid, and how old memory may be. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openKeys } from '#service/keys.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { StoreAway, type Store } from '#service/store.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

let time = 0;
beforeEach(() => {
  time = NOON;
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

async function open(change: (store: Store) => Partial<Store> = () => ({})) {
  const memory = await openSqliteStore(':memory:', () => time);
  onTestFinished(() => memory.close());
  const store = { ...memory, ...change(memory) };
  const keys = await openKeys(store, () => time);
  onTestFinished(() => keys.close());
  return { keys, store: memory };
}

it('is valid until its grace time ends, and at that instant no more', async () => {
  const { keys } = await open();
  const old = await keys.issue({ dailyQuota: 7 });
  const next = await keys.rotate(old.id, 1_000);
  time = NOON + 999;
  expect(keys.find(old.key)).toEqual({ id: old.id, account: old.id, active: true, dailyQuota: 7 });
  time = NOON + 1_000;
  expect(keys.find(old.key)?.active).toBe(false);
  expect(keys.find(next?.key ?? '')).toMatchObject({ account: old.id, active: true, dailyQuota: 7 });
  expect(await keys.rotate(old.id, 1_000)).toBeUndefined();
});

/** A store that others may change, and that is away from time to time. */
async function openShared() {
  const reads = { count: 0, away: false };
  const { keys, store } = await open((memory) => ({
    shared: true,
    readKeys(known) {
      reads.count += 1;
      return reads.away ? Promise.reject(new StoreAway(new Error('gone'))) : memory.readKeys(known);
    },
  }));
  return { keys, store, reads };
}

it('reads memory up to a second old, then the store, once for all that wait', async () => {
  const { keys, reads } = await openShared();
  const { key } = await keys.issue();
  reads.count = 0;
  reads.away = true;
  await vi.advanceTimersByTimeAsync(1_000);
  const looks = reads.count;
  await keys.refreshIfStale();
  expect(reads.count).toBe(looks);
  await vi.advanceTimersByTimeAsync(1);
  await expect(keys.refreshIfStale()).rejects.toThrow(StoreAway);
  expect(keys.find(key)?.active).toBe(true);
  reads.away = false;
  const before = reads.count;
  await Promise.all([keys.refreshIfStale(), keys.refreshIfStale(), keys.refreshIfStale()]);
  expect(reads.count).toBe(before + 1);
});

it('cannot tell an unknown key from a new one once the keys are ten seconds old', async () => {
  const { keys, reads } = await openShared();
  const { key } = await keys.issue();
  reads.away = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(keys.find('unknown')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(() => keys.find('unknown')).toThrow(StoreAway);
  expect(keys.find(key)?.active).toBe(true);
  reads.away = false;
  await keys.refreshIfStale();
  expect(keys.find('unknown')).toBeUndefined();
});

it('refuses a key that was deactivated, by its last characters told apart from the one that replaced it', async () => {
  const { keys } = await open();
  const old = await keys.issue();
  const next = await keys.rotate(old.id, 60_000);
  expect((await keys.list()).map(({ lastCharacters }) => lastCharacters)).toEqual(
    [old.key, next?.key].map((key) => key?.slice(-4)),
  );
  await keys.deactivate(old.id);
  expect(keys.find(old.key)?.active).toBe(false);
  expect(keys.find(next?.key ?? '')?.active).toBe(true);
});

it('looks for changes by others again and again, also after looks that failed', async () => {
  const { keys, store, reads } = await openShared();
  const { id, key } = await keys.issue();
  for (let round = 1; round <= 2; round += 1) {
    reads.away = true;
    await vi.advanceTimersByTimeAsync(2_000);
    reads.away = false;
    await store.setQuota(id, round);
    await vi.advanceTimersByTimeAsync(400);
    expect(keys.find(key)?.dailyQuota).toBe(round);
  }
});
