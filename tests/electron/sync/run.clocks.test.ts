/** Clocks that lie and runs that pause: what is sealed is whole as of a time on the service's clock, whatever this computer's says. */
import { describe, expect, it } from 'vitest';
import { readStatus } from '#electron/sync/status.ts';
import { benchOf, downloaded, expectTruth, unevenMonths, type Bench } from './harness.ts';
import { chooseSize } from '#tests/support/tier.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More than any search lists. */
const MANY = chooseSize(10_500, 20_000);
const seeds = Array.from({ length: chooseSize(1, 6) }, (_, at) => 300 + at);

const phaseOf = (bench: Bench) => (JSON.parse(bench.store.state ?? '{}') as { phase: { name: string } }).phase.name;

async function asOfMs({ store }: Bench): Promise<number> {
  return Date.parse((await readStatus(store)).asOf ?? '');
}

describe('a total that lags behind the rows', () => {
  /** A download whose pages contradict their totals, though the totals of all agree: as many came as went. */
  const lagging = (seed: number) => {
    const bench = benchOf({ seed, totalLag: 60_000 }, unevenMonths(1_500, 12));
    for (const id of bench.world.liveIds().slice(100, 130)) bench.world.archive(id);
    for (let each = 0; each < 30; each++) bench.world.insert('2026-11-01');
    return bench;
  };

  it.each(seeds)('is waited for by the service’s clock where this computer’s stands still, seed %i', async (seed) => {
    const bench = lagging(seed);
    const now = () => 1_000;
    expect((await bench.sync({ now })).status).toBe('partial');
    bench.world.wait(15 * MINUTE);
    expect((await bench.sync({ now })).status).toBe('complete');
    expectTruth(bench);
  });

  it.each(seeds)('is not taken for settled by a clock that leaps ahead meanwhile, seed %i', async (seed) => {
    const bench = lagging(seed);
    const start = bench.world.now;
    expect((await bench.sync({ now: () => start })).status).toBe('partial');
    expect((await bench.sync({ now: () => start + 26 * HOUR })).status).toBe('partial');
    bench.world.wait(15 * MINUTE);
    expect((await bench.sync({ now: () => start + 27 * HOUR })).status).toBe('complete');
    expectTruth(bench);
  });
});

describe('an audit that was interrupted', () => {
  /** Stopped while it still splits, with one archived record to find. */
  const interrupted = async (seed: number) => {
    const bench = benchOf({ seed }, unevenMonths(MANY, 36));
    await downloaded(bench);
    const { world } = bench;
    world.archive(world.liveIds()[bench.world.random.between(0, MANY - 1)]!);
    world.wait(HOUR);
    await bench.sync({ maxRequests: 4 });
    expect(phaseOf(bench)).toBe('audit');
    return bench;
  };

  it.each(seeds)('and goes on five minutes later is whole as of then, not as of its start, seed %i', async (seed) => {
    const bench = await interrupted(seed);
    const { world } = bench;
    const [gone, back] = [world.liveIds()[7_000]!, world.archivedIds()[0]!];
    // They make up for each other in every count that is only asked for afterwards.
    world.archive(gone);
    world.restore(back, world.now - 300 * 24 * HOUR);
    world.wait(5 * MINUTE);
    const resumed = world.now;
    const result = await bench.sync();
    expect(result.status).toBe('complete');
    expect(await asOfMs(bench)).toBeGreaterThan(resumed - 3 * MINUTE);
    expect(world.faultsOf(bench.store.published(), await asOfMs(bench))).toEqual([]);
  });

  it.each(seeds)('for hours that this computer’s clock does not show is begun anew, seed %i', async (seed) => {
    const bench = await interrupted(seed);
    const { world } = bench;
    const still = JSON.parse(bench.store.state ?? '{}') as { touchedAt: number };
    for (const id of world.liveIds().slice(9_000, 9_020)) world.archive(id);
    world.wait(5 * HOUR);
    const resumed = world.now;
    expect(await bench.sync({ now: () => still.touchedAt })).toMatchObject({ status: 'complete', records: MANY - 21 });
    expect(await asOfMs(bench)).toBeGreaterThan(resumed - 3 * MINUTE);
    expectTruth(bench);
  });
});

describe('a computer that sleeps in the middle of an audit', () => {
  it.each(seeds)('and wakes five hours later looks again before it seals, seed %i', async (seed) => {
    const bench = benchOf({ seed }, unevenMonths(MANY, 36));
    await downloaded(bench);
    const { world } = bench;
    world.archive(world.liveIds()[world.random.between(0, MANY - 1)]!);
    world.wait(HOUR);
    let asked = 0;
    let woken = 0;
    world.onRequest = () => {
      asked += 1;
      if (asked !== 5) return;
      expect(phaseOf(bench)).toBe('audit');
      world.wait(5 * HOUR);
      woken = world.now;
    };
    expect(await bench.sync()).toMatchObject({ status: 'complete', records: MANY - 1 });
    expect(await asOfMs(bench)).toBeGreaterThan(woken - 3 * MINUTE);
    expectTruth(bench);
  });
});

describe('what the index shows late', () => {
  it.each(seeds)('is read again, though three hundred newer changes stand before it, seed %i', async (seed) => {
    const bench = benchOf({ seed, lag: 60_000 }, unevenMonths(3_000, 24));
    const { world } = bench;
    await bench.sync();
    world.wait(HOUR);
    const ids = world.liveIds();
    for (const id of ids.slice(0, 60)) world.edit(id);
    world.wait(1_000);
    // Sees few of them: the others are not in the index yet, and their number changes no count.
    expect((await bench.sync()).status).toBe('complete');
    world.wait(10 * MINUTE);
    for (const id of ids.slice(1_000, 1_300)) world.edit(id);
    world.wait(10 * MINUTE);
    expect((await bench.sync()).status).toBe('complete');
    expectTruth(bench);
  });
});
