/** One month before its turn: what it costs, where it stops, and that nothing is lost by it, whatever the world does meanwhile. */
import { describe, expect, it } from 'vitest';
import { estimatePrice } from '#electron/sync/price.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { Partition } from '#electron/sync/state.ts';
import { mergeRest, moveMonthFirst } from '#electron/sync/partitions.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { benchOf, unevenMonths } from './harness.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

const SEEDS = Number(process.env['SYNC_MONTH_SEEDS'] ?? chooseSize(2, 25));

const monthAfter = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
};

const partition = (span: Partial<Partition>): Partition => ({
  cursor: '500',
  total: null,
  expected: null,
  sealed: false,
  ...span,
});

describe('the partitions', () => {
  it('give up the month and keep every other month exactly once', () => {
    const partitions = [
      partition({ monthFrom: '2026-10-01', sealed: true, total: 4 }),
      partition({ monthFrom: '2025-10-01', monthBelow: '2026-10-01', cursor: '300', total: 90 }),
      partition({ monthBelow: '2025-10-01', orNoMonth: true }),
    ];
    expect(moveMonthFirst(partitions, '2026-02-01')).toEqual([
      partitions[0],
      partition({ monthFrom: '2026-02-01', monthBelow: '2026-03-01', cursor: '300', asked: true }),
      partition({ monthFrom: '2026-03-01', monthBelow: '2026-10-01', cursor: '300' }),
      partition({ monthFrom: '2025-10-01', monthBelow: '2026-02-01', cursor: '300' }),
      partitions[2],
    ]);
    expect(moveMonthFirst(partitions, '2020-12-01')).toEqual([
      partitions[0],
      partition({ monthFrom: '2020-12-01', monthBelow: '2021-01-01', asked: true }),
      partitions[1],
      partition({ monthFrom: '2021-01-01', monthBelow: '2025-10-01' }),
      partition({ monthBelow: '2020-12-01', orNoMonth: true }),
    ]);
  });

  it('of a whole without bounds keep what has no month', () => {
    expect(moveMonthFirst([partition({})], '2026-02-01')).toEqual([
      partition({ monthFrom: '2026-02-01', monthBelow: '2026-03-01', asked: true }),
      partition({ monthFrom: '2026-03-01' }),
      partition({ monthBelow: '2026-02-01', orNoMonth: true }),
    ]);
  });

  it('have nothing to give where the month was read', () => {
    expect(moveMonthFirst([partition({ monthFrom: '2026-10-01', sealed: true })], '2026-11-01')).toBeNull();
  });

  it('are never merged across a month that was taken out, and read from the highest cursor when they are', () => {
    const before = partition({ monthFrom: '2026-03-01', sealed: true, total: 0 });
    const asked = partition({ monthFrom: '2026-02-01', monthBelow: '2026-03-01', asked: true });
    const later = partition({ monthFrom: '2026-01-01', monthBelow: '2026-02-01', cursor: '300' });
    const rest = partition({ monthBelow: '2026-01-01', orNoMonth: true });
    expect(mergeRest([before, asked, later, rest], 9000, 10)).toBeNull();
    expect(
      mergeRest([before, partition({ monthFrom: '2026-02-01', monthBelow: '2026-03-01' }), rest], 9000, 10),
    ).toBeNull();
    expect(mergeRest([before, later, rest], 9000, 10)).toEqual([
      before,
      partition({ monthBelow: '2026-02-01', cursor: '500', orNoMonth: true }),
    ]);
  });
});

