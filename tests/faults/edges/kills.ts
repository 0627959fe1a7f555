/** Instances and their database are killed amid calls: the CRM gets no more than it takes at any time, and soon all of it again. */
import { setTimeout as wait } from 'node:timers/promises';
import { withPostgres, type OnPostgres } from './on-postgres.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { judge, type Result } from './result.ts';
import type { EdgeService } from './service.ts';
import {
  ask,
  isServed,
  isToldToReturn,
  MAX_CALLS,
  startWatchedPlatform,
  type Answered,
  type WatchedPlatform,
} from './watched-platform.ts';

/** So many calls in flight are the bound here, and no rate of them. */
const ANY_RATE = ['--call-limit', '10000/1'];
/** Within this time all turns are used again. */
const BACK_MS = 10_000;

interface Instance {
  readonly service: EdgeService;
  /** Each has its own, by which the CRM tells their calls apart. */
  readonly token: string;
}

interface Load {
  readonly platform: WatchedPlatform;
  readonly postgres: OnPostgres;
  readonly instances: readonly Instance[];
  /** Starts another instance in the place of one that was killed. */
  readonly replace: (place: number) => Promise<void>;
}

type Happened = readonly [told: string, ...checks: (readonly [boolean, string])[]];

/** Callers of several instances ask again and again while something happens. */
async function underLoad(callers: number, count: number, happen: (load: Load) => Promise<Happened>): Promise<Result> {
  const platform = await startWatchedPlatform();
  try {
    return await withPostgres(async (postgres) => {
      const instances: Instance[] = [];
      let started = 0;
      const replace = async (place: number) => {
        started += 1;
        const token = `token-${started}`;
        instances[place] = { token, service: await postgres.start(['--upstream', platform.url, ...ANY_RATE], token) };
      };
      for (let place = 0; place < count; place += 1) await replace(place);
      const over = new AbortController();
      const answers: Answered[] = [];
      const goOn = async (place: number, searches: boolean) => {
        while (!over.signal.aborted) {
          const answer = instances[place] ? await ask(instances[place].service, searches) : nowhere;
          answers.push(answer);
          if (answer.status !== 200) await wait(500);
        }
      };
      const asked = Array.from({ length: callers }, (_, n) => goOn(n % count, n % (2 * count) < count));
      await wait(2_000);
      const [told, ...checks] = await happen({ platform, postgres, instances, replace });
      over.abort();
      await Promise.all(asked);
      const expected = (answer: Answered) => isServed(answer) || isToldToReturn(answer) || answer.status === 0;
      const others = answers.filter((answer) => !expected(answer)).length;
      const { told: seen, checks: kept } = platform.judge();
      return judge(
        `${told}; ${answers.filter(isServed).length} requests served; ${seen}`,
        [others === 0, `${others} were answered otherwise`],
        ...checks,
        ...kept,
      );
    });
  } finally {
    platform.close();
  }
}

const nowhere: Answered = { status: 0, retry: 0 };

/** @returns after how many milliseconds the CRM has all calls that it takes, all of one instance or of any. */
async function measureReturn(platform: WatchedPlatform, token?: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < BACK_MS) {
    if (platform.inFlight(token) === MAX_CALLS) return performance.now() - began;
    await wait(5);
  }
  return Number.POSITIVE_INFINITY;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

export function tryKilledInstance(callers: number): Promise<Result> {
  return underLoad(callers, 2, async ({ platform, instances: [first, second] }) => {
    while (platform.inFlight(first?.token) < 2) await wait(1);
    const held = platform.inFlight(first?.token);
    await first?.service.kill();
    const back = await measureReturn(platform, second?.token);
    return [
      `an instance of two killed with ${held} calls in flight and ${callers} callers: the other had all turns after ${seconds(back)}`,
      [back < BACK_MS, `not all turns were used ${seconds(BACK_MS)} after the kill`],
    ];
  });
}

/** What the instances have told is lost with the server; they have not forgotten it. */
export function tryKilledDatabase(callers: number): Promise<Result> {
  return underLoad(callers, 2, async ({ platform, postgres }) => {
    while (platform.inFlight() < 2) await wait(1);
    const held = platform.inFlight();
    await postgres.crash();
    const back = await measureReturn(platform);
    return [
      `PostgreSQL killed and started with ${held} calls in flight and ${callers} callers: all turns were used again after ${seconds(back)}`,
      [back < BACK_MS, `not all turns were used ${seconds(BACK_MS)} after its start`],
    ];
  });
}

/** Instances and the server are killed in turns, at moments that differ; each instance is replaced. */
export function tryManyKills(callers: number, { instanceKills, serverKills }: ManyKills): Promise<Result> {
  const chance = seeded(7);
  const places = 3;
  return underLoad(callers, places, async ({ platform, postgres, instances, replace }) => {
    const killInstance = async () => {
      const place = chance.between(0, places - 1);
      await instances[place]?.service.kill();
      await replace(place);
    };
    const kills = [
      ...Array.from({ length: instanceKills }, () => killInstance),
      ...Array.from({ length: serverKills }, () => () => postgres.crash()),
    ];
    const mixed = kills.map((kill) => ({ kill, at: chance.next() })).toSorted((a, b) => a.at - b.at);
    for (const { kill } of mixed) {
      await kill();
      await wait(500 + chance.next() * 7_000);
    }
    const back = await measureReturn(platform);
    return [
      `${instanceKills} kills of three instances and ${serverKills} of PostgreSQL, ${callers} callers`,
      [back < BACK_MS, `not all turns were used ${seconds(BACK_MS)} after the last`],
    ];
  });
}

interface ManyKills {
  readonly instanceKills: number;
  readonly serverKills: number;
}
