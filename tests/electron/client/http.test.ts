import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { createExchange, type Exchange, type WireOptions } from '#electron/client/http.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { failure } from '#tests/support/failure.ts';
import { faults, page } from '#tests/support/faults.ts';
import {
  sendJson,
  startLoopbackServer,
  type Answerer,
  type LoopbackServer,
} from '#tests/support/hosts/loopback-server.ts';
import { secondTier } from '#tests/support/tier.ts';

const request = { method: 'POST', path: '/service/v1/timelogs/search', body: '{"limit":1}', accept: [200] } as const;
const LIMIT = 1000;
const key = 'key-under-test';

let ledger: Ledger;
let servers: LoopbackServer[];
let waits: number[];

beforeEach(() => {
  ledger = openLedger({ path: ':memory:' });
  servers = [];
  waits = [];
});
afterEach(async () => {
  await Promise.all(servers.map((each) => each.close()));
  ledger.close();
});

async function serve(answer: Answerer): Promise<LoopbackServer> {
  const server = await startLoopbackServer(answer);
  servers.push(server);
  return server;
}

function exchangeWith(origin: string, options: Partial<WireOptions> = {}): Exchange {
  return createExchange({
    origin,
    account: { origin, key },
    fetch,
    ledger,
    limit: LIMIT,
    rate: 0,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    ...options,
  });
}

function used(origin: string): number {
  return ledger.quota({ origin, key }, LIMIT).used;
}

describe('an exchange', () => {
  it('carries the key as a bearer header and nowhere else', async () => {
    const server = await serve((response) => sendJson(response, page));
    await exchangeWith(server.origin)(request);
    const [seen] = server.requests;
    expect(seen?.headers.authorization).toBe(`Bearer ${key}`);
    const { authorization: _, ...headers } = seen?.headers ?? {};
    expect(JSON.stringify([seen?.url, seen?.body, headers])).not.toContain(key);
    expect(headers['content-type']).toBe('application/json');
  });

  it('is booked before the service can have seen it', async () => {
    const bookedOnArrival: number[] = [];
    const server = await serve((response, _, index) => {
      bookedOnArrival.push(used(server.origin));
      sendJson(response, page, index < 2 ? 503 : 200);
    });
    await exchangeWith(server.origin)(request);
    expect(bookedOnArrival).toEqual([1, 2, 3]);
  });

  it('reports the service’s own clock', async () => {
    const server = await serve((response) => sendJson(response, page, 200, { date: 'Sat, 21 Nov 2026 08:00:00 GMT' }));
    expect((await exchangeWith(server.origin)(request)).date).toBe(Date.UTC(2026, 10, 21, 8));
  });

  it('reads compressed answers', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(page));
    });
    expect((await exchangeWith(server.origin)(request)).json).toMatchObject({ results: [{ id: '1' }] });
  });
});

describe('every fault has its name and its price', () => {
  it.each(Object.entries(faults).filter(([name]) => !/wrong types|an array|without id|as a page/.test(name)))(
    '%s',
    async (_, { answer, code, requests }) => {
      const server = await serve(answer);
      const error = await failure(exchangeWith(server.origin)(request));
      expect(error.code).toBe(code);
      expect(server.requests.length).toBe(requests);
      expect(used(server.origin)).toBe(requests);
    },
  );

  it('an address where nothing listens', async () => {
    const server = await serve(() => undefined);
    await server.close();
    expect(await failure(exchangeWith(server.origin)(request))).toEqual({ code: 'offline', reason: 'refused' });
    expect(used(server.origin)).toBe(3);
  });
});

describe('retries', () => {
  it('recover from faults that pass, waiting longer each time', async () => {
    const server = await serve((response, _, index) => {
      if (index === 0) response.destroy();
      else sendJson(response, page, index === 1 ? 504 : 200);
    });
    expect((await exchangeWith(server.origin)(request)).status).toBe(200);
    expect(waits).toEqual([375, 750]);
    expect(used(server.origin)).toBe(3);
  });

  it('honour Retry-After', async () => {
    const server = await serve((response, _, index) =>
      sendJson(response, page, index === 0 ? 429 : 200, { 'retry-after': '3' }),
    );
    await exchangeWith(server.origin)(request);
    expect(waits).toEqual([3000]);
  });

  it('give up at once when Retry-After is beyond the deadline', async () => {
    const server = await serve((response) => sendJson(response, {}, 503, { 'retry-after': '3600' }));
    expect(await failure(exchangeWith(server.origin)(request))).toEqual({ code: 'service-busy' });
    expect(server.requests.length).toBe(1);
  });

  it('stop when another request of this key meets the end of the quota', async () => {
    const server = await serve((response, _, index) => {
      if (index === 0)
        ledger.exhaust(
          { origin: server.origin, key },
          { resetsAt: '2099-01-01T00:00:00.000Z', untilMs: Date.now() + 1e6 },
          LIMIT,
        );
      sendJson(response, {}, 503);
    });
    expect(await failure(exchangeWith(server.origin)(request))).toMatchObject({ code: 'quota-exhausted' });
    expect(server.requests.length).toBe(1);
  });
});