describe('a month that is asked for before its turn', () => {
  it('is read within the price it was given, and the run ends with it', async () => {
    const { sync, store, world } = benchOf({ seed: 5 }, unevenMonths(12_000, 36));
    await sync({ maxRequests: 6 });
    const month = '2024-06-01';
    const price = await estimatePrice(store, world.now, { month });
    const result = await sync({ month, maxRequests: price.max ?? 0 });
    expect(result).toMatchObject({ status: 'partial', stopped: null, resumeAt: null });
    expect(result.requestsUsed).toBeLessThanOrEqual(10);
    const range = { monthFrom: month, monthBelow: '2024-07-01' };
    const truth = world.liveIds().filter((id) => world.monthOf(id) === month).length;
    expect(truth).toBeGreaterThan(0);
    expect(await store.count(range)).toBe(truth);
  });

  it('is read next also after a pause of hours in the middle of another part, for the price that was named', async () => {
    for (const [requests, month] of [
      [4, '2024-06-01'],
      [9, '2024-06-01'],
      [9, '2026-11-01'],
      [61, '2026-11-01'],
    ] as const) {
      const { sync, store, world } = benchOf({ seed: 5 }, unevenMonths(12_000, 36));
      await sync({ maxRequests: requests });
      const atOnce = await estimatePrice(store, world.now, { month });
      world.wait(7_200_000);
      const price = await estimatePrice(store, world.now, { month });
      // The look that comes first after a long pause is in the price, unless there is nothing to fetch.
      const look = atOnce.min > 0 && requests < 61 ? 1 : 0;
      expect([price.min, price.max]).toEqual([atOnce.min + look, (atOnce.max ?? 0) + look]);
      const result = await sync({ month });
      expect(result.stopped).toBeNull();
      expect(result.requestsUsed, `${requests} ${month}`).toBeGreaterThanOrEqual(price.min);
      expect(result.requestsUsed, `${requests} ${month}`).toBeLessThanOrEqual(price.max ?? 0);
      const truth = world.liveIds().filter((id) => world.monthOf(id) === month).length;
      expect(await store.count({ monthFrom: month, monthBelow: monthAfter(month) })).toBe(truth);
      if (result.status === 'partial') expect(result.requestsUsed).toBeLessThanOrEqual(10);
    }
  });

  it('costs a whole download three requests more at most, and loses nothing', async () => {
    const records = chooseSize(5_000, 12_000);
    const asked = [['2023-12-01', '2026-10-01', '2025-01-01'], ['2025-03-01'], ['2026-09-01', '2024-06-01']];
    for (const months of chooseCases(1, asked)) {
      const { sync, store, world } = benchOf({ seed: 6 }, unevenMonths(records, 36));
      let used = (await sync({ maxRequests: 3 })).requestsUsed;
      for (const month of months) used += (await sync({ month })).requestsUsed;
      const last = await sync();
      expect(last).toMatchObject({ status: 'complete', records, total: records });
      expect(world.faultsOf(store.published(), world.now)).toEqual([]);
      expect(used + last.requestsUsed).toBeLessThanOrEqual(records / 200 + 8 + 3 * months.length);
    }
  });

  it(
    'is harmless in a world that moves, however often it is asked for and cut short',
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const random = seeded(seed * 31);
        const { sync, store, world } = benchOf({ seed, lag: random.pick([0, 5_000, 30_000]) }, unevenMonths(4_000, 24));
        world.onRequest = () => {
          const ids = world.liveIds();
          if (random.chance(0.3)) world.insert(random.pick(['2026-11-01', '2025-05-01', '2024-12-01']));
          if (random.chance(0.3)) world.edit(random.pick(ids));
          if (random.chance(0.1)) world.archive(random.pick(ids));
        };
        for (let rounds = random.between(1, 5); rounds > 0; rounds--) {
          const month = random.pick(['2026-11-01', '2026-08-01', '2025-05-01', '2024-12-01', '2019-01-01']);
          await sync({ month, ...(random.chance(0.5) && { maxRequests: random.between(1, 6) }) });
          world.wait(random.pick([1_000, 600_000, 7_200_000]));
        }
        world.onRequest = undefined;
        let result = await sync();
        for (let tries = 0; tries < 4 && result.status !== 'complete'; tries++) {
          world.wait(900_000);
          result = await sync();
        }
        world.wait(900_000);
        result = await sync();
        expect(result.status, `seed ${seed}`).toBe('complete');
        expect(world.faultsOf(store.published(), world.now - 600_000), `seed ${seed}`).toEqual([]);
      }
    },
    60_000 + SEEDS * 200,
  );

  it('means nothing to a store that is whole', async () => {
    const { sync } = benchOf({ seed: 8 }, unevenMonths(3_000, 36));
    await sync();
    expect(await sync({ month: '2025-03-01' })).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 1 });
  });
});

describe('a pause', () => {
  it('stores the page that is on its way and asks for no other', async () => {
    const { sync, store, world } = benchOf({ seed: 9 }, unevenMonths(6_000, 36));
    const pause = new AbortController();
    world.onAnswer = () => {
      if (world.requests.length === 5) pause.abort();
    };
    const result = await sync({ pause: pause.signal });
    expect(result.stopped).toEqual({ code: 'cancelled' });
    // The page that was already asked for ahead is not wasted either.
    expect(result.requestsUsed).toBeLessThanOrEqual(6);
    expect(await store.count({})).toBe(result.recordsReceived);
    const rest = await sync();
    expect(rest).toMatchObject({ status: 'complete', records: 6_000 });
    expect(result.recordsReceived + rest.recordsReceived).toBe(6_000 + 200);
  });

  it('that meets the last answer ends the run whole: nothing is left waiting, and nothing called whole that is not', async () => {
    const { sync, store, world } = benchOf({ seed: 10 }, unevenMonths(3_000, 12));
    const pausedAtLast = async () => {
      const pause = new AbortController();
      world.onAnswer = () => pause.abort();
      const result = await sync({ pause: pause.signal });
      world.onAnswer = undefined;
      return result;
    };
    await sync();
    world.wait(3_600_000);
    world.insert('2026-11-01');
    world.wait(3_600_000);
    expect(await pausedAtLast()).toMatchObject({ status: 'complete', stopped: null, records: 3_001 });
    expect(await readStatus(store)).toMatchObject({ complete: true, waiting: 0, pending: 'nothing' });
    // With a request still to come it is no end: what one page brings waits for the rest.
    for (const id of world.liveIds().slice(0, 300)) world.edit(id);
    world.wait(3_600_000);
    expect(await pausedAtLast()).toMatchObject({ status: 'partial', stopped: { code: 'cancelled' }, records: 3_001 });
    expect(await readStatus(store)).toMatchObject({ waiting: 200, pending: 'refresh' });
  });
});
