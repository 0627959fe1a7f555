/** The nastiest cases that are known: each must end equal to the truth or honestly unverified, within its price. */
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '#electron/sync/run.ts';
import type { SyncClient } from '#electron/sync/service.ts';
import { benchOf, downloaded, expectTruth, unevenMonths, type Bench } from './harness.ts';
import type { RecordPage } from '#domain/record.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const complete = { status: 'complete', stopped: null };

/** Syncs again, a quarter of an hour apart, until it is whole. */
async function untilComplete(bench: Bench, most = 4): Promise<number> {
  for (let tries = 1; tries <= most; tries++) {
    if ((await bench.sync()).status === 'complete') return tries;
    bench.world.wait(15 * MINUTE);
  }
  throw new Error('never complete');
}

/** Calls back before the nth request from now. */
function beforeRequest(bench: Bench, nth: number, act: () => void): void {
  let count = 0;
  bench.world.onRequest = () => {
    count += 1;
    if (count === nth) act();
  };
}

const phaseOf = (bench: Bench) => (JSON.parse(bench.store.state ?? '{}') as { phase: { name: string } }).phase.name;

describe('while a download walks', () => {
  it('an archived and an inserted record do not make up for each other', async () => {
    const bench = benchOf({ seed: 11, lag: 5_000 }, unevenMonths(5_000, 36));
    const [oldest] = bench.world.liveIds();
    beforeRequest(bench, 15, () => {
      bench.world.archive(bench.world.liveIds().at(-5)!);
      bench.world.insert('2026-11-01');
      bench.world.archive(oldest!);
    });
    await untilComplete(bench);
    expectTruth(bench);
  });

  it.each([
    ['a partition already sealed', '2026-11-01'],
    ['a partition not yet read', '2024-01-01'],
    ['no month at all', null],
  ])('a record that moves to %s is held once and where it is', async (_, month) => {
    const bench = benchOf({ seed: 12 }, unevenMonths(5_000, 36));
    const moving = bench.world.liveIds().filter((id) => bench.world.monthOf(id) === '2026-03-01');
    beforeRequest(bench, 8, () => moving.slice(0, 20).forEach((id) => bench.world.edit(id, { month })));
    await untilComplete(bench);
    expectTruth(bench);
  });

  it('an import that runs faster than paging is not chased for ever', async () => {
    const bench = benchOf({ seed: 13 }, unevenMonths(1_000, 12));
    bench.world.onRequest = () => {
      for (let each = 0; each < 240; each++) bench.world.insert('2026-11-01');
    };
    const result = await bench.sync();
    expect(result.requestsUsed).toBeLessThan(60);
    bench.world.onRequest = undefined;
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  const FEW = chooseSize(1_500, 3_000);
  it.each([
    ['one huge month', Array.from({ length: chooseSize(3_000, 30_000) }, () => '2026-11-01')],
    ['a decade of empty months', [...Array.from({ length: 1_500 }, () => '2014-02-01'), ...unevenMonths(1_500, 2)]],
    ['months that all lie ahead', Array.from({ length: FEW }, () => '2027-05-01')],
    ['no record with a month', Array.from({ length: FEW }, () => null)],
  ])('%s costs no more than the pages and eight', async (_, months) => {
    const bench = benchOf({ seed: 14 }, months);
    const result = await bench.sync();
    expect(result).toMatchObject({ ...complete, records: months.length });
    expect(result.requestsUsed).toBeLessThanOrEqual(Math.ceil(months.length / 200) + 8);
    expectTruth(bench);
  });
});

describe('a refresh', () => {
  it('taken up an hour later does not end on the count it took before', async () => {
    const bench = benchOf({ seed: 21 }, unevenMonths(3_000, 24));
    await bench.sync();
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(0, 400)) bench.world.edit(id);
    bench.world.wait(10 * MINUTE);
    await bench.sync({ maxRequests: 3 });
    expect(phaseOf(bench)).toBe('count');
    bench.world.archive(bench.world.liveIds()[700]!);
    bench.world.insert('2026-11-01');
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 3_000 });
    expectTruth(bench);
  });

  it('cut short within its pages and taken up an hour later looks again instead of counting as of then', async () => {
    const bench = benchOf({ seed: 29 }, unevenMonths(3_000, 24));
    await bench.sync();
    bench.world.wait(HOUR);
    const ids = bench.world.liveIds();
    for (const id of ids.slice(1_000, 1_900)) bench.world.edit(id);
    bench.world.wait(10 * MINUTE);
    await bench.sync({ maxRequests: 3 });
    expect(phaseOf(bench)).toBe('pages');
    for (const id of ids.slice(1_600, 1_900)) bench.world.edit(id);
    bench.world.wait(HOUR);
    const { requestsUsed } = await bench.sync();
    expect(requestsUsed).toBeLessThanOrEqual(8);
    expectTruth(bench);
  });

  it('does not let a record hidden by reindexing make up for one that was archived', async () => {
    const bench = benchOf({ seed: 22 }, unevenMonths(1_000, 12));
    await bench.sync();
    bench.world.wait(HOUR);
    const [hidden, , gone] = bench.world.liveIds();
    bench.world.hide(hidden!, 2 * HOUR);
    // Alive by a batch read, unseen by search: explained, so this is whole.
    expect(await bench.sync()).toMatchObject({ ...complete, records: 1_000 });
    bench.world.wait(5 * HOUR);
    bench.world.archive(gone!);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 999 });
    expectTruth(bench);
  });

  it.each(chooseCases(1, [31, 32, 33]))(
    'whose audit takes more than a day’s quota gets on from day to day, seed %i',
    async (seed) => {
      const bench = benchOf({ seed }, unevenMonths(3_000, 24));
      await bench.sync();
      const { world } = bench;
      const ids = world.liveIds();
      for (let each = 0; each < 60; each++) world.archive(ids[each * 47 + (each % 7)]!);
      let days = 0;
      for (let status = ''; status !== 'complete'; days++) {
        expect(days).toBeLessThan(12);
        world.wait(24 * HOUR);
        ({ status } = await bench.sync({ maxRequests: 8 }));
      }
      expect(days).toBeGreaterThan(1);
      expectTruth(bench);
    },
  );

  it('notices when the record it remembers as unsearchable is archived', async () => {
    const bench = benchOf({ seed: 23 }, unevenMonths(1_000, 12));
    await bench.sync();
    bench.world.wait(HOUR);
    const [hidden] = bench.world.liveIds();
    bench.world.hide(hidden!, 48 * HOUR);
    await bench.sync();
    bench.world.archive(hidden!);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 999 });
    expectTruth(bench);
  });

  it('takes none of a hundred that reindexing hides for gone, though as many around them are', async () => {
    const bench = benchOf({ seed: 36 }, unevenMonths(3_000, 12));
    await bench.sync();
    const ids = bench.world.liveIds().slice(400, 700);
    for (const [at, id] of ids.entries()) {
      if (at % 2 === 0) bench.world.hide(id, 3 * HOUR);
      else bench.world.archive(id);
    }
    bench.world.wait(HOUR);
    // More of them than one batch can read: a sample in which some live says nothing about the others.
    await bench.sync({ full: true });
    const held = new Set(bench.store.live().map(({ id }) => id));
    expect(bench.world.liveIds().filter((id) => !held.has(String(id)))).toEqual([]);
    bench.world.wait(5 * HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it('gives up after a few requests where search shows nothing at all, and takes nothing for gone', async () => {
    const bench = benchOf({ seed: 38 }, unevenMonths(6_000, 24));
    await downloaded(bench);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds()) bench.world.hide(id, 5 * MINUTE);
    const during = await bench.sync();
    expect(during).toMatchObject({ status: 'partial', stopped: null, records: 6_000 });
    expect(during.requestsUsed).toBeLessThanOrEqual(4);
    bench.world.wait(10 * MINUTE);
    expect(await bench.sync()).toMatchObject({ ...complete, requestsUsed: 1, records: 6_000 });
    expectTruth(bench);
  });

  it('is not held up for ever by more hidden records than one search can ask for', async () => {
    const bench = benchOf({ seed: 39 }, unevenMonths(6_000, 24));
    await downloaded(bench);
    bench.world.wait(HOUR);
    const ids = bench.world.liveIds();
    for (const id of ids.slice(1_000, 1_300)) bench.world.hide(id, 5 * MINUTE);
    expect(await bench.sync()).toMatchObject({ status: 'partial', stopped: null });
    // What they hid behind is over, and something else has gone meanwhile.
    bench.world.wait(10 * MINUTE);
    bench.world.archive(ids[3_000]!);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 5_999 });
    expectTruth(bench);
  });

  it('finds sixty archived from one import block, scattered over the months, in at most 25 requests', async () => {
    const [all, at] = [chooseSize(12_000, 30_000), chooseSize(8_000, 20_000)];
    const months = unevenMonths(all, 36);
    const block = Array.from({ length: 700 }, (_, each) => months[(each * 41) % months.length]!);
    const bench = benchOf({ seed: 24 }, [...months.slice(0, at), ...block, ...months.slice(at)]);
    await downloaded(bench);
    const imported = bench.world.liveIds().slice(at, at + 700);
    for (let each = 0; each < 60; each++) bench.world.archive(imported[each * 11]!);
    bench.world.wait(HOUR);
    const result = await bench.sync();
    expect(result).toMatchObject({ ...complete, records: all + 640 });
    expect(result.requestsUsed).toBeLessThanOrEqual(25);
    expectTruth(bench);
  });

  it.each(
    chooseCases(1, [
      ['1,200', 1_200, 3_000],
      ['12,000', 12_000, 30_000],
    ] as const),
  )(
    'with %s rows imported a moment ago reads them once, and looks on for one request until they have settled',
    async (_, imported, before) => {
      const bench = benchOf({ seed: 25 }, unevenMonths(before, 36));
      await downloaded(bench);
      bench.world.wait(HOUR);
      for (let each = 0; each < imported; each++) bench.world.insert('2026-11-01');
      bench.world.wait(5_000);
      const most = imported / 200 + 3;
      const first = await bench.sync();
      expect(first).toMatchObject({ ...complete, records: before + imported });
      expect(first.requestsUsed).toBeLessThanOrEqual(most);
      expect(await bench.sync()).toMatchObject({ ...complete, requestsUsed: 1 });
      bench.world.wait(HOUR);
      expect((await bench.sync()).requestsUsed).toBeLessThanOrEqual(most);
      expect(await bench.sync()).toMatchObject({ ...complete, requestsUsed: 1 });
      expectTruth(bench);
    },
  );

  it.each(
    chooseCases(1, [
      ['3,000', 3_000],
      ['15,000', 15_000],
    ] as const),
  )('of %s records with one last-modified time loses none and does not loop', async (_, records) => {
    const bench = benchOf({ seed: 26 }, unevenMonths(records, 36));
    const sameTime = bench.world.now;
    for (const id of bench.world.liveIds()) bench.world.edit(id, { updatedAt: sameTime });
    const result = await bench.sync();
    expect(result.requestsUsed).toBeLessThan(2 * (records / 200 + 6) + records / 200 + 8);
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it('finds every one of three hundred rows changed in the very millisecond before which all is held', async () => {
    const bench = benchOf({ seed: 29 }, unevenMonths(3_000, 24));
    await bench.sync();
    bench.world.wait(HOUR);
    const changedAt = bench.world.now;
    for (const id of bench.world.liveIds().slice(0, 300)) bench.world.edit(id, { updatedAt: changedAt });
    bench.store.state = JSON.stringify({ ...JSON.parse(bench.store.state ?? '{}'), watermark: changedAt });
    bench.world.wait(HOUR);
    // A page of the newest changes ends among those of that millisecond: they are not all on it.
    expect(await bench.sync()).toMatchObject(complete);
    expectTruth(bench);
  });

  it('of a download taken up hours later brings what changed meanwhile in its read part, more than a page of it', async () => {
    const bench = benchOf({ seed: 30 }, unevenMonths(6_000, 24));
    await bench.sync({ maxRequests: 12 });
    const read = bench.store.live().map(({ id }) => Number(id));
    expect(read.length).toBeGreaterThan(1_500);
    bench.world.wait(2 * HOUR);
    for (const id of read.slice(0, 500)) bench.world.edit(id);
    bench.world.wait(2 * HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 6_000 });
    expectTruth(bench);
  });

  it('does not stumble over a row created and archived within the overlap', async () => {
    const bench = benchOf({ seed: 27 }, unevenMonths(1_000, 12));
    await bench.sync();
    bench.world.wait(HOUR);
    const short = bench.world.insert('2026-11-01');
    bench.world.wait(20_000);
    await bench.sync();
    bench.world.archive(short);
    bench.world.insert('2026-11-01');
    bench.world.wait(20_000);
    // Too fresh to be told: whole as of a time before it was created.
    expect(await bench.sync()).toMatchObject({ ...complete, requestsUsed: 1 });
    bench.world.wait(10 * MINUTE);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it('sees an archive and a restore with the same date by the scrub, and only by it', async () => {
    const bench = benchOf({ seed: 28 }, unevenMonths(5_000, 24));
    const [first, second] = [bench.world.liveIds()[1_000]!, bench.world.liveIds()[3_000]!];
    const date = bench.world.records().find((each) => each.id === String(first))!.updatedAt;
    bench.world.archive(first);
    await bench.sync();
    bench.world.wait(HOUR);
    bench.world.restore(first, date);
    bench.world.archive(second);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, requestsUsed: 1 });
    expect(bench.store.published().has(String(second))).toBe(true);
    for (let day = 0; day < 31; day++) {
      bench.world.wait(24 * HOUR);
      const { requestsUsed } = await bench.sync({ scrub: true });
      expect(requestsUsed).toBeLessThanOrEqual(12);
    }
    expectTruth(bench);
  });

  it('sees them again in the round after the one in which the scrub came to the oldest', async () => {
    const bench = benchOf({ seed: 37 }, unevenMonths(1_500, 24));
    const [first, second] = [bench.world.liveIds()[1_000]!, bench.world.liveIds()[1_100]!];
    const date = bench.world.records().find((each) => each.id === String(first))!.updatedAt;
    bench.world.archive(first);
    const days = async (count: number) => {
      for (; count > 0; count--) {
        bench.world.wait(24 * HOUR);
        await bench.sync({ scrub: true });
      }
    };
    await bench.sync();
    // A page a day, and eight of them.
    await days(8);
    bench.world.restore(first, date);
    bench.world.archive(second);
    await days(8);
    expectTruth(bench);
  });
});

