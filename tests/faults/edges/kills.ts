/** Instances and their database are killed amid calls: the CRM gets no more than it takes at any time, and soon all of it again. */
import { setTimeout as wait } from 'node:timers/promises';
import { withPostgres, type OnPostgres } from './on-postgres.ts';
import { judge, type Result } from './result.ts';
import type { EdgeService } from './service.ts';
import {
  ask,
  isServed,
  isToldToReturn,
  MOST_CALLS,
  startWatchedPlatform,
  type Answered,
  type WatchedPlatform,
} from './watched-platform.ts';

/** Within this time all turns are used again. */
const BACK_MS = 10_000;

interface Load {
  readonly platform: WatchedPlatform;
  readonly postgres: OnPostgres;
  /** Each with a token of its own, by which the CRM tells their calls apart. */
  readonly instances: readonly { readonly service: EdgeService; readonly token: string }[];
}

/** Callers of two instances ask again and again while something happens. @param happen told of in what it returns, and whether it ended well */
async function underLoad(
  callers: number,
  happen: (load: Load) => Promise<readonly [told: string, ...checks: (readonly [boolean, string])[]]>,
): Promise<Result> {
  const platform = await startWatchedPlatform();
  try {
    return await withPostgres(async (postgres) => {
      const instances: Load['instances'][number][] = [];
      for (const token of ['token-of-the-first', 'token-of-the-second'])
        instances.push({ token, service: await postgres.start(['--upstream', platform.url], token) });
      const over = new AbortController();
      const answers: Answered[] = [];
      const goOn = async (service: EdgeService, searches: boolean) => {
        while (!over.signal.aborted) {
          const answer = await ask(service, searches);
          if (answer.status === 0) return;
          answers.push(answer);
          if (answer.status !== 200) await wait(500);
        }
      };
      const asked = instances.flatMap(({ service }) =>
        Array.from({ length: callers / 2 }, (_, n) => goOn(service, n % 2 === 0)),
      );
      await wait(2_000);
      const [told, ...checks] = await happen({ platform, postgres, instances });
      over.abort();
      await Promise.all(asked);
      const others = answers.filter((answer) => !isServed(answer) && !isToldToReturn(answer)).length;
      const { told: seen, checks: kept } = platform.judge();
      return judge(`${told}; ${seen}`, [others === 0, `${others} were answered otherwise`], ...checks, ...kept);
    });
  } finally {
    platform.close();
  }
}

/** @returns after how many milliseconds the CRM has all calls that it takes, all of one instance or of any. */
async function measureReturn(platform: WatchedPlatform, token?: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < BACK_MS) {
    if (platform.inFlight(token) === MOST_CALLS) return performance.now() - began;
    await wait(5);
  }
  return Number.POSITIVE_INFINITY;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

export function tryKilledInstance(callers: number): Promise<Result> {
  return underLoad(callers, async ({ platform, instances: [first, second] }) => {
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
  return underLoad(callers, async ({ platform, postgres }) => {
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
