import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { ServiceOptions } from '#service/server.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { startPlatform, startServer, TOKEN } from '../upstream/platform.ts';
import { BATCH, LIST, records, talkTo, type Talk } from '../talk.ts';

type Line = Readonly<Record<string, unknown>>;

interface Logged extends Talk {
  readonly lines: Line[];
  readonly text: () => string;
  readonly requests: () => Line[];
}

async function talkLogged(options: ServiceOptions = {}): Promise<Logged> {
  const printed: string[] = [];
  const lines: Line[] = [];
  const log = (line: string) => {
    printed.push(line);
    lines.push(JSON.parse(line) as Line);
  };
  const upstream = options.upstream ?? createEmbeddedUpstream({ records: records(3) });
  const talk = await talkTo({ ...options, upstream, log });
  return { ...talk, lines, text: () => printed.join('\n'), requests: () => lines.filter(isRequest) };
}

const isRequest = ({ event }: Line) => event === 'request';

async function findClosedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

function throughHttp(url: string, token = TOKEN) {
  return createHttpUpstream({ url, token: () => token, timeoutMilliseconds: 2_000 });
}

it('writes one line a request: its id, key, operation, status, times and bytes', async () => {
  const { get, post, search, requests } = await talkLogged();
  const answers = [await get(LIST), await post(BATCH, { inputs: [] }), await search({}), await get('/nowhere')];
  await expect.poll(() => requests().length).toBe(4);
  const told = requests();
  expect(told.map(({ operation, status, level }) => [operation, status, level])).toEqual([
    ['list', 200, 'info'],
    ['batch', 200, 'info'],
    ['search', 200, 'info'],
    ['none', 404, 'info'],
  ]);
  expect(told.map(({ id }) => id)).toEqual(answers.map(({ headers }) => headers.get('x-request-id')));
  expect(new Set(told.map(({ id }) => id)).size).toBe(4);
  expect(told.map(({ bytes }) => bytes)).toEqual(answers.map(({ headers }) => Number(headers.get('content-length'))));
  expect(told.map(({ received }) => received)).toEqual([0, 13, 2, 0]);
  for (const line of told) expect(line).toMatchObject({ key: 1, ms: expect.any(Number), time: expect.any(String) });
  for (const line of told.slice(0, 3)) expect(line['upstreamMs']).toEqual(expect.any(Number));
  for (const line of told) expect(line).not.toHaveProperty('cause');
});

it('tells no key of a caller that has none, and keeps the id and the trace that it was given, but none that could be a key', async () => {
  const { service, requests } = await talkLogged();
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const ask = async (id: string, key = 'x') => {
    const headers = {
      authorization: `Bearer ${key}`,
      'x-request-id': id,
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
    };
    return (await fetch(service.url + LIST, { headers })).headers.get('x-request-id');
  };
  expect(await ask('order-17')).toBe('order-17');
  for (const id of ['two words', 'x'.repeat(41), String(service.key).slice(0, 20)])
    expect(await ask(id, String(service.key))).toMatch(/^[\da-f]{8}-/);
  await expect.poll(() => requests().length).toBe(4);
  expect(requests()[0]).toMatchObject({
    id: 'order-17',
    trace,
    client: '127.0.0.1',
    status: 401,
    reason: 'caller',
    key: null,
    operation: 'list',
  });
});

it.each([
  ['an upstream that is away', 503, /^upstream: Error ECONNREFUSED$/, findClosedPort],
  ['one that does not answer in time', 503, /^upstream: TimeoutError$/, () => startServer(() => undefined)],
  [
    'one that refuses the token',
    502,
    /^upstream: answered 401 EXPIRED_AUTHENTICATION$/,
    () => startServer((_, respond) => respond(401, '{"category":"EXPIRED_AUTHENTICATION","message":"platform-token"}')),
  ],
  [
    'one that fails without words for it',
    502,
    /^upstream: answered 502$/,
    () => startServer((_, respond) => respond(502, '<html>')),
  ],
  [
    'an answer of another shape',
    502,
    /^upstream: answered 200 in an unexpected shape at total$/,
    () => startServer((_, respond) => respond(200, '{"results":[]}')),
  ],
])('names the cause of each failure: %s', async (_, status, cause, start) => {
  const { search, requests, text } = await talkLogged({ upstream: throughHttp(await start()) });
  expect((await search({})).status).toBe(status);
  await expect.poll(requests).toMatchObject([{ status, level: 'error', cause: expect.stringMatching(cause) }]);
  expect(text()).not.toContain(TOKEN);
});