describe('a service that knows less', () => {
  it.each(chooseCases(1, [12_000, 10_000, 25_000]))(
    'with totals that end at 10,000 is counted by id ranges (%i records)',
    async (rows) => {
      const bench = benchOf({ seed: 31, ceiling: 10_000 }, unevenMonths(rows, 36));
      const result = await bench.sync();
      expect(result).toMatchObject({ ...complete, records: rows, total: rows });
      expect(result.requestsUsed).toBeLessThanOrEqual(Math.ceil(rows / 200) + 12);
      bench.world.archive(bench.world.liveIds()[777]!);
      bench.world.wait(HOUR);
      expect(await bench.sync()).toMatchObject({ ...complete, records: rows - 1 });
      expectTruth(bench);
    },
  );

  it('without a Date header takes its newest change for its clock', async () => {
    const bench = benchOf({ seed: 32, dateHeader: false }, unevenMonths(3_000, 24));
    expect(await bench.sync()).toMatchObject(complete);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(0, 50)) bench.world.edit(id);
    bench.world.archive(bench.world.liveIds()[99]!);
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it.each([true, false])(
    'that answers an all-missing batch with a 404 proves nothing away without a canary (404: %s)',
    async (batch404) => {
      const bench = benchOf({ seed: 33, batch404 }, unevenMonths(150, 3));
      await bench.sync();
      bench.world.wait(HOUR);
      for (const id of bench.world.liveIds()) bench.world.archive(id);
      bench.world.wait(HOUR);
      const result = await bench.sync();
      // Search shows nothing and nothing is known to be alive: the batch read alone decides.
      expect(result.records).toBe(result.status === 'complete' ? 0 : 150);
    },
  );

  it.each(chooseCases(1, [10 * MINUTE, -10 * MINUTE]))(
    'that stamps records by another clock hides no change (%i ms behind)',
    async (stampsBehind) => {
      const bench = benchOf({ seed: 37, stampsBehind }, unevenMonths(5_000, 24));
      await bench.sync();
      for (let round = 0; round < 3; round++) {
        bench.world.wait(3 * MINUTE);
        for (const id of bench.world.liveIds().slice(round * 300, round * 300 + 500)) bench.world.edit(id);
        bench.world.wait(3 * MINUTE);
        await untilComplete(bench);
        expectTruth(bench);
      }
    },
  );

  it('whose total ends at 10,000 does not seem to have just the 10,000 that are held', async () => {
    const bench = benchOf({ seed: 38, ceiling: 10_000 }, unevenMonths(10_003, 36));
    await downloaded(bench);
    const hidden = bench.world.liveIds().slice(4_000, 4_003);
    const dates = new Map(bench.world.records().map((each) => [Number(each.id), each.updatedAt]));
    for (const id of hidden) bench.world.archive(id);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 10_000 });
    for (const id of hidden) bench.world.restore(id, dates.get(id));
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ ...complete, records: 10_003 });
    expectTruth(bench);
  });

  it('whose batch read finds nothing, not even a record just seen, takes no record away', async () => {
    const bench = benchOf({ seed: 34 }, unevenMonths(1_000, 12));
    await bench.sync();
    for (const id of bench.world.liveIds().slice(0, 5)) bench.world.hide(id, 24 * HOUR);
    bench.world.wait(HOUR);
    bench.world.batchRead = async ({ ids }) => {
      bench.world.requests.push({ kind: 'batch', limit: ids.length, rows: 0 });
      return { found: [], missing: [...ids], failed: [] };
    };
    expect(await bench.sync()).toMatchObject({ status: 'partial', records: 1_000, stopped: null });
    expect(bench.store.live().length).toBe(1_000);
  });

  it('whose counts do not confirm a refresh leaves reports as they were', async () => {
    const bench = benchOf({ seed: 38 }, unevenMonths(1_000, 12));
    await bench.sync();
    const before = new Map([...bench.store.published()].map(([id, { updatedAt }]) => [id, updatedAt]));
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(100, 110)) bench.world.edit(id);
    for (const id of bench.world.liveIds().slice(0, 5)) bench.world.hide(id, 24 * HOUR);
    bench.world.wait(HOUR);
    bench.world.batchRead = async ({ ids }) => {
      bench.world.requests.push({ kind: 'batch', limit: ids.length, rows: 0 });
      return { found: [], missing: [...ids], failed: [] };
    };
    expect(await bench.sync()).toMatchObject({ status: 'partial', stopped: null });
    expect(new Map([...bench.store.published()].map(([id, { updatedAt }]) => [id, updatedAt]))).toEqual(before);
    // What was read again unchanged is no news.
    expect(await bench.store.countWaiting()).toBe(10);
  });

  it('whose clock was an hour ahead when it was last looked at, and is right again, is read whole', async () => {
    const bench = benchOf({ seed: 39 }, unevenMonths(3_000, 12));
    await bench.sync();
    const ahead = bench.world.now + HOUR;
    bench.store.state = JSON.stringify({ ...JSON.parse(bench.store.state ?? '{}'), watermark: ahead });
    bench.world.wait(5 * MINUTE);
    for (const id of bench.world.liveIds().slice(500, 900)) bench.world.edit(id);
    bench.world.wait(5 * MINUTE);
    expect(await bench.sync()).toMatchObject(complete);
    expectTruth(bench);
  });

  it('that refuses to sort is asked by list only on the person’s word', async () => {
    const bench = benchOf({ seed: 35 }, unevenMonths(1_050, 12));
    bench.world.refuseSearch = true;
    expect(await bench.sync()).toMatchObject({ status: 'partial', records: 0, stopped: { code: 'upstream-failed' } });
    expect(bench.world.requests.some((each) => each.kind === 'list')).toBe(false);
    expect(await bench.sync({ list: true })).toMatchObject({ ...complete, records: 1_050, requestsUsed: 11 });
    bench.world.archive(bench.world.liveIds()[500]!);
    bench.world.insert('2026-11-01');
    expect(await bench.sync({ list: true })).toMatchObject({ ...complete, records: 1_050, requestsUsed: 12 });
    expectTruth(bench);
  });

  it('that does not keep the order it was asked for stops the run by name', async () => {
    const bench = benchOf({ seed: 36 }, unevenMonths(1_000, 12));
    const search = bench.world.search.bind(bench.world);
    const client: RunOptions['client'] = {
      search: async (input, signal, attempts) => {
        const page = await search(input, signal, attempts);
        return { ...page, records: page.records.toReversed() };
      },
      batchRead: bench.world.batchRead.bind(bench.world),
      list: bench.world.list.bind(bench.world),
    };
    const result = await bench.sync({ client });
    expect(result).toMatchObject({ status: 'partial', records: 0, stopped: { code: 'service-changed' } });
  });
});

