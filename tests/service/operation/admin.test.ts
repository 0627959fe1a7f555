import { get } from 'node:http';
import { expect, it } from 'vitest';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import type { Upstream } from '#service/upstream/upstream.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { StoreAway } from '#service/store.ts';
import type { ServiceOptions } from '#service/server.ts';
import { LIST, records, talkTo } from '../talk.ts';
import { startServer } from '../upstream/platform.ts';

async function talkOperated(options: ServiceOptions = {}) {
  const upstream = options.upstream ?? createEmbeddedUpstream({ records: records(3) });
  const talk = await talkTo({ ...options, upstream, adminPort: 0 });
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${talk.service.adminUrl}${path}`, init);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const ready = async () => {
    const { status, text } = await ask('/readyz');
    return [status, JSON.parse(text)] as const;
  };
  return { ...talk, ask, ready };
}

it('tells life and readiness on a port of loopback, and nothing else', async () => {
  const { service, ask, ready } = await talkOperated();
  expect(service.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.adminUrl).not.toBe(service.url);
  expect((await ask('/livez')).status).toBe(200);
  expect(await ready()).toEqual([200, { ready: true, store: 'ok', upstream: 'ok' }]);
  expect((await ask(LIST)).status).toBe(404);
  expect((await ask('/toString')).status).toBe(404);
  expect((await ask('/livez', { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${service.url}/livez`)).status).not.toBe(200);
});

it('has no such port unless it was asked for, and frees it in the end', async () => {
  const { service } = await talkTo({ upstream: createEmbeddedUpstream({ records: [] }) });
  expect(service.adminUrl).toBeUndefined();
  const operated = await talkOperated();
  await operated.service.close();
  await expect(operated.ask('/livez')).rejects.toThrow();
});

it('is not ready while the store is away', async () => {
  const store = await openSqliteStore(':memory:', Date.now);
  let away = false;
  const readKeys: typeof store.readKeys = async (known) => {
    if (away) throw new StoreAway(new Error('gone'));
    return store.readKeys(known);
  };
  const { ready } = await talkOperated({ store: { ...store, readKeys } });
  away = true;
  expect(await ready()).toEqual([
    503,
    { ready: false, store: expect.stringMatching(/^StoreAway .*gone/), upstream: 'ok' },
  ]);
  away = false;
  expect((await ready())[0]).toBe(200);
});

it('is not ready while the upstream refuses the credential; asks for it once, and then learns from its callers', async () => {
  let status = 401;
  let heard = 0;
  const url = await startServer((_, respond) => {
    heard += 1;
    respond(status, status === 200 ? '{"results":[]}' : '{}');
  });
  const { get, ready } = await talkOperated({ upstream: createHttpUpstream({ url, token: () => 'token' }) });
  const refused = [
    503,
    { ready: false, store: 'ok', upstream: 'the credential is refused with 401', breaker: 'closed' },
  ];
  expect(await ready()).toEqual(refused);
  expect(await ready()).toEqual(refused);
  expect(heard).toBe(1);
  status = 200;
  await get(LIST);
  expect((await ready())[0]).toBe(200);
  status = 503;
  await get(LIST);
  expect((await ready())[0]).toBe(200);
  status = 401;
  await get(LIST);
  expect((await ready())[0]).toBe(503);
});

it('takes a 403 of one caller for no word about the credential, and its own for one', async () => {
  let refusesRecords = false;
  let refusesAll = false;
  const url = await startServer(({ url: asked }, respond) => {
    const isProbe = asked?.endsWith('?limit=1');
    const isRefused = refusesAll || (refusesRecords && !isProbe);
    respond(isRefused ? 403 : 200, isRefused ? '{}' : '{"results":[]}');
  });
  const { get, ready } = await talkOperated({ upstream: createHttpUpstream({ url, token: () => 'token' }) });
  expect((await ready())[0]).toBe(200);
  refusesRecords = true;
  await get(LIST);
  expect((await ready())[0]).toBe(200);
  refusesAll = true;
  await get(LIST);
  expect(await ready()).toMatchObject([503, { upstream: 'the credential is refused with 403' }]);
});

it('answers who comes by address or by a name of the house, and no page of the web that has its name lead here', async () => {
  const { service } = await talkOperated();
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${service.adminUrl}/livez`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  for (const host of ['127.0.0.1:9090', '10.1.2.3', '[::1]:9090', 'localhost', 'one:9090'])
    expect([host, await ask(host)]).toEqual([host, 200]);
  for (const host of ['evil.example', 'evil.example:9090', '127.0.0.1.evil.example'])
    expect([host, await ask(host)]).toEqual([host, 421]);
});

it('says that the upstream cannot be reached as long as it never was', async () => {
  const unreachable: Upstream = {
    ...createEmbeddedUpstream({ records: [] }),
    list: async () => ({ ok: false, failure: { kind: 'unreachable' } }),
  };
  const { ready } = await talkOperated({ upstream: unreachable });
  expect(await ready()).toEqual([503, { ready: false, store: 'ok', upstream: 'it cannot be reached' }]);
});

it('counts requests and calls of the upstream, and how long they took', async () => {
  const { get, search, ask } = await talkOperated();
  await get(LIST);
  await search({});
  await search({});
  await get('/nowhere/of/any/name');
  const page = async () => (await ask('/metrics')).text;
  await expect.poll(page).toContain('timelogs_requests_total{operation="none",status="404",reason="caller"} 1');
  const { type, text } = await ask('/metrics');
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('timelogs_requests_total{operation="search",status="200",reason="none"} 2');
  expect(text).toContain('timelogs_request_duration_seconds_count{operation="search"} 2');
  expect(text).toContain('timelogs_request_duration_seconds_bucket{le="+Inf",operation="search"} 2');
  expect(text).toContain('timelogs_upstream_calls_total{operation="list",status="200"} 1');
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toContain('nowhere');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(|# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? ([\d.e+-]+|Nan))$/);
});

it('counts who was turned away apart from the calls of the upstream', async () => {
  const busy = {
    ok: false,
    failure: { kind: 'busy', retrySeconds: 1, reason: 'upstream', cause: 'too many calls wait' },
  } as const;
  const embedded = createEmbeddedUpstream({ records: records(3) });
  const { get, ask, ready } = await talkOperated({ upstream: { ...embedded, list: () => Promise.resolve(busy) } });
  expect((await get(LIST)).status).toBe(503);
  const { text } = await ask('/metrics');
  expect(text).toContain('timelogs_turned_away_total{operation="list"} 1');
  expect(text).not.toContain('timelogs_upstream_calls_total{operation="list"');
  expect((await ready())[0]).toBe(503);
});

it('serves the document with the public address', async () => {
  const { ask } = await talkOperated({ baseUrl: 'https://timelogs.example.com/' });
  const document = JSON.parse((await ask('/openapi.json')).text) as { openapi: string; servers: unknown };
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://timelogs.example.com' }] });
});
