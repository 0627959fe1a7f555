/** What a person may ask for beyond what changed: the list walk and the scrub, each for the price it named. */
import { describe, expect, it } from 'vitest';
import { fetchPrice, estimatePrice } from '#electron/sync/price.ts';
import { estimateScrubRequests } from '#electron/sync/phases/scrub.ts';
import type { SyncClient } from '#electron/sync/service.ts';
import { readStatus } from '#electron/sync/status.ts';
import { AppFailure } from '#contract/errors.ts';
import { benchOf, expectTruth, unevenMonths, type Bench } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const scrubDay = ({ store }: Bench) => (JSON.parse(store.state ?? '{}') as { scrub: { day: string | null } }).scrub.day;

describe('the list', () => {
  it('has no price before anything is held, and asking for one sends nothing', async () => {
    const bench = benchOf({ seed: 51 }, unevenMonths(1_050, 12));
    bench.world.refuseSearch = true;
    const price = await fetchPrice({ store: bench.store, now: () => bench.world.now }, () => bench.sync(), {
      list: true,
    });
    expect(price).toEqual({ mode: 'download', min: 1, max: null, total: null, requestsUsed: 0 });
    expect(bench.world.requests).toEqual([]);
  });

  it('costs a request a hundred records each time, as its price says', async () => {
    const bench = benchOf({ seed: 52 }, unevenMonths(1_050, 12));
    bench.world.refuseSearch = true;
    expect(await bench.sync({ list: true })).toMatchObject({ status: 'complete', mode: 'download', requestsUsed: 11 });
    const price = await estimatePrice(bench.store, bench.world.now, { list: true, scrub: true });
    expect(price).toEqual({ mode: 'full', min: 11, max: 13, total: 1_050, requestsUsed: 0 });
    bench.world.wait(HOUR);
    bench.world.archive(bench.world.liveIds()[7]!);
    const again = await bench.sync({ list: true });
    expect(again).toMatchObject({ status: 'complete', mode: 'full', requestsUsed: 12, records: 1_049 });
    expectTruth(bench);
  });

  /** A list whose page `from` leads on to page `to`, by their places in the order they are asked first. */
  function turnedList({ world }: Bench, from: number, to: number): SyncClient {
    const cursors: (string | undefined)[] = [];
    const turn = (asked: string | undefined, after: string | undefined) =>
      asked !== undefined && asked === cursors[from] ? cursors[to] : after;
    const list: typeof world.list = async (input, signal, attempts) => {
      cursors.push(input.after);
      const page = await world.list(input, signal, {
        ...attempts,
        canBook: () => true,
        onBooked: () => attempts?.onBooked(),
        onHead: (head) => attempts?.onHead({ ...head, after: turn(input.after, head.after) }),
      });
      const after = turn(input.after, page.after);
      return after === undefined ? page : { ...page, after };
    };
    return { search: world.search.bind(world), batchRead: world.batchRead.bind(world), list };
  }

  it.each([
    ['to itself', 1, 1],
    ['to the page before', 2, 1],
    ['back to its third page', 7, 3],
  ] as const)('that leads %s ends by name, not with the day’s requests', async (_, from, to) => {
    const bench = benchOf({ seed: 56 }, unevenMonths(1_050, 12));
    const result = await bench.sync({ list: true, client: turnedList(bench, from, to) });
    expect(result).toMatchObject({ status: 'partial', stopped: { code: 'service-changed' } });
    expect(result.requestsUsed).toBeLessThan(20);
    // A walk that has seen pages twice proves nothing; the one after it does.
    await bench.sync({ list: true });
    expect(await bench.sync({ list: true })).toMatchObject({ status: 'complete', records: 1_050 });
    expectTruth(bench);
  });

  it('that leads in a wider circle than a day has requests ends by name on a later day', async () => {
    const bench = benchOf({ seed: 57 }, unevenMonths(1_050, 12));
    const client = turnedList(bench, 9, 3);
    const ends: (string | undefined)[] = [];
    // Each run has fewer requests than the circle has pages.
    while (ends.length < 12 && !ends.includes('service-changed')) {
      const { stopped } = await bench.sync({ list: true, client, maxRequests: 3 });
      ends.push(stopped?.code);
    }
    expect(ends.at(-1)).toBe('service-changed');
    await bench.sync({ list: true });
    expect(await bench.sync({ list: true })).toMatchObject({ status: 'complete', records: 1_050 });
    expectTruth(bench);
  });

  it.each(['oldest', 'newest'] as const)(
    'sees that the %s record is gone, with nothing listed beyond it',
    async (which) => {
      const bench = benchOf({ seed: 55 }, unevenMonths(1_050, 12));
      await bench.sync({ list: true });
      bench.world.wait(HOUR);
      bench.world.archive(bench.world.liveIds().at(which === 'oldest' ? 0 : -1)!);
      expect(await bench.sync({ list: true })).toMatchObject({ status: 'complete', records: 1_049 });
      expectTruth(bench);
    },
  );

  it('cut short goes on only where it is asked for again, for the rest of its price', async () => {
    const bench = benchOf({ seed: 53 }, unevenMonths(1_050, 12));
    await bench.sync({ list: true, maxRequests: 4 });
    expect(await estimatePrice(bench.store, bench.world.now, { list: true })).toMatchObject({ max: null });
    expect(await bench.sync({ list: true })).toMatchObject({ status: 'complete', requestsUsed: 7 });
    await bench.sync({ list: true, maxRequests: 4 });
    expect(await estimatePrice(bench.store, bench.world.now, { list: true })).toMatchObject({ min: 7, max: 9 });
    bench.world.wait(HOUR);
    const before = bench.world.requests.length;
    expect(await bench.sync()).toMatchObject({ status: 'complete', mode: 'refresh' });
    expect(bench.world.requests.slice(before).some(({ kind }) => kind === 'list')).toBe(false);
    expectTruth(bench);
  });

  it('without a Date header does not take this computer’s wrong clock for the service’s', async () => {
    const bench = benchOf({ seed: 54, dateHeader: false }, unevenMonths(650, 12));
    const listed = await bench.sync({ list: true, now: () => bench.world.now + 26 * HOUR });
    expect(listed.status).toBe('complete');
    expect(Date.parse((await readStatus(bench.store)).asOf ?? '')).toBeLessThanOrEqual(bench.world.now);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(0, 300)) bench.world.edit(id);
    bench.world.wait(HOUR);
    await bench.sync();
    expectTruth(bench);
  });
});