describe('a process that dies', () => {
  it.each(chooseCases(1, ['after', 'before'] as const))(
    '%s any commit of a long story loses and doubles nothing',
    async (when) => {
      const story = async (dieAt: number) => {
        const bench = benchOf({ seed: 41 }, unevenMonths(1_500, 24));
        const { world, store, sync } = bench;
        let commits = 0;
        const run = async () => {
          for (let tries = 0; tries < 4; tries++) {
            try {
              if ((await sync()).status === 'complete') return;
            } catch {
              world.wait(MINUTE);
            }
          }
        };
        const commit = store.commit.bind(store);
        store.commit = async (change) => {
          if (++commits === dieAt) store.die = when;
          await commit(change);
        };
        await run();
        world.wait(HOUR);
        for (const id of world.liveIds().slice(100, 500)) world.edit(id);
        for (const id of world.liveIds().slice(700, 720)) world.archive(id);
        world.wait(HOUR);
        await run();
        expectTruth(bench);
        return commits;
      };
      const commits = await story(0);
      expect(commits).toBeGreaterThan(15);
      for (let dieAt = 1; dieAt <= commits; dieAt += chooseSize(3, 1)) await story(dieAt);
    },
  );
});

describe('an answer that contradicts itself', () => {
  /** The same world; what search answers from the nth time on, so many times, is spoilt. */
  function spoilt(bench: Bench, [nth, times]: readonly [number, number], spoil: (answer: RecordPage) => RecordPage) {
    const { world } = bench;
    let asked = 0;
    const client: SyncClient = {
      search: async (input, signal, attempts) => {
        const answer = await world.search(input, signal, attempts && { ...attempts, onHead: () => {} });
        asked += 1;
        return asked >= nth && asked < nth + times ? spoil(answer) : answer;
      },
      batchRead: (input, signal, attempts) => world.batchRead(input, signal, attempts),
      list: (input, signal, attempts) => world.list(input, signal, attempts),
    };
    return bench.sync({ client });
  }
  const without = (some: number) => (answer: RecordPage) => ({ ...answer, records: answer.records.slice(some) });
  const empty = (answer: RecordPage) => ({ ...answer, records: [], total: 0, after: undefined });

  it.each([
    ['fewer rows than it counts', 150, without(11)],
    ['no row at all of those it counts', 900, without(200)],
  ])('with %s is no whole download', async (_, rows, spoil) => {
    const bench = benchOf({ seed: 61 }, unevenMonths(rows, 12));
    expect((await spoilt(bench, [1, 1], spoil)).status).toBe('partial');
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it.each([
    ['leaves out the newest change', without(1)],
    [
      'is not in the order that was asked for',
      (answer: RecordPage) => ({ ...answer, records: [...answer.records.slice(1), ...answer.records.slice(0, 1)] }),
    ],
  ])('because a look for changes %s proves nothing by its oldest row', async (_, spoil) => {
    const bench = benchOf({ seed: 62 }, unevenMonths(3_000, 24));
    await downloaded(bench);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(100, 102)) bench.world.edit(id);
    bench.world.wait(HOUR);
    await spoilt(bench, [1, 1], spoil);
    expectTruth(bench);
  });

  const spoiltPages: [string, number][] = [
    ['the look for changes', 1],
    ['its second page', 3],
    ['the first page of what changed', 2],
    ['its last page', 4],
  ];
  it.each(chooseCases(2, spoiltPages))('because search showed nothing for %s loses no change', async (_, nth) => {
    const bench = benchOf({ seed: 63 }, unevenMonths(3_000, 24));
    await downloaded(bench);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(1_000, 1_500)) bench.world.edit(id);
    bench.world.wait(HOUR);
    expect((await spoilt(bench, [nth, 1], empty)).status).toBe('partial');
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });

  it('because search showed nothing in the middle of reading everything again loses no change', async () => {
    const bench = benchOf({ seed: 64 }, unevenMonths(3_000, 24));
    await downloaded(bench);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds()) bench.world.edit(id);
    bench.world.wait(HOUR);
    expect((await spoilt(bench, [4, 1], empty)).status).toBe('partial');
    bench.world.wait(HOUR);
    await untilComplete(bench);
    expectTruth(bench);
  });
});
