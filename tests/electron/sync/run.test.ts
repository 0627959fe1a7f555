/** A run as a whole: what stops it, what it keeps, what reports see meanwhile, and what it costs. */
import { describe, expect, it } from 'vitest';
import { fetchPrice, estimatePrice } from '#electron/sync/price.ts';
import { runSync, type RunOptions } from '#electron/sync/run.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { SyncProgress } from '#contract/api.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { Killed } from '#tests/support/stores/memory-store.ts';
import { benchOf, expectTruth, unevenMonths, type Bench } from './harness.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const phaseOf = ({ store }: Bench) => (JSON.parse(store.state ?? '{}') as { phase: { name: string } }).phase.name;

/** A client whose nth call from now, and those after it, fail. */
function failing(bench: Bench, nth: number, error: AppError): RunOptions['client'] {
  let calls = 0;
  const call = <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    return calls >= nth ? Promise.reject(new AppFailure(error)) : work();
  };
  return {
    search: (input, signal, attempts) => call(() => bench.world.search(input, signal, attempts)),
    batchRead: (input, signal, attempts) => call(() => bench.world.batchRead(input, signal, attempts)),
    list: (input, signal, attempts) => call(() => bench.world.list(input, signal, attempts)),
  };
}

describe('what stops a run', () => {
  it.each([
    { code: 'offline' },
    { code: 'service-busy' },
    { code: 'service-failed', status: 500 },
    { code: 'upstream-failed', detail: 'no' },
  ] as const)('$code ends it partial with everything fetched kept, and the next run goes on', async (error) => {
    const bench = benchOf({ seed: 1 }, unevenMonths(3_000, 24));
    const result = await bench.sync({ client: failing(bench, 6, error) });
    expect(result).toMatchObject({ status: 'partial', stopped: error, resumeAt: null, total: 3_000 });
    expect(result.records).toBe(result.recordsReceived);
    expect(result.records).toBeGreaterThan(600);
    expect(await bench.sync()).toMatchObject({ status: 'complete', mode: 'download', records: 3_000 });
    expect(bench.world.requests.length).toBeLessThanOrEqual(3_000 / 200 + 8);
    expectTruth(bench);
  });

  it.each([{ code: 'offline' }, { code: 'service-changed', detail: 'batch read: results[0].id' }] as const)(
    '$code at a batch read ends it by its own name, not by the CRM’s',
    async (error) => {
      const bench = benchOf({ seed: 6 }, unevenMonths(150, 3));
      await bench.sync();
      bench.world.wait(HOUR);
      bench.world.archive(bench.world.liveIds()[40]!);
      const { world } = bench;
      const client: RunOptions['client'] = {
        search: (input, signal, attempts) => world.search(input, signal, attempts),
        list: (input, signal, attempts) => world.list(input, signal, attempts),
        // As the wire client answers a chunk that failed.
        batchRead: async ({ ids }) => ({
          found: [],
          missing: [],
          failed: [{ ids, category: error.code, message: 'detail' in error ? error.detail : '', error }],
        }),
      };
      expect(await bench.sync({ client })).toMatchObject({ status: 'partial', stopped: error });
      expect(await bench.sync()).toMatchObject({ status: 'complete', records: 149 });
      expectTruth(bench);
    },
  );

  it.each([{ code: 'key-rejected' }, { code: 'key-deactivated' }, { code: 'key-missing' }] as const)(
    '$code fails it, and what was fetched is kept',
    async (error) => {
      const bench = benchOf({ seed: 2 }, unevenMonths(3_000, 24));
      await expect(bench.sync({ client: failing(bench, 4, error) })).rejects.toMatchObject({ error });
      expect(bench.store.live().length).toBeGreaterThan(400);
    },
  );

  it('a store that cannot write fails it by name', async () => {
    const bench = benchOf({ seed: 3 }, unevenMonths(3_000, 24));
    bench.store.commit = () => Promise.reject(new AppFailure({ code: 'disk-full' }));
    await expect(bench.sync()).rejects.toMatchObject({ error: { code: 'disk-full' } });
  });

  it('a state written by a newer program is left alone', async () => {
    const bench = benchOf({ seed: 4 }, unevenMonths(300, 24));
    bench.store.state = JSON.stringify({ version: 2, phase: 'anything' });
    await expect(bench.sync()).rejects.toMatchObject({ error: { code: 'store-newer' } });
    bench.store.state = '{"version":1';
    await expect(bench.sync()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
    expect(bench.world.requests).toEqual([]);
  });

  it('a state of before contradictions were timed by the service is gone on from', async () => {
    const records = chooseSize(10_500, 20_000);
    const bench = benchOf({ seed: 23 }, unevenMonths(records, 36));
    await bench.sync();
    bench.world.archive(bench.world.liveIds()[5_000]!);
    bench.world.wait(HOUR);
    await bench.sync({ maxRequests: 4 });
    const { contradicted: _, phase, ...rest } = JSON.parse(bench.store.state ?? '{}') as Record<string, unknown>;
    const { resumed: __, ...audit } = phase as Record<string, unknown>;
    expect(audit['name']).toBe('audit');
    bench.store.state = JSON.stringify({ ...rest, phase: audit, contradictedAt: 1_000 });
    expect(await bench.sync()).toMatchObject({ status: 'complete', records: records - 1 });
    expectTruth(bench);
  });

  it('its own bound ends it partial without an error, and the next run goes on', async () => {
    const bench = benchOf({ seed: 5 }, unevenMonths(3_000, 24));
    const result = await bench.sync({ maxRequests: 5 });
    expect(result).toMatchObject({ status: 'partial', requestsUsed: 5, stopped: null, resumeAt: null });
    expect(bench.world.requests.length).toBe(5);
    expect(await bench.sync()).toMatchObject({ status: 'complete' });
  });

  it.each([
    ['its own bound', { maxRequests: 7 }, 7],
    ['the person’s reserve', { reserve: 993 }, 7],
  ])('%s holds for retries too: none is sent beyond it', async (_, bound, most) => {
    const bench = benchOf({ seed: 21 }, unevenMonths(3_000, 24));
    bench.world.quotaLimit = 1_000;
    let retried = 0;
    const client: RunOptions['client'] = {
      ...failing(bench, Number.POSITIVE_INFINITY, { code: 'offline' }),
      async search(input, signal, attempts) {
        for (let retry = 0; retry < 2; retry += 1) {
          // Each page takes three attempts.
          if (attempts?.canBook() === false) throw new AppFailure({ code: 'service-busy' });
          attempts?.onBooked();
          bench.world.requests.push({ kind: 'search', limit: 200, rows: 0 });
          retried += 1;
        }
        return bench.world.search(input, signal, attempts);
      },
    };
    const result = await bench.sync({ client, ...bound });
    expect(result).toMatchObject({ status: 'partial', requestsUsed: most });
    expect(bench.world.requests.length).toBe(most);
    expect(retried).toBe(5);
  });

  it.each([
    [30 * 60_000, 0, 'sys_object_id'],
    [2 * HOUR, 0, 'sys_lastmodifieddate'],
    // Since its last page, not since its first: it had been reading for hours.
    [30 * 60_000, HOUR, 'sys_object_id'],
  ])('a download that was left for %i ms, at %i ms a page, begins again by %s', async (pause, latency, property) => {
    const bench = benchOf({ seed: 29, latency }, unevenMonths(3_000, 24));
    await bench.sync({ maxRequests: 5 });
    bench.world.wait(pause);
    const sorts: (string | undefined)[] = [];
    const client: RunOptions['client'] = {
      ...failing(bench, Number.POSITIVE_INFINITY, { code: 'offline' }),
      search(input, signal, attempts) {
        sorts.push(input.sorts[0]?.propertyName);
        return bench.world.search(input, signal, attempts);
      },
    };
    expect(await bench.sync({ client })).toMatchObject({ status: 'complete' });
    // What changed meanwhile is seen first, not after everything that is still unread.
    expect(sorts.slice(0, 2)).toEqual([property, 'sys_object_id']);
  });

  it('counts its own attempts only, whatever else the key is used for meanwhile', async () => {
    const bench = benchOf({ seed: 22 }, unevenMonths(3_000, 24));
    bench.world.onRequest = () => void bench.world.requests.push({ kind: 'batch', limit: 1, rows: 0 });
    const result = await bench.sync({ maxRequests: 5 });
    expect(result).toMatchObject({ status: 'partial', requestsUsed: 5, stopped: null });
    expect(bench.world.requests.length).toBe(10);
  });

  it('a cancel ends it partial', async () => {
    const bench = benchOf({ seed: 6 }, unevenMonths(3_000, 24));
    const controller = new AbortController();
    const onProgress = ({ received }: SyncProgress) => received >= 600 && controller.abort();
    const result = await bench.sync({ signal: controller.signal, onProgress });
    expect(result).toMatchObject({ status: 'partial', stopped: { code: 'cancelled' } });
    expect(result.records).toBeGreaterThanOrEqual(600);
    expect(await bench.sync()).toMatchObject({ status: 'complete' });
  });

  it('the person’s reserve ends it before the quota does: 50 requests, at most 5 % of the limit', async () => {
    const bench = benchOf({ seed: 7 }, unevenMonths(20_000, 36));
    bench.world.quotaLimit = 40;
    const result = await bench.sync({ reserve: undefined });
    expect(result).toMatchObject({ requestsUsed: 38, stopped: { code: 'quota-exhausted', reserve: true } });
    expect(result.resumeAt).toBe(result.stopped?.code === 'quota-exhausted' && result.stopped.resetsAt);
  });

  it('a quota used up elsewhere ends it until the reset', async () => {
    const bench = benchOf({ seed: 8 }, unevenMonths(3_000, 36));
    const resetsAt = '2026-11-22T00:00:00.000Z';
    const result = await bench.sync({ client: failing(bench, 3, { code: 'quota-exhausted', resetsAt }) });
    expect(result).toMatchObject({ status: 'partial', resumeAt: resetsAt, stopped: { code: 'quota-exhausted' } });
  });

  it('three days of 40 requests complete 20,000 records, two requests a day at most beyond the pages', async () => {
    const bench = benchOf({ seed: 9 }, unevenMonths(20_000, 36));
    let day = 0;
    let before = 0;
    const quota = () => ({ used: bench.world.requests.length - before, limit: 40, resetsAt: `day ${day + 1}` });
    const results = [];
    for (; day < 3; day++) {
      before = bench.world.requests.length;
      results.push(await bench.sync({ quota, reserve: undefined }));
      bench.world.wait(DAY);
    }
    expect(results.map((each) => each.status)).toEqual(['partial', 'partial', 'complete']);
    expect(results[0]).toMatchObject({ mode: 'download', resumeAt: 'day 1' });
    expect(bench.world.requests.length).toBeLessThanOrEqual(20_000 / 200 + 8 + 2 * 2);
    expectTruth(bench);
  });
});

describe('what reports see', () => {
  it('a first download page by page, its newest months first', async () => {
    const bench = benchOf({ seed: 10 }, unevenMonths(5_000, 36));
    await bench.sync({ maxRequests: 6 });
    const status = await readStatus(bench.store);
    expect(status).toMatchObject({ complete: false, asOf: null, pending: 'download', total: 5_000 });
    expect(status.records).toBe(bench.store.live().length);
    expect(status.partitions[0]).toMatchObject({ from: '2026-10', to: null, sealed: true });
    expect(status.partitions[0]?.held).toBe(status.partitions[0]?.total);
    expect(status.partitions.at(-1)).toMatchObject({ from: null, sealed: false, total: null });
  });

  it('a refresh only when it is whole, in one step', async () => {
    const records = chooseSize(2_500, 5_000);
    const bench = benchOf({ seed: 11 }, unevenMonths(records, 36));
    await bench.sync();
    const { asOf } = await readStatus(bench.store);
    bench.world.wait(HOUR);
    for (const id of bench.world.liveIds().slice(0, 900)) bench.world.edit(id);
    bench.world.insert('2026-11-01');
    bench.world.wait(HOUR);
    const partial = await bench.sync({ maxRequests: 3 });
    expect(partial).toMatchObject({ status: 'partial', mode: 'refresh', records, total: records + 1 });
    expect(await readStatus(bench.store)).toMatchObject({
      complete: true,
      asOf,
      records,
      waiting: 600,
      pending: 'refresh',
    });
    expect([...bench.store.published().values()].some((each) => each.updatedAt > bench.world.now - 2 * HOUR)).toBe(
      false,
    );
    await bench.sync();
    expect(await readStatus(bench.store)).toMatchObject({
      complete: true,
      records: records + 1,
      waiting: 0,
      pending: 'nothing',
    });
    expectTruth(bench);
  });

  it('a seal that does not grow older by another look, however little of it that look can prove', async () => {
    let proven = 0;
    for (let seed = 1; seed <= 20; seed++) {
      // The total counts a record seconds later than search shows it: then only what is older is proven.
      const bench = benchOf({ seed, totalLag: 60_000 }, unevenMonths(500, 12));
      await bench.sync();
      const { asOf } = await readStatus(bench.store);
      bench.world.insert('2026-11-01');
      bench.world.wait(seed * 1_000);
      const { status } = await bench.sync();
      const later = await readStatus(bench.store);
      if (status === 'complete' && later.total !== later.records) proven += 1;
      expect(Date.parse(later.asOf ?? ''), `seed ${seed}`).toBeGreaterThanOrEqual(Date.parse(asOf ?? ''));
    }
    expect(proven).toBeGreaterThan(0);
  });

  it.each(chooseCases(1, [21, 22, 23, 24]))(
    'a seal as of when its proof began, not as of its end, seed %i',
    async (seed) => {
      const bench = benchOf({ seed, latency: 30_000 }, unevenMonths(4_000, 12));
      const { world, store, sync } = bench;
      await sync();
      world.wait(HOUR);
      const changed = world.liveIds().slice(500, 2_000);
      for (const id of changed) world.edit(id);
      world.wait(HOUR);
      const before = world.requests.length;
      // While its later pages are read, more of the first ones change again than the closing count brings along.
      world.onRequest = () => {
        if (world.requests.length < before + 4) return;
        for (let each = 0; each < 100; each++) world.edit(world.random.pick(changed.slice(-400)));
      };
      expect(await sync()).toMatchObject({ status: 'complete' });
      const { asOf } = await readStatus(store);
      expect(world.faultsOf(store.published(), world.now)).not.toEqual([]);
      expect(world.faultsOf(store.published(), Date.parse(asOf ?? ''))).toEqual([]);
    },
  );

  it.each([
    ['download', 150],
    ['refresh', 0],
  ] as const)('a %s that died between its last answer and its seal as one that is not whole', async (what, rows) => {
    const bench = benchOf({ seed: 28 }, unevenMonths(rows === 0 ? 3_000 : rows, 12));
    if (what === 'refresh') {
      await bench.sync();
      bench.world.wait(HOUR);
      bench.world.insert('2026-11-01');
      bench.world.wait(HOUR);
    }
    bench.store.die = 'after';
    await expect(bench.sync()).rejects.toThrow(Killed);
    bench.store.die = undefined;
    expect(bench.world.requests.length).toBeGreaterThan(0);
    expect(await readStatus(bench.store)).toMatchObject({ complete: what === 'refresh', pending: what });
    expect(await bench.sync()).toMatchObject({ status: 'complete' });
    expect(await readStatus(bench.store)).toMatchObject({ complete: true, waiting: 0, pending: 'nothing' });
    expectTruth(bench);
  });

  it('nothing before the first request', async () => {
    const { store } = benchOf({ seed: 13 });
    expect(await readStatus(store)).toEqual({
      records: 0,
      complete: false,
      asOf: null,
      partitions: [],
      waiting: 0,
      pending: 'nothing',
      total: null,
    });
  });
});

describe('a full run', () => {
  it('reads everything again and reconciles it', async () => {
    const bench = benchOf({ seed: 14 }, unevenMonths(3_000, 24));
    await bench.sync();
    const [first, second] = [bench.world.liveIds()[100]!, bench.world.liveIds()[200]!];
    const date = bench.world.records().find((each) => each.id === String(first))!.updatedAt;
    bench.world.archive(first);
    bench.world.wait(HOUR);
    await bench.sync();
    bench.world.restore(first, date);
    bench.world.archive(second);
    bench.world.wait(HOUR);
    const result = await bench.sync({ full: true });
    expect(result).toMatchObject({ status: 'complete', mode: 'full', recordsReceived: 2_999 + 1 + 200 });
    expect(result.requestsUsed).toBeLessThanOrEqual(3_000 / 200 + 4);
    expectTruth(bench);
  });

  it('cut short goes on as a full run', async () => {
    const bench = benchOf({ seed: 15 }, unevenMonths(3_000, 24));
    await bench.sync();
    bench.world.wait(HOUR);
    await bench.sync({ full: true, maxRequests: 6 });
    const rest = await bench.sync();
    expect(rest).toMatchObject({ status: 'complete', mode: 'full' });
    expect(rest.requestsUsed).toBeLessThanOrEqual(15 - 6 + 3);
  });
});

describe('a full run that ended in its closing requests', () => {
  /** All pages are read, one record turned out to be gone, and the service fails when that is to be proven, or counted. */
  const closing = async (after: 'search' | 'batch') => {
    const bench = benchOf({ seed: 27 }, unevenMonths(3_000, 24));
    await bench.sync();
    bench.world.archive(bench.world.liveIds()[700]!);
    bench.world.wait(HOUR);
    const read = bench.world.requests.length;
    bench.world.onAnswer = () => {
      const due = after === 'search' ? bench.world.requests.at(-1) : bench.world.requests.at(-2);
      if (due?.kind === 'batch') throw new AppFailure({ code: 'service-busy' });
    };
    expect(await bench.sync({ full: true })).toMatchObject({ status: 'partial', mode: 'full' });
    expect(bench.world.requests.length - read).toBeGreaterThanOrEqual(15);
    bench.world.onAnswer = undefined;
    return bench;
  };

  const stops = [
    ['search', 0],
    ['batch', 26 * HOUR],
    ['search', 26 * HOUR],
    ['batch', 0],
  ] as const;
  it.each(chooseCases(2, stops))(
    'goes on with them when it is asked for again, after %s and %i ms, within its price',
    async (at, pause) => {
      const bench = await closing(at);
      bench.world.wait(pause);
      const price = await estimatePrice(bench.store, bench.world.now, { full: true });
      const rest = await bench.sync({ full: true });
      expect(rest).toMatchObject({ status: 'complete', mode: 'full', records: 2_999 });
      expect(rest.requestsUsed).toBeGreaterThanOrEqual(price.min);
      expect(rest.requestsUsed).toBeLessThanOrEqual(price.max ?? 0);
      expect(price.max).toBeLessThan(10);
      expectTruth(bench);
      // Once it is whole, the next one reads everything again.
      expect((await bench.sync({ full: true })).requestsUsed).toBeGreaterThanOrEqual(15);
    },
  );
});

describe('an audit month by month', () => {
  it('counts each month by itself, so that equal totals hide nothing, for the price it named', async () => {
    const bench = benchOf({ seed: 20 }, unevenMonths(3_000, 24));
    const inMonth = (month: string) => bench.world.liveIds().find((id) => bench.world.monthOf(id) === month)!;
    const [first, second] = [inMonth('2026-03-01'), inMonth('2026-08-01')];
    const date = bench.world.records().find((each) => each.id === String(first))!.updatedAt;
    bench.world.archive(first);
    await bench.sync();
    bench.world.restore(first, date);
    bench.world.archive(second);
    bench.world.wait(HOUR);
    expect(await bench.sync()).toMatchObject({ status: 'complete', requestsUsed: 1, records: 2_999 });
    const price = await estimatePrice(bench.store, bench.world.now, { audit: true });
    const result = await bench.sync({ audit: true });
    expect(result).toMatchObject({ status: 'complete', mode: 'audit', records: 2_999 });
    expect(result.requestsUsed).toBeGreaterThanOrEqual(price.min);
    expect(result.requestsUsed).toBeLessThanOrEqual(price.max ?? 0);
    expectTruth(bench);
  });
});

describe('an audit month by month on a small quota', () => {
  it('cut short at its end only ends, and asked for again counts again', async () => {
    const bench = benchOf({ seed: 25 }, unevenMonths(3_000, 24));
    await bench.sync();
    const month = bench.world.liveIds().filter((id) => bench.world.monthOf(id) === '2025-08-01');
    bench.world.archive(month[3]!);
    bench.world.insert('2026-11-01');
    bench.world.wait(HOUR);
    let start = bench.world.requests.length;
    // What vanished is proven by a batch read; the count that closes the matter comes after it.
    bench.world.onAnswer = () => {
      if (bench.world.requests.at(-2)?.kind === 'batch') throw new AppFailure({ code: 'service-busy' });
    };
    expect(await bench.sync({ audit: true })).toMatchObject({ status: 'partial', mode: 'audit' });
    expect(bench.world.requests.length - start).toBeGreaterThan(24);
    bench.world.onAnswer = undefined;
    expect(phaseOf(bench)).toBe('count');
    const end = await bench.sync();
    expect(end).toMatchObject({ status: 'complete', mode: 'audit' });
    expect(end.requestsUsed).toBeLessThanOrEqual(5);
    expectTruth(bench);
    start = bench.world.requests.length;
    expect(await bench.sync({ audit: true })).toMatchObject({ status: 'complete', mode: 'audit' });
    expect(bench.world.requests.length - start).toBeGreaterThan(24);
  });

  it('counts every month though another audit was left off', async () => {
    const bench = benchOf({ seed: 26 }, unevenMonths(6_000, 24));
    await bench.sync();
    bench.world.archive(bench.world.liveIds()[40]!);
    bench.world.wait(HOUR);
    expect(await bench.sync({ maxRequests: 3 })).toMatchObject({ status: 'partial', mode: 'refresh' });
    expect(phaseOf(bench)).toBe('audit');
    const { status, mode, requestsUsed } = await bench.sync({ audit: true });
    expect({ status, mode }).toEqual({ status: 'complete', mode: 'audit' });
    expect(requestsUsed).toBeGreaterThan(24);
    expectTruth(bench);
  });

  it('counts the months it still owes on the next day, and not the first ones anew', async () => {
    const bench = benchOf({ seed: 24 }, unevenMonths(6_000, 48));
    await bench.sync();
    const oldest = bench.world.liveIds()[3]!;
    const first = await bench.sync({ audit: true, maxRequests: 20 });
    expect(first).toMatchObject({ status: 'partial', mode: 'audit' });
    bench.world.archive(oldest);
    let days = 1;
    for (let status = ''; status !== 'complete'; days++) {
      expect(days).toBeLessThan(5);
      bench.world.wait(DAY);
      const result = await bench.sync({ maxRequests: 20 });
      ({ status } = result);
      expect(result.mode).toBe('audit');
    }
    expectTruth(bench);
  });
});

describe('the price', () => {
  const optionsOf = ({ world, store }: Bench): RunOptions => ({
    client: world,
    store,
    now: () => world.now,
    quota: () => world.quota(),
  });

  const asked = (bench: Bench, wish?: { full: boolean }) => {
    const options = optionsOf(bench);
    return fetchPrice(options, () => runSync({ ...options, maxRequests: 1 }), wish);
  };

  it('of a first download takes one request, whose page is kept', async () => {
    const bench = benchOf({ seed: 16 }, unevenMonths(6_000, 36));
    expect(await estimatePrice(bench.store, bench.world.now)).toMatchObject({
      mode: 'download',
      max: null,
      total: null,
    });
    const price = await asked(bench);
    expect(price).toMatchObject({ mode: 'download', total: 6_000, requestsUsed: 1 });
    const { requestsUsed } = await runSync(optionsOf(bench));
    expect(requestsUsed).toBeGreaterThanOrEqual(price.min);
    expect(requestsUsed).toBeLessThanOrEqual(price.max ?? 0);
    expect(bench.world.requests.length).toBe(requestsUsed + 1);
  });

  it('of a refresh costs nothing to ask', async () => {
    const bench = benchOf({ seed: 17 }, unevenMonths(6_000, 36));
    await bench.sync();
    const before = bench.world.requests.length;
    expect(await asked(bench)).toMatchObject({
      mode: 'refresh',
      min: 1,
      max: 3,
      total: 6_000,
      requestsUsed: 0,
    });
    expect(await asked(bench, { full: true })).toMatchObject({ mode: 'full', min: 30, max: 34 });
    expect(bench.world.requests.length).toBe(before);
  });
});

it('asks for the next page while one is being stored, and never for more', async () => {
  const bench = benchOf({ seed: 18 }, unevenMonths(3_000, 1));
  let asked = 0;
  let stored = 0;
  let most = 0;
  bench.world.onRequest = () => {
    asked += 1;
    most = Math.max(most, asked - stored);
  };
  const commit = bench.store.commit.bind(bench.store);
  bench.store.commit = async (change) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await commit(change);
    stored += 1;
  };
  await bench.sync();
  expect(most).toBe(2);
});

it('reports how far it is', async () => {
  const bench = benchOf({ seed: 19 }, unevenMonths(1_000, 12));
  const seen: SyncProgress[] = [];
  await bench.sync({ onProgress: (progress) => seen.push(progress) });
  expect(seen[0]).toEqual({ received: 200, held: 200, total: 1_000, requestsUsed: expect.any(Number) as number });
  expect(seen.at(-1)).toMatchObject({ held: 1_000, total: 1_000 });
});