describe('a caller with a bound of its own', () => {
  it.each([
    [1, { code: 'service-busy' }],
    [2, { code: 'service-busy' }],
    [0, { code: 'cancelled' }],
  ] as const)(
    'of %d attempts gets no retry beyond it, nothing booked, and the failure before it',
    async (most, error) => {
      const server = await serve((response) => sendJson(response, {}, 503));
      let booked = 0;
      const attempts = { canBook: () => booked < most, onBooked: () => void (booked += 1) };
      expect(await failure(exchangeWith(server.origin)({ ...request, attempts }))).toEqual(error);
      expect([booked, server.requests.length, used(server.origin)]).toEqual([most, most, most]);
      // There is no wait before a retry that will not be made.
      expect(waits.length).toBe(Math.max(0, most - 1));
    },
  );
});

describe('a used-up quota', () => {
  const midnight = Date.UTC(2026, 10, 22);
  let time: number;
  const clock = () => time;

  beforeEach(() => {
    time = Date.UTC(2026, 10, 21, 9);
    ledger.close();
    ledger = openLedger({ path: ':memory:', now: clock });
  });

  it.each(['2026-11-22T00:00:00.000Z', undefined, '2026-11-21T08:00:00Z', 'garbage'])(
    'stops everything until the reset %s and not a moment longer',
    async (header) => {
      const date = () => new Date(time).toUTCString();
      const server = await serve((response) => {
        const reset: Record<string, string> = header === undefined ? {} : { 'x-service-ratelimit-reset': header };
        if (time < midnight) sendJson(response, { error: 'Daily quota exceeded' }, 429, { ...reset, date: date() });
        else sendJson(response, page, 200, { date: date() });
      });
      const exchange = exchangeWith(server.origin, { now: clock });
      const used = { usedHere: 1, limit: LIMIT, usedElsewhere: true };
      const expected = { code: 'quota-exhausted', resetsAt: '2026-11-22T00:00:00.000Z', ...used };
      for (const moment of [time, time + 1000, midnight - 1]) {
        time = moment;
        expect(await failure(exchange(request))).toEqual(expected);
      }
      expect(server.requests.length).toBe(1);
      time = midnight;
      expect((await exchange(request)).status).toBe(200);
    },
  );

  it.each([-26, -3, 3, 13, 26])('is waited for on the service’s clock when ours is %d hours off', async (hours) => {
    const serverTime = () => time - hours * 3_600_000;
    time += hours * 3_600_000;
    const server = await serve((response) => {
      const date = new Date(serverTime()).toUTCString();
      const reset = { 'x-service-ratelimit-reset': '2026-11-22T00:00:00.000Z', date };
      if (serverTime() < midnight) sendJson(response, { error: 'Daily quota exceeded' }, 429, reset);
      else sendJson(response, page, 200, { date });
    });
    const exchange = exchangeWith(server.origin, { now: clock });
    expect((await failure(exchange(request))).code).toBe('quota-exhausted');
    for (let hour = 0; hour < 40; hour++) {
      time += 3_600_000;
      await exchange(request).catch(() => undefined);
    }
    // Served at last, and never asked in vain a second time.
    expect(server.requests.length).toBe(1 + 40 - 14);
  });

  it('by our own count sends nothing more that day', async () => {
    const server = await serve((response) => sendJson(response, page));
    const exchange = exchangeWith(server.origin, { limit: 2, now: clock });
    await exchange(request);
    await exchange(request);
    expect(await failure(exchange(request))).toEqual({
      code: 'quota-exhausted',
      resetsAt: '2026-11-22T00:00:00.000Z',
      usedHere: 2,
      limit: 2,
      usedElsewhere: false,
    });
    expect(server.requests.length).toBe(2);
    time = midnight;
    await exchange(request);
    expect(server.requests.length).toBe(3);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%d reaches no other listener', async (status) => {
    const foreign = await serve((response) => sendJson(response, page));
    const server = await serve(
      (response) => void response.writeHead(status, { location: `${foreign.origin}/service/v1/timelogs` }).end(),
    );
    const error = await failure(exchangeWith(server.origin)(request));
    expect(error).toEqual({ code: 'service-changed', detail: 'POST /service/v1/timelogs/search: redirect' });
    expect(foreign.requests).toEqual([]);
    expect(server.requests.length).toBe(1);
  });
});