it('names the cause of its own fault, without what its message quotes', async () => {
  const { service, get, requests, text } = await talkLogged({
    upstream: {
      ...createEmbeddedUpstream({ records: [] }),
      list: async () => {
        throw new RangeError(`Wrong header "Bearer short" for ${'secret-'.repeat(5)}`, {
          cause: new TypeError('deep'),
        });
      },
    },
  });
  expect((await get(LIST)).status).toBe(500);
  await expect.poll(requests).toMatchObject([{ status: 500, level: 'error' }]);
  expect(requests()[0]?.['cause']).toBe('RangeError Wrong header "Bearer [hidden]" for [hidden] < TypeError deep');
  expect(text()).not.toContain(service.key);
});

it('tells the upstream’s own id of a call', async () => {
  const url = await startServer((_, respond) =>
    respond(200, '{"results":[],"total":0}', { 'x-platform-correlation-id': 'c0ffee-1' }),
  );
  const { search, requests } = await talkLogged({ upstream: throughHttp(url) });
  await search({});
  await expect.poll(requests).toMatchObject([{ status: 200, upstreamId: 'c0ffee-1' }]);
});

it('contains neither key nor token, wherever a caller or the upstream puts them', async () => {
  const canary = 'canary-4711-token';
  const echo = JSON.stringify({ category: canary, message: `token ${canary}`, correlationId: `Bearer ${canary}` });
  const url = await startServer((_, respond) => respond(500, echo, { 'x-correlation-id': canary }));
  const { service, get, search, text, requests } = await talkLogged({ upstream: throughHttp(url, `${canary}\n`) });
  const key = service.key ?? '';
  await get(`${LIST}?key=${key}&token=${canary}`);
  await get(`/${key}/%zz`);
  await search({ query: key });
  await get(LIST, { headers: { 'x-request-id': key, 'user-agent': key } });
  await expect.poll(() => requests().length).toBe(4);
  expect(text()).not.toContain(key);
  expect(text()).not.toContain(canary);
});

it('notes what was no request, and an answer that its caller did not wait for', async () => {
  const waiting = Promise.withResolvers<void>();
  let asked = 0;
  const upstream = createEmbeddedUpstream({ records: [] });
  const { service, lines, requests } = await talkLogged({
    upstream: {
      ...upstream,
      list: async (...given) => {
        asked += 1;
        await waiting.promise;
        return upstream.list(...given);
      },
    },
  });
  const port = Number(new URL(service.url).port);
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    socket.resume().on('close', resolve);
  });
  expect(lines).toContainEqual(expect.objectContaining({ event: 'unread', cause: 'HPE_INVALID_METHOD' }));
  const left = request({ port, path: LIST, headers: { authorization: `Bearer ${service.key}` } });
  left.on('error', () => undefined).end();
  await expect.poll(() => asked).toBe(1);
  left.destroy();
  await expect.poll(requests).toMatchObject([{ operation: 'list', status: null, cut: true }]);
  waiting.resolve();
});

it('begins and ends with a line of its own', async () => {
  const { service, lines } = await talkLogged();
  await service.close();
  expect(lines.map(({ event }) => event)).toEqual(['listening', 'closed']);
});

it('goes through both hops: the platform’s records and no failure', async () => {
  const platform = await startPlatform(createEmbeddedUpstream({ records: records(3) }));
  const { search, requests } = await talkLogged({ upstream: throughHttp(platform.url) });
  expect((await search({})).body.total).toBe(3);
  await expect.poll(requests).toMatchObject([{ status: 200, upstreamMs: expect.any(Number) }]);
});
