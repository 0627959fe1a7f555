/** However many ask at once, of one instance or of two, the CRM gets no more than it takes; and a killed instance's turns come back. */
import { setTimeout as wait } from 'node:timers/promises';
import { withPostgres } from './on-postgres.ts';
import { judge, type Result } from './result.ts';
import { EMPTY, LIST, SEARCH, startBefore, startPlatform, type EdgeService, type Platform } from './service.ts';

/** What the CRM is promised. */
const MOST_CALLS = 8;
const MOST_SEARCHES = 4;
/** How long a call takes it. */
const CALL_MS = 200;
/** Within this time a killed instance's turns are given to others. */
const BACK_MS = 8_000;

interface WatchedPlatform extends Platform {
  /** Calls that it works on now, whether or not their caller is still there. */
  inFlight(token?: string): number;
  /** @returns what is told of it, and what it was promised. */
  judge(): { readonly told: string; readonly checks: readonly (readonly [boolean, string])[] };
}

async function startWatchedPlatform(): Promise<WatchedPlatform> {
  const working: string[] = [];
  const searches: number[] = [];
  let most = 0;
  const platform = await startPlatform((request, response) => {
    const token = request.headers.authorization ?? '';
    working.push(token);
    most = Math.max(most, working.length);
    if (request.url?.endsWith('/search')) searches.push(performance.now());
    request.resume();
    setTimeout(() => {
      working.splice(working.indexOf(token), 1);
      response.end(EMPTY);
    }, CALL_MS);
  });
  return {
    ...platform,
    inFlight: (token) => working.filter((each) => token === undefined || each === `Bearer ${token}`).length,
    judge() {
      const inSecond = searches.map((at) => searches.filter((each) => each >= at && each < at + 1_000).length);
      const mostSearches = Math.max(0, ...inSecond);
      return {
        told: `the CRM saw at most ${most} calls at once and ${mostSearches} searches in a second`,
        checks: [
          [most <= MOST_CALLS, `${most} calls at once`],
          [mostSearches <= MOST_SEARCHES, `${mostSearches} searches in a second`],
        ],
      };
    },
  };
}

interface Answered {
  /** 0: the connection broke. */
  readonly status: number;
  readonly retry: number;
}

async function ask(service: EdgeService, searches: boolean): Promise<Answered> {
  const init = searches ? { method: 'POST', body: '{}' } : {};
  try {
    const answer = await fetch(service.url + (searches ? SEARCH : LIST), { headers: service.headers, ...init });
    await answer.text();
    return { status: answer.status, retry: Number(answer.headers.get('retry-after') ?? 0) };
  } catch {
    return { status: 0, retry: 0 };
  }
}

const isServed = ({ status }: Answered) => status === 200;
const isToldToReturn = ({ status, retry }: Answered) => status === 503 && retry > 0;

/** Callers spread over the instances, all at once. @param searching the share of searches */
async function crowd(
  platform: WatchedPlatform,
  services: readonly EdgeService[],
  callers: number,
  searching: number,
): Promise<Result> {
  const each = services.map(async (service) => {
    const own = callers / services.length;
    return Promise.all(Array.from({ length: own }, (_, n) => ask(service, n < own * searching)));
  });
  const answers = await Promise.all(each);
  const all = answers.flat();
  const served = all.filter(isServed).length;
  const refused = all.filter(isToldToReturn).length;
  const { told, checks } = platform.judge();
  const spread = services.length === 1 ? '' : ` of ${services.length} instances on PostgreSQL`;
  const shares = answers.map((own) => own.filter(isServed).length);
  return judge(
    `${callers} callers at once${spread}, ${searching * 100} % searching: ${shares.join(' + ')} served, ${refused} told to come back; ${told}`,
    [served + refused === callers, 'others were answered otherwise'],
    [Math.min(...shares) * 3 > Math.max(...shares), `one instance served ${Math.max(...shares)} of ${served}`],
    ...checks,
  );
}

export async function tryCrowd(callers: number, searching: number): Promise<Result> {
  const platform = await startWatchedPlatform();
  const service = await startBefore(platform);
  const result = await crowd(platform, [service], callers, searching);
  await service.terminate();
  platform.close();
  return result;
}

export async function tryCrowdOfTwo(callers: number, searching: number): Promise<Result> {
  const platform = await startWatchedPlatform();
  try {
    return await withPostgres(async ({ start }) => {
      const before = () => start(['--upstream', platform.url], 'token');
      const services = [await before(), await before()];
      return crowd(platform, services, callers, searching);
    });
  } finally {
    platform.close();
  }
}

/** Callers of two instances ask again and again; one instance is killed amid its calls, and then the other gets all the turns. */
export async function tryKilledInstance(callers: number): Promise<Result> {
  const platform = await startWatchedPlatform();
  try {
    return await withPostgres(async ({ start }) => {
      // Each has a token of its own, by which the CRM tells their calls apart.
      const [first, second] = await Promise.all(
        ['token-of-the-first', 'token-of-the-second'].map(async (token) => ({
          token,
          service: await start(['--upstream', platform.url], token),
        })),
      );
      if (!first || !second) throw new Error('Two instances were started');
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
      const asked = [first, second].flatMap(({ service }) =>
        Array.from({ length: callers / 2 }, (_, n) => goOn(service, n % 2 === 0)),
      );
      await wait(2_000);
      while (platform.inFlight(first.token) < 2) await wait(1);
      const held = platform.inFlight(first.token);
      await first.service.kill();
      const killed = performance.now();
      let backMs = Number.POSITIVE_INFINITY;
      while (performance.now() - killed < BACK_MS && backMs === Number.POSITIVE_INFINITY) {
        if (platform.inFlight(second.token) === MOST_CALLS) backMs = performance.now() - killed;
        await wait(5);
      }
      over.abort();
      await Promise.all(asked);
      const others = answers.filter((answer) => !isServed(answer) && !isToldToReturn(answer)).length;
      const { told, checks } = platform.judge();
      return judge(
        `an instance of two killed with ${held} calls in flight and ${callers} callers: its turns came back after ${(backMs / 1_000).toFixed(1)} s; ${told}`,
        [backMs < BACK_MS, `not all turns were used ${BACK_MS / 1_000} s after the kill`],
        [others === 0, `${others} were answered otherwise`],
        ...checks,
      );
    });
  } finally {
    platform.close();
  }
}