describe('limits', () => {
  it('refuse a body over the cap, counted after decoding, without keeping it', async () => {
    // 300 gzip members of one MiB each: the whole is never in this process's memory.
    const member = gzipSync(Buffer.alloc(1024 * 1024, ' '));
    const bomb = Buffer.concat(Array.from({ length: 300 }, () => member));
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      response.end(bomb);
    });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    const error = await failure(exchangeWith(server.origin)(request));
    clearInterval(watch);
    expect(error).toMatchObject({ code: 'service-changed', detail: expect.stringContaining('more than') });
    expect((most - before) / 1024 / 1024).toBeLessThan(64);
  });

  it('let a body just under the cap through', async () => {
    const server = await serve((response) => sendJson(response, `"${'x'.repeat(998)}"`));
    expect((await exchangeWith(server.origin, { bodyCapBytes: 1000 })(request)).status).toBe(200);
    expect(await failure(exchangeWith(server.origin, { bodyCapBytes: 999 })(request))).toMatchObject({
      code: 'service-changed',
    });
  });

  it.each<[string, Answerer]>([
    ['never answers', () => undefined],
    ['sends its head and stalls', (response) => response.flushHeaders()],
    [
      'drips',
      (response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('end by the deadline when a service %s', async (_, answer) => {
    const server = await serve(answer);
    expect(await failure(exchangeWith(server.origin, { deadlineMs: 300 })(request))).toEqual({
      code: 'offline',
      reason: 'timed-out',
    });
  });

  it('hold even against a transport that ignores its signal', async () => {
    const deaf: typeof fetch = () => new Promise(() => undefined);
    expect(await failure(exchangeWith('http://127.0.0.1:9', { fetch: deaf, deadlineMs: 50 })(request))).toEqual({
      code: 'offline',
      reason: 'timed-out',
    });
  });

  it('keep requests apart at a rate', async () => {
    const arrivals: number[] = [];
    const server = await serve((response) => {
      arrivals.push(performance.now());
      sendJson(response, page);
    });
    const exchange = exchangeWith(server.origin, { rate: 20, sleep: undefined });
    const startedAt = performance.now();
    await Promise.all([1, 2, 3, 4, 5].map(() => exchange(request)));
    // None before its turn, however late a busy machine makes any of them; a timer may be a millisecond early.
    const early = arrivals.filter((at, turn) => at - startedAt < 50 * turn - 2);
    expect([arrivals.length, early]).toEqual([5, []]);
  });
});

describe('a cancelled exchange', () => {
  it('that was cancelled before it began is not even booked', async () => {
    const server = await serve((response) => sendJson(response, page));
    expect(await failure(exchangeWith(server.origin)(request, AbortSignal.abort()))).toEqual({ code: 'cancelled' });
    expect(used(server.origin)).toBe(0);
  });

  it.each<[string, 'asked' | 'answered', Answerer]>([
    ['the head', 'asked', () => undefined],
    ['the body', 'answered', (response) => void response.write('{"results":')],
    ['an error’s body', 'answered', (response) => void response.writeHead(503).write('{')],
  ])('ends while waiting for %s, closes the connection and tries nothing again', async (_, when, answer) => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const server = await serve((response, seen, index) => {
      response.on('close', closed.resolve);
      if (when === 'asked') controller.abort();
      return answer(response, seen, index);
    });
    const fetchHead: typeof fetch = async (...call) => {
      const response = await fetch(...call);
      // By the next turn its body is waited for.
      setImmediate(() => controller.abort());
      return response;
    };
    const exchange = exchangeWith(server.origin, { fetch: fetchHead });
    expect(await failure(exchange(request, controller.signal))).toEqual({ code: 'cancelled' });
    await closed.promise;
    expect(used(server.origin)).toBe(1);
  });

  it('ends while waiting for a retry or its turn', async () => {
    const controller = new AbortController();
    const server = await serve((response) => sendJson(response, {}, 503, { 'retry-after': '30' }));
    let waiting = 0;
    const sleep = (ms: number, signal: AbortSignal) => {
      waiting += 1;
      // Two for another try, one for its turn.
      if (waiting === 3) queueMicrotask(() => controller.abort());
      return wait(ms, undefined, { signal });
    };
    const options = {
      origin: server.origin,
      account: { origin: server.origin, key },
      fetch,
      ledger,
      limit: LIMIT,
      sleep,
    };
    const retrying = createExchange({ ...options, rate: 0 })(request, controller.signal);
    const slow = createExchange({ ...options, rate: 0.01 });
    const first = slow(request, controller.signal);
    const second = slow(request, controller.signal);
    for (const each of [retrying, first, second]) expect(await failure(each)).toEqual({ code: 'cancelled' });
    expect(server.requests.length).toBe(2);
  });
});

it(
  'over 300 exchanges with faults drawn by a seed, the ledger equals what the service counted',
  secondTier,
  async () => {
    const kinds = Object.entries(faults).filter(([, { code }]) => code !== 'quota-exhausted');
    const server = await serve((response, seen, index) => {
      const roll = createHash('sha256').update(`seed 7 ${index}`).digest().readUInt32BE() / 2 ** 32;
      if (roll < 0.5) return sendJson(response, page);
      return kinds[Math.floor((roll - 0.5) * 2 * kinds.length)]?.[1].answer(response, seen, index);
    });
    const exchange = exchangeWith(server.origin, { limit: 10_000 });
    let served = 0;
    for (let run = 0; run < 300; run++) {
      const answer = await exchange(request).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppFailure);
        return undefined;
      });
      if (answer) served += 1;
    }
    expect(served).toBeGreaterThan(100);
    expect(used(server.origin)).toBe(server.requests.length);
  },
);
