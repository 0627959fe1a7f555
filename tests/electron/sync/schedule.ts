/** One seeded schedule: a world that moves, runs that are killed, cut short or lose answers, and what must hold after each of them. */
import { AppFailure } from '#contract/errors.ts';
import type { SyncResult } from '#contract/api.ts';
import { Killed } from '#tests/support/stores/memory-store.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { benchOf, type Bench } from './harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A record found late is found within the lags of index and total: what is sealed as of a time is whole as of so much before it. */
const GRACE = 81_000;

/** Plays the schedule of this seed. @returns everything that went wrong; empty when all promises held. */
export async function playSchedule(seed: number): Promise<string[]> {
  const random = seeded(seed * 7919 + 13);
  const dateHeader = random.chance(0.9);
  const bench = benchOf(
    {
      seed,
      lag: random.pick([0, 5_000, 30_000, 60_000]),
      ...random.pick([{}, {}, { totalLag: 20_000 }, { blinks: 0.3 }, { blinks: 1 }]),
      dateHeader,
      latency: random.pick([50, 400, 3_000]),
      batch404: random.chance(0.3),
      // Without a Date header there is but one clock.
      stampsBehind: random.pick([0, 0, 0, 0, 0, 0, 10 * MINUTE, -10 * MINUTE]) * Number(dateHeader),
    },
    monthsOf(random),
  );
  const play = new Play(bench, random, dateHeader);
  await play.phase('download', random.between(0, 3));
  for (let round = random.between(1, 3); round > 0; round--) {
    bench.world.wait(random.pick([MINUTE, 20 * MINUTE, 3 * HOUR, 30 * HOUR]));
    for (let acts = random.between(0, 4); acts > 0; acts--) play.act();
    if (random.chance(0.5)) bench.world.wait(random.pick([1_000, 30_000, 10 * MINUTE]));
    await play.phase('refresh', random.between(0, 2));
  }
  await play.quiesce();
  return play.faults;
}

class Play {
  readonly faults: string[] = [];
  readonly #bench: Bench;
  readonly #random: Seeded;
  /** This computer's clock: a little off, a day off, standing still, or jumping about. */
  readonly #now: () => number;
  #activity = 0;

