/** The quota over a store that lends ahead: what a lease is worth, until when, and what is booked after a fault. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openQuota } from '#service/quota.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { StoreAway, type Store } from '#service/store.ts';

const MIDNIGHT = Date.parse('2026-11-21T00:00:00.000Z');
const TODAY = '2026-11-21T00:00:00.000Z';
const TOMORROW = '2026-11-22T00:00:00.000Z';

let time = 0;
beforeEach(() => {
  time = MIDNIGHT - 60_000;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

/** By both clocks, the store's and this process's. */
function pass(milliseconds: number): void {
  time += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

async function openLending(change: (store: Store) => Partial<Store> = () => ({}), dailyQuota = 1_000) {
  const memory = await openSqliteStore(':memory:', () => time);
  const lending = { ...memory, lease: 20 };
  const store: Store = { ...lending, ...change(lending) };
  onTestFinished(() => memory.close());
  const { account, id } = await store.addKey({ digest: 'ab'.repeat(32), label: '', owner: '', lastCharacters: 'wxyz' });
  const quota = openQuota(store, () => time, dailyQuota);
  const book = (count = 1) =>
    Promise.all(Array.from({ length: count }, () => quota.book({ id, account, active: true })));
  return { quota, book, readUsed: () => memory.readUsed(account), store: memory, key: { id, account, active: true } };
}

const granted = (resetsAt: string) => [expect.objectContaining({ granted: true, resetsAt })];

it('serves nothing of the next day on what was booked ahead for this one', async () => {
  const { book, readUsed } = await openLending();
  pass(59_000);
  await book();
  await book();
  expect(await readUsed()).toBe(21);
  pass(500);
  expect(await book()).toEqual(granted(TODAY));
  pass(499);
  expect(await book()).toEqual(granted(TODAY));
  expect(await readUsed()).toBe(21);
  pass(1);
  expect(await book()).toEqual(granted(TOMORROW));
  expect(await readUsed()).toBe(1);
});

it('counts the end of the day from before the store was asked: the answer may have been long on the way', async () => {
  const { book } = await openLending((lending) => ({
    async take(...args) {
      const taken = await lending.take(...args);
      time += 400;
      vi.advanceTimersByTime(400);
      return taken;
    },
  }));
  pass(59_000);
  await book();
  await book();
  pass(199);
  expect(await book()).toEqual(granted(TODAY));
  pass(1);
  expect(await book()).toEqual(granted(TOMORROW));
});

it('books ahead for a caller that comes again within a second', async () => {
  const { book, readUsed } = await openLending();
  await book();
  pass(1_000);
  await book();
  expect(await readUsed()).toBe(2);
  pass(999);
  await book();
  expect(await readUsed()).toBe(22);
});

it.each([
  [5_000, 51],
  [100_000, 201],
])('books ahead a part of a day of %i, as far as the store lends', async (dailyQuota, used) => {
  const { book, readUsed } = await openLending(() => ({ lease: 200 }), dailyQuota);
  await book();
  await book();
  expect(await readUsed()).toBe(used);
});

it('serves nothing beyond a quota that was lowered on what was booked ahead of the former one', async () => {
  const { quota, book, readUsed, key } = await openLending();
  await book();
  await book();
  expect(await readUsed()).toBe(21);
  expect(await quota.book({ ...key, dailyQuota: 2 })).toMatchObject({ granted: false, limit: 2 });
  expect(await readUsed()).toBe(2);
});

it('hands each lease back once, and what was used of it never', async () => {
  const { quota, book, readUsed } = await openLending();
  for (let round = 1; round <= 2; round += 1) {
    pass(1_000);
    await book();
    await book();
    expect(await readUsed()).toBe(2 * round + 19);
    await quota.close();
    await quota.close();
    expect(await readUsed()).toBe(2 * round);
  }
});

it('answers each of those that wait, in turn, where the store grants one at a time', async () => {
  const { book, readUsed } = await openLending(
    (lending) => ({ take: (account, dailyQuota) => lending.take(account, dailyQuota, 1) }),
    3,
  );
  expect((await book(5)).map((booked) => booked.granted)).toEqual([true, true, true, false, false]);
  expect(await readUsed()).toBe(3);
});

it('serves nothing on a booking that failed, for all that waited for it, and books anew when it is asked again', async () => {
  let away = true;
  let calls = 0;
  const { quota, book, readUsed } = await openLending((lending) => {
    const orAway = <T>(call: () => Promise<T>) => {
      calls += 1;
      return away ? Promise.reject(new StoreAway(new Error('gone'))) : call();
    };
    return {
      take: (...args) => orAway(() => lending.take(...args)),
      giveBack: (...args) => orAway(() => lending.giveBack(...args)),
      noteUses: (uses) => orAway(() => lending.noteUses(uses)),
    };
  });
  for (let tries = 1; tries <= 2; tries += 1) {
    const booked = await Promise.allSettled([book(), book(), book()]);
    expect(booked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    // Those that wait together are asked for once.
    expect(calls).toBe(tries);
  }
  pass(1_000);
  away = false;
  expect(await book()).toEqual(granted(TODAY));
  await book();
  expect(await readUsed()).toBe(21);
  away = true;
  // What cannot be handed back stays booked, and ends nothing.
  await quota.close();
  expect(await readUsed()).toBe(21);
});

it('notes uses of a key each second, also after those before were noted or could not be', async () => {
  let away = false;
  const { book, store } = await openLending((lending) => ({
    noteUses: (uses) => (away ? Promise.reject(new StoreAway(new Error('gone'))) : lending.noteUses(uses)),
  }));
  const readLastUse = async () => (await store.listKeys())[0]?.lastUsedAt;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const isAway of [false, true, false]) {
    away = isAway;
    time += 5_000;
    const booked = book(2);
    await vi.advanceTimersByTimeAsync(1_100);
    await booked;
    expect((await readLastUse()) === time).toBe(!isAway);
  }
});