describe('a list that does not come in the order of its ids', () => {
  const shuffled = ({ world }: Bench): SyncClient => ({
    search: (input, signal, attempts) => world.search(input, signal, attempts),
    batchRead: (input, signal, attempts) => world.batchRead(input, signal, attempts),
    async list(input, signal, attempts) {
      const page = await world.list(input, signal, attempts);
      return { ...page, records: page.records.toReversed() };
    },
  });

  it('is kept whole, but proves nothing: neither that all is here nor that anything is gone', async () => {
    const bench = benchOf({ seed: 59 }, unevenMonths(1_050, 12));
    const client = shuffled(bench);
    expect(await bench.sync({ list: true, client })).toMatchObject({
      status: 'partial',
      stopped: null,
      records: 1_050,
    });
    expect(await readStatus(bench.store)).toMatchObject({ complete: false, asOf: null, pending: 'not-verified' });
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ status: 'complete', records: 1_050 });
    bench.world.archive(bench.world.liveIds()[500]!);
    const again = await bench.sync({ list: true, client });
    expect(again).toMatchObject({ status: 'partial', records: 1_050 });
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ status: 'complete', records: 1_049 });
    expectTruth(bench);
  });
});

describe('the scrub', () => {
  it('is in the price once a day, and the refresh with it costs no more than that', async () => {
    const bench = benchOf({ seed: 55 }, unevenMonths(12_000, 36));
    await bench.sync();
    bench.world.wait(DAY);
    const plain = await estimatePrice(bench.store, bench.world.now);
    const price = await estimatePrice(bench.store, bench.world.now, { scrub: true });
    const slice = estimateScrubRequests(12_000);
    expect([price.min - plain.min, price.max! - plain.max!]).toEqual([slice.min, slice.max]);
    const { requestsUsed } = await bench.sync({ scrub: true });
    expect(requestsUsed).toBeGreaterThanOrEqual(price.min);
    expect(requestsUsed).toBeLessThanOrEqual(price.max ?? 0);
    expect(await estimatePrice(bench.store, bench.world.now, { scrub: true })).toEqual(
      await estimatePrice(bench.store, bench.world.now),
    );
    expect(await bench.sync({ scrub: true })).toMatchObject({
      status: 'complete',
      requestsUsed: 1,
      scrubLeftOut: 'today',
    });
  });

  it('sees by one page alone that a record on it is gone, where counts were made up for by another', async () => {
    const bench = benchOf({ seed: 60 }, unevenMonths(3_000, 24));
    const { world } = bench;
    const ids = world.liveIds();
    const [older, newest] = [ids[100]!, ids.at(-20)!];
    const date = world.records().find((each) => each.id === String(older))!.updatedAt;
    world.archive(older);
    await bench.sync();
    world.wait(DAY);
    world.restore(older, date);
    world.archive(newest);
    world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ status: 'complete', requestsUsed: 1 });
    expect(bench.store.published().has(String(newest))).toBe(true);
    expect(await bench.sync({ scrub: true })).toMatchObject({ status: 'complete' });
    expectTruth(bench);
  });

  it('reads the last 26 hours again, for an edit that search showed when newer ones had been read', async () => {
    const bench = benchOf({ seed: 61 }, unevenMonths(3_000, 24));
    const { world } = bench;
    await bench.sync();
    world.wait(DAY);
    for (const id of world.liveIds().slice(1_000, 1_400)) world.edit(id);
    world.wait(HOUR);
    await bench.sync();
    world.edit(world.liveIds()[50]!, { updatedAt: world.now - 10 * HOUR });
    world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ status: 'complete', requestsUsed: expect.any(Number) });
    expect(() => expectTruth(bench)).toThrow();
    expect(await bench.sync({ scrub: true })).toMatchObject({ status: 'complete' });
    expectTruth(bench);
  });

  it('that was asked for is never left out without a word, and a price never names what will be left out', async () => {
    const bench = benchOf({ seed: 57 }, unevenMonths(3_000, 36));
    expect(await bench.sync({ scrub: true })).toMatchObject({ status: 'complete', scrubLeftOut: 'incomplete' });
    bench.world.wait(DAY);
    for (const id of bench.world.liveIds().slice(0, 700)) bench.world.edit(id);
    bench.world.wait(HOUR);
    expect(await bench.sync({ maxRequests: 2 })).toMatchObject({ status: 'partial', scrubLeftOut: null });
    expect(await estimatePrice(bench.store, bench.world.now, { scrub: true })).toEqual(
      await estimatePrice(bench.store, bench.world.now),
    );
    expect(await bench.sync({ scrub: true })).toMatchObject({ status: 'complete', scrubLeftOut: 'begun' });
    expect(await bench.sync({ scrub: true, maxRequests: 5 })).toMatchObject({ scrubLeftOut: 'budget' });
    expect(await bench.sync({ scrub: true, maxRequests: 9, full: true })).toMatchObject({ scrubLeftOut: null });
    // Cut short within the slice, it goes on with it.
    const cut = benchOf({ seed: 58 }, unevenMonths(3_000, 36));
    await cut.sync();
    cut.world.wait(DAY);
    const first = cut.world.requests.length + 1;
    cut.world.onAnswer = () => {
      if (cut.world.requests.length > first) throw new AppFailure({ code: 'service-busy' });
    };
    expect(await cut.sync({ scrub: true })).toMatchObject({ status: 'partial', scrubLeftOut: null });
    cut.world.onAnswer = undefined;
    expect(await cut.sync({ scrub: true })).toMatchObject({ status: 'complete', requestsUsed: 2, scrubLeftOut: null });
    expect(await cut.sync({ scrub: true })).toMatchObject({ status: 'complete', scrubLeftOut: 'today' });
  });

  it('waits for another day where it would not leave the refresh its requests above the reserve', async () => {
    const bench = benchOf({ seed: 56 }, unevenMonths(3_000, 36));
    await bench.sync();
    bench.world.wait(DAY);
    bench.world.quotaLimit = bench.world.requests.length + 59;
    expect(await bench.sync({ scrub: true, reserve: 50 })).toMatchObject({
      status: 'complete',
      requestsUsed: 1,
      scrubLeftOut: 'budget',
    });
    expect(scrubDay(bench)).toBeNull();
    expect((await bench.sync({ scrub: true, reserve: 40 })).requestsUsed).toBeGreaterThan(1);
    expect(scrubDay(bench)).not.toBeNull();
  });
});

describe('the price of a refresh', () => {
  it('is never more than reading everything, however far ahead the clock here runs', async () => {
    const bench = benchOf({ seed: 51 }, unevenMonths(3_000, 24));
    await bench.sync();
    const { max } = await estimatePrice(bench.store, bench.world.now + 20 * 365 * 24 * 3_600_000);
    expect(max).toBeLessThanOrEqual(2 * (15 + 6));
    expect(max).toBeGreaterThanOrEqual(15);
  });
});
