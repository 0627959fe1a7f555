/** The table of promises: what a download and a refresh cost in a quiet world, to the request. */
import { describe, expect, it } from 'vitest';
import { benchOf, downloaded, expectTruth, unevenMonths } from './harness.ts';
import { secondTier } from '#tests/support/tier.ts';

const requestsFor = async (rows: number, months = 36) => {
  const { sync, store, world } = benchOf({ seed: rows + 1 }, unevenMonths(rows, months));
  const result = await sync();
  expect(result).toMatchObject({ status: 'complete', mode: 'download', records: rows, total: rows, stopped: null });
  expect(store.published().size).toBe(rows);
  expect(world.faultsOf(store.published(), world.now)).toEqual([]);
  return result.requestsUsed;
};

describe('a first download in a quiet world', () => {
  it.each([0, 1, 199, 200])('of %i records is one request', async (rows) => {
    expect(await requestsFor(rows)).toBe(1);
  });

  it.each([201, 400, 2_000, 2_001, 5_000])('of %i records is at most ⌈N/200⌉ + 8 requests', async (rows) => {
    expect(await requestsFor(rows)).toBeLessThanOrEqual(Math.ceil(rows / 200) + 8);
  });

  it('of 24000 records is at most ⌈N/200⌉ + 8 requests', secondTier, async () => {
    expect(await requestsFor(24_000)).toBeLessThanOrEqual(128);
  });

  it('of 60,000 records over 36 months is at most 1.05 × ⌈N/200⌉', secondTier, async () => {
    expect(await requestsFor(60_000)).toBeLessThanOrEqual(315);
  });
});

describe('a refresh in a quiet world', () => {
  it('of an unchanged set is one request', async () => {
    const { sync, world } = benchOf({ seed: 1 }, unevenMonths(3_000, 36));
    await sync();
    world.wait(86_400_000);
    expect(await sync()).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 1 });
  });

  it.each([1, 60, 199])('with %i changed records is one request', async (changed) => {
    const { sync, world, store } = benchOf({ seed: 2 }, unevenMonths(3_000, 36));
    await sync();
    world.wait(600_000);
    for (const id of world.liveIds().slice(500, 500 + changed - 1)) world.edit(id);
    world.insert('2026-11-01');
    world.wait(600_000);
    expect(await sync()).toMatchObject({ status: 'complete', requestsUsed: 1, records: 3_001 });
    expect(world.faultsOf(store.published(), world.now)).toEqual([]);
  });

  it.each([200, 300, 1_200])('with %i changed records is at most ⌈C/200⌉ + 3 requests', async (changed) => {
    const { sync, world, store } = benchOf({ seed: 3 }, unevenMonths(5_000, 36));
    await sync();
    world.wait(600_000);
    for (const id of world.liveIds().slice(500, 500 + changed)) world.edit(id);
    world.wait(600_000);
    const result = await sync();
    expect(result).toMatchObject({ status: 'complete', records: 5_000 });
    expect(result.requestsUsed).toBeLessThanOrEqual(Math.ceil(changed / 200) + 3);
    expect(world.faultsOf(store.published(), world.now)).toEqual([]);
  });

  it('finds sixty archived in one month of 30,000 in at most 25 requests', secondTier, async () => {
    const { sync, world, store } = benchOf({ seed: 4 }, unevenMonths(30_000, 36));
    await sync();
    const month = world.liveIds().filter((id) => world.monthOf(id) === '2025-03-01');
    for (let each = 0; each < 60; each++) world.archive(month[each * 11]!);
    world.wait(600_000);
    const result = await sync();
    expect(result).toMatchObject({ status: 'complete', records: 29_940 });
    expect(result.requestsUsed).toBeLessThanOrEqual(25);
    expect(world.faultsOf(store.published(), world.now)).toEqual([]);
  });

  const findOneVanished = async (rows: number, most: number) => {
    const bench = benchOf({ seed: rows }, unevenMonths(rows, 36));
    await downloaded(bench);
    bench.world.archive(bench.world.random.pick(bench.world.liveIds()));
    bench.world.wait(600_000);
    const result = await bench.sync();
    expect(result).toMatchObject({ status: 'complete', records: rows - 1 });
    expect(result.requestsUsed).toBeLessThanOrEqual(most);
    expectTruth(bench);
  };
  const title = 'finds one vanished among %i and proves it in at most %i requests';
  it.each([[3_000, 9]])(title, findOneVanished);
  it.each([
    [30_000, 13],
    [200_000, 16],
  ])(title, { ...secondTier, timeout: 180_000 }, findOneVanished);
});