  constructor(bench: Bench, random: Seeded, dateHeader: boolean) {
    this.#bench = bench;
    this.#random = random;
    // Of an empty set without a Date header only the local clock can say as of when it is empty.
    this.#now = dateHeader ? clockOf(bench.world, random) : () => bench.world.now;
    this.#activity = random.pick([0, 0.05, 0.3, 1]);
    bench.world.onRequest = () => {
      if (random.chance(this.#activity)) this.act();
    };
  }

  /** Some runs that do not get to their end, then one that may. */
  async phase(name: string, cuts: number): Promise<void> {
    const { world } = this.#bench;
    for (; cuts > 0; cuts--) {
      await this.#cutRun(name);
      world.wait(this.#random.pick([100, 5 * MINUTE, 2 * HOUR, 26 * HOUR]));
      if (this.#random.chance(0.3)) this.act();
    }
    await this.#run(name, {});
  }

  async #cutRun(name: string): Promise<void> {
    const { world, store } = this.#bench;
    const { random } = { random: this.#random };
    const after = random.between(1, 8);
    const start = world.requests.length;
    const due = () => world.requests.length - start >= after;
    const how = random.pick(['before', 'after', 'lost', 'quota', 'most', 'cancel'] as const);
    const controller = new AbortController();
    world.onAnswer = () => {
      if (!due()) return;
      world.onAnswer = undefined;
      if (how === 'before' || how === 'after') store.die = how;
      if (how === 'cancel') controller.abort();
      if (how === 'lost') throw new AppFailure({ code: 'offline' });
      if (how === 'quota')
        throw new AppFailure({ code: 'quota-exhausted', resetsAt: new Date(world.now + HOUR).toISOString() });
    };
    await this.#run(`${name}, ${how} after ${after}`, {
      signal: controller.signal,
      ...(how === 'most' ? { maxRequests: after } : {}),
    });
    world.onAnswer = undefined;
    store.die = undefined;
  }

  async #run(name: string, options: { signal?: AbortSignal; maxRequests?: number }): Promise<SyncResult | undefined> {
    const { world, store, sync } = this.#bench;
    const rows = Math.max(store.live().length, world.liveIds().length);
    const start = world.requests.length;
    const limit = 4 * (Math.ceil(rows / 200) + 8) + 40;
    const endless = () => world.requests.length - start > limit;
    const step = world.onRequest;
    world.onRequest = () => {
      if (endless()) throw new Error(`endless: ${limit} requests`);
      step?.();
    };
    try {
      const result = await sync({ now: this.#now, ...options });
      this.#check(name, result, rows);
      return result;
    } catch (error) {
      if (!(error instanceof Killed))
        this.faults.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : 'thrown'}`);
      return undefined;
    } finally {
      world.onRequest = step;
    }
  }

  #check(name: string, result: SyncResult, rows: number): void {
    const { world, store } = this.#bench;
    const pages = Math.ceil(Math.max(rows, store.live().length) / 200);
    const walk = result.mode === 'download' ? pages + 8 : 0;
    if (result.requestsUsed > walk + 2 * (pages + 6))
      this.faults.push(`${name}: ${result.requestsUsed} requests for ${pages} pages`);
    if (result.status !== 'complete') return;
    const state = JSON.parse(store.state ?? '{}') as { sealed: { asOf: number } };
    const wrong = world.faultsOf(store.published(), state.sealed.asOf - GRACE);
    if (wrong.length > 0)
      this.faults.push(`${name}: sealed, but ${wrong.length} wrong: ${wrong.slice(0, 3).join(', ')}`);
  }

  /** The world comes to rest: within a few runs everything must be whole and equal to the truth. */
  async quiesce(): Promise<void> {
    const { world, store } = this.#bench;
    world.onRequest = undefined;
    for (let tries = 0; tries < 4; tries++) {
      world.wait(15 * MINUTE);
      const result = await this.#run('at rest', {});
      if (result?.status !== 'complete') continue;
      const truth = world.truth();
      const held = store.published();
      const equal =
        held.size === truth.size && [...truth].every(([id, updatedAt]) => held.get(id)?.updatedAt === updatedAt);
      const off = [...truth].filter(([id, updatedAt]) => held.get(id)?.updatedAt !== updatedAt).map(([id]) => id);
      const extra = [...held.keys()].filter((id) => !truth.has(id));
      if (!equal)
        this.faults.push(
          `at rest: ${held.size} held, ${truth.size} true; differ ${off.slice(0, 3).join()} extra ${extra.slice(0, 3).join()}`,
        );
      return;
    }
    this.faults.push('at rest: never complete');
  }

  /** One thing people, workflows or imports do. */
  act(): void {
    const { world } = this.#bench;
    const random = this.#random;
    const live = world.liveIds();
    const some = (most: number) => Array.from({ length: random.between(1, most) }, () => random.pick(live));
    switch (random.between(0, 9)) {
      case 0:
      case 1:
        for (let count = random.between(1, 5); count > 0; count--) world.insert(monthNear(random));
        return;
      case 2:
      case 3:
        if (live.length > 0) for (const id of some(5)) world.edit(id);
        return;
      case 4:
        if (live.length > 0) for (const id of some(3)) world.archive(id);
        return;
      case 5:
        if (live.length > 0) for (const id of some(3)) world.edit(id, { month: monthNear(random) });
        return;
      case 6: {
        const gone = world.archivedIds();
        if (gone.length > 0) world.restore(random.pick(gone));
        return;
      }
      case 7:
        if (random.chance(0.1))
          for (let count = random.between(100, 700); count > 0; count--) world.insert(monthNear(random));
        return;
      case 8:
        if (live.length > 0 && random.chance(0.1))
          for (const id of live.slice(random.between(0, live.length - 1)).slice(0, 500)) world.edit(id);
        return;
      default: {
        if (live.length === 0 || !random.chance(0.2)) return;
        const from = random.between(0, live.length - 1);
        const every = random.pick([1, 1, 7]);
        for (let at = 0; at < random.between(5, 120); at++) {
          const id = live[from + at * every];
          if (id !== undefined) world.archive(id);
        }
      }
    }
  }
}

function clockOf(world: Bench['world'], random: Seeded): () => number {
  const skew = random.pick([0, 0, 0, 10 * MINUTE, -10 * MINUTE, 26 * HOUR, -26 * HOUR]);
  const stands = world.now;
  const leaps = seeded(random.between(1, 1_000_000));
  return random.pick([
    () => world.now + skew,
    () => world.now + skew,
    () => world.now + skew,
    () => stands,
    () => world.now + leaps.between(-26, 26) * HOUR,
  ]);
}

function monthNear(random: Seeded): string | null {
  if (random.chance(0.05)) return null;
  return monthAt(random.pick([0, 0, 0, 1, 1, 2, 5, 14, 40, -1]));
}

function monthAt(back: number): string {
  return new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 10);
}

function monthsOf(random: Seeded): (string | null)[] {
  const rows = random.pick([0, 1, 150, 199, 200, 201, 350, 700, 1_500, 2_300, 3_500]);
  const shape = random.pick(['uneven', 'uneven', 'one', 'decade', 'future', 'none', 'scattered'] as const);
  return Array.from({ length: rows }, (_, at) => {
    switch (shape) {
      case 'uneven':
        return monthAt(Math.floor((1 - at / rows) ** 2 * 36));
      case 'one':
        return monthAt(1);
      case 'decade':
        return monthAt(at < rows / 2 ? 150 : 0);
      case 'future':
        return monthAt(-3);
      case 'none':
        return null;
      case 'scattered':
        return monthAt(random.between(-1, 60));
    }
  });
}
