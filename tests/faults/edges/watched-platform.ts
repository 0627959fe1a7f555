/** A CRM that counts what it gets at once and within a second, and callers of the service before it. */
import { EMPTY, LIST, SEARCH, startPlatform, type EdgeService, type Platform } from './service.ts';

/** What the CRM is promised. */
export const MAX_CALLS = 8;
const MAX_SEARCHES = 5;
/** How long a call takes it. */
const CALL_MS = 200;

export interface WatchedPlatform extends Platform {
  /** Calls that it works on now, whether or not their caller is still there. */
  inFlight(token?: string): number;
  /** @returns what is told of it, and what it was promised. */
  judge(): { readonly told: string; readonly checks: readonly (readonly [boolean, string])[] };
}

export async function startWatchedPlatform(): Promise<WatchedPlatform> {
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
          [most <= MAX_CALLS, `${most} calls at once`],
          [mostSearches <= MAX_SEARCHES, `${mostSearches} searches in a second`],
        ],
      };
    },
  };
}

export interface Answered {
  /** 0: the connection broke. */
  readonly status: number;
  readonly retry: number;
}

export async function ask(service: EdgeService, searches: boolean): Promise<Answered> {
  const init = searches ? { method: 'POST', body: '{}' } : {};
  try {
    const answer = await fetch(service.url + (searches ? SEARCH : LIST), { headers: service.headers, ...init });
    await answer.text();
    return { status: answer.status, retry: Number(answer.headers.get('retry-after') ?? 0) };
  } catch {
    return { status: 0, retry: 0 };
  }
}

export const isServed = ({ status }: Answered) => status === 200;
export const isToldToReturn = ({ status, retry }: Answered) => status === 503 && retry > 0;
