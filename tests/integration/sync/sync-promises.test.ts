/** What downloads and refreshes may cost, and that they end equal to the truth: the real client, store and service, awkward switches on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startProvingService, type ProvingOptions, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { startServiceProcess } from '#tests/support/hosts/service-process.ts';
import type { Move } from '#tests/support/worlds/world-control.ts';
import { differences, openDesk, type Desk, type DeskOptions } from '#tests/support/hosts/sync-desk.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { SyncResult } from '#contract/api.ts';
import { secondTier } from '#tests/support/tier.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21, 9);
const awkward: ProvingOptions = {
  startAt: START,
  asOf: '2026-11-21',
  switches: {
    searchWall: 10_000,
    searchBodyCharacters: 3_000,
    indexLagMilliseconds: 30_000,
    totalLagMilliseconds: 20_000,
    ties: 'shuffled',
  },
  faults: { latencyMilliseconds: 50 },
};

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

interface Proof {
  readonly service: ProvingService;
  readonly desk: Desk;
  /** Two hours later, with a move in the middle of them. @returns what the sync cost, counted by the service. */
  readonly refresh: (move?: Move) => Promise<number>;
}

async function prove(service: ProvingService, options: Partial<DeskOptions> = {}): Promise<Proof> {
  cleanups.push(() => service.stop());
  const folder = mkdtempSync(join(tmpdir(), 'sync-promises-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const { url, key, control } = service;
  const desk = await openDesk({ url, key, folder, now: () => START, ...options });
  cleanups.push(() => desk.close());
  return {
    service,
    desk,
    async refresh(move) {
      await control.advance(HOUR);
      if (move) await control.move(move);
      await control.advance(HOUR);
      return sealedCost(service, desk);
    },
  };
}

/** Syncs until the end and holds everything against the truth. */
async function sealedCost({ control }: ProvingService, desk: Desk): Promise<number> {
  const before = (await control.tally()).requests;
  const result = await desk.sync();
  expect(result).toMatchObject({ status: 'complete', stopped: null });
  expect(await differences(desk.snapshot, control)).toEqual([]);
  const cost = (await control.tally()).requests - before;
  expect(result.requestsUsed).toBe(cost);
  return cost;
}

async function fullestMonth({ control }: ProvingService): Promise<string> {
  const { months } = await control.truth(undefined, []);
  const [fullest] = Object.entries(months).toSorted(([, a], [, b]) => b - a);
  return fullest?.[0] ?? '';
}

const LONG = { ...secondTier, timeout: 300_000 };

test(
  '60,000 records over 36 uneven months cost 315 requests at most, and 15,000 edited at once come whole',
  LONG,
  async () => {
    const { service, desk, refresh } = await prove(
      await startServiceProcess({ ...awkward, records: 60_000, months: 36 }),
    );
    const { months } = await service.control.truth(undefined, []);
    expect(Object.keys(months).filter((month) => month !== '')).toHaveLength(36);
    expect(await sealedCost(service, desk)).toBeLessThanOrEqual(315);
    expect(await refresh({ kind: 'edit', count: 15_000 })).toBeLessThanOrEqual(15_000 / 200 + 3);
  },
);

test('2,000 records cost 18 requests at most', async () => {
  const { service, desk } = await prove(await startProvingService({ ...awkward, records: 2_000 }));
  expect(await sealedCost(service, desk)).toBeLessThanOrEqual(18);
});

test('200 records cost one request', async () => {
  const { service, desk } = await prove(await startProvingService({ ...awkward, records: 200, sampleMonths: 4 }));
  expect(await sealedCost(service, desk)).toBe(1);
});

test(
  '30,000 held: 1 request if nothing changed, 6 for 1 % edited, 25 for 60 archived in a month, 20 for one vanished',
  LONG,
  async () => {
    const { service, desk, refresh } = await prove(
      await startServiceProcess({ ...awkward, records: 30_000, months: 36 }),
    );
    await sealedCost(service, desk);
    expect(await refresh()).toBe(1);
    expect(await refresh({ kind: 'edit', count: 300 })).toBeLessThanOrEqual(6);
    const month = await fullestMonth(service);
    expect(await refresh({ kind: 'archive', count: 60, month })).toBeLessThanOrEqual(25);
    expect(await refresh({ kind: 'remove' })).toBeLessThanOrEqual(20);
    expect(await refresh()).toBe(1);
  },
);

test('one vanished among 20,000 is found and proven for 12 requests, wherever it stood', secondTier, async () => {
  // A look; ⌈log₂(20,000 / 400)⌉ = 6 splits down to two pages, one more where months cut unevenly; those two pages; the proof by
  // id; and a closing count.
  const most = 1 + 7 + 2 + 1 + 1;
  const { service, desk, refresh } = await prove(
    await startServiceProcess({ ...awkward, records: 20_000, months: 36 }),
  );
  await sealedCost(service, desk);
  const ids = await desk.snapshot.ids({});
  for (const at of [0, 7_777, ids.length - 1]) {
    const id = ids[at];
    if (id === undefined) throw new RangeError('Fewer records than expected');
    expect(await refresh({ kind: 'remove', ids: [id] })).toBeLessThanOrEqual(most);
    expect(await desk.snapshot.versions([id])).toEqual(new Map());
  }
});

test('15,000 records imported at one instant are downloaded whole, then cost one request', secondTier, async () => {
  const service = await startServiceProcess({ ...awkward, records: 0 });
  await service.control.move({ kind: 'insert', count: 15_000 });
  await service.control.advance(HOUR);
  const { desk, refresh } = await prove(service);
  expect(await sealedCost(service, desk)).toBeLessThanOrEqual(15_000 / 200 + 8);
  expect(await refresh()).toBe(1);
});

describe('20,000 records on 40 requests a day', () => {
  test(
    'are whole on the third day, partial until then, and no day wastes more than two pages',
    secondTier,
    async () => {
      let at = START;
      const limits = { dailyQuota: 40, frozen: true };
      const service = await startProvingService({ ...awkward, ...limits, records: 20_000, months: 36 });
      const { desk } = await prove(service, { now: () => at, limit: 40 });
      const days: SyncResult[] = [];
      for (let day = 0; day < 3; day += 1) {
        const result = await desk.sync();
        days.push(result);
        const { complete } = await readStatus(desk.snapshot);
        expect(complete).toBe(day === 2);
        const { requests } = await service.control.tally();
        expect(requests).toBe(days.reduce((sum, each) => sum + each.requestsUsed, 0));
        at = await service.control.advance(DAY);
      }
      const partial = { status: 'partial', stopped: { code: 'quota-exhausted' } };
      expect(days).toMatchObject([partial, partial, { status: 'complete', stopped: null }]);
      expect(await differences(desk.snapshot, service.control)).toEqual([]);
      const received = days.reduce((sum, each) => sum + each.recordsReceived, 0);
      expect(received - 20_000).toBeLessThanOrEqual(days.length * 2 * 200);
      expect(days.every((each) => each.requestsUsed <= 40)).toBe(true);
    },
  );
});
