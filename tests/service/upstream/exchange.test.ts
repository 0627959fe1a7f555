import { createServer, type ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHttpUpstream, type HttpUpstreamOptions } from '#service/upstream/http.ts';
import { StoreAway } from '#service/store.ts';
import { LocalPermits, type Permits } from '#service/upstream/permits.ts';
import { SharedPermits } from '#service/upstream/shared-permits.ts';
import { BATCH, LIST, SEARCH, talkTo } from '../talk.ts';
import { startServer, TOKEN } from './platform.ts';

const times = '"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"';
const empty = '{"results":[],"total":0}';

function talkThrough(url: string, options: Partial<HttpUpstreamOptions> = {}) {
  return talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN, ...options }) });
}

/** A server that answers by hand. */
async function startRaw(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

it('reads no more of an answer than its limit, as decoded, and says that it is too large', async () => {
  let taken = 0;
  const url = await startRaw((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const zip = createGzip();
    zip.pipe(response);
    const more = () => {
      while (!response.destroyed && taken < 400) {
        taken += 1;
        if (!zip.write(Buffer.alloc(1_048_576))) return void zip.once('drain', more);
      }
      zip.end();
    };
    more();
  });
  const { search, get } = await talkThrough(url, { responseBytes: 2 * 1_048_576 });
  const { status, body } = await search({});
  expect([status, body.error]).toEqual([502, 'Upstream API Error']);
  expect(body.details).toContain('larger than 2097152 bytes');
  expect(taken).toBeLessThan(400);
  expect((await get(LIST)).status).toBe(500);
});

it('reads an answer that is called zipped in other words, is empty, or begins with a byte order mark', async () => {
  const answers = [
    { status: 200, headers: { 'content-encoding': 'X-GZIP' }, body: gzipSync(empty) },
    { status: 200, headers: {}, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(empty)]) },
    { status: 404, headers: { 'content-encoding': 'gzip' }, body: Buffer.alloc(0) },
  ];
  const url = await startRaw((response) => {
    const { status, headers, body } = answers.shift()!;
    response.writeHead(status, headers).end(body);
  });
  const { search } = await talkThrough(url);
  const statuses = [await search({}), await search({}), await search({})].map(({ status }) => status);
  // What could not be reached would be 503.
  expect(statuses).toEqual([200, 200, 404]);
});

it('asks for the token again when it is refused, and tries the new one once', async () => {
  const heard: string[] = [];
  const url = await startServer((request, respond) => {
    heard.push(request.headers.authorization ?? '');
    respond(request.headers.authorization === 'Bearer new' ? 200 : 401, empty);
  });
  let stored = 'old';
  const token = vi.fn((refused?: string) => (refused === undefined ? 'old' : stored));
  const { search } = await talkThrough(url, { token });
  expect((await search({})).status).toBe(502);
  expect(heard).toEqual(['Bearer old']);
  stored = 'new';
  expect((await search({})).status).toBe(200);
  expect(heard).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
});

it('forwards no longer a body than the caller wrote', async () => {
  const bodies: string[] = [];
  const url = await startRaw((response) => {
    const chunks: Buffer[] = [];
    response.req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        response.end(empty);
      });
  });
  const { post } = await talkThrough(url, { vocabulary: { system: 'hs_', owner: 'hubspot_' } });
  const written = [
    '{}',
    '{"limit":1e1,"after":5,"query":""}',
    '{"sorts":[{"propertyName":"sys_createdate"}],"filterGroups":[{"filters":[{"propertyName":"a552213_total_hours","operator":"GT","value":1.50}]}]}',
    '{"properties":["platform_owner_id","a552213_title"],"after":""}',
  ];
  for (const body of written) expect((await post(SEARCH, body)).status).toBe(200);
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    {},
    { limit: 10, after: 5, query: '' },
    {
      sorts: [{ propertyName: 'hs_createdate' }],
      filterGroups: [{ filters: [{ propertyName: 'a552213_total_hours', operator: 'GT', value: 1.5 }] }],
    },
    { properties: ['hubspot_owner_id', 'a552213_title'], after: '' },
  ]);
  const batch = '{"inputs":[{"id":7}],"idProperty":"sys_object_id"}';
  await post(BATCH, batch);
  expect(bodies.at(-1)).toBe('{"inputs":[{"id":7}]}');
  for (const [index, body] of [...written, batch].entries())
    expect(bodies[index]!.length).toBeLessThanOrEqual(body.length);
});

it('leaves the platform when the caller goes', async () => {
  const [arrived, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const url = await startRaw((response) => {
    arrived.resolve();
    response.once('close', () => left.resolve());
  });
  const { service } = await talkThrough(url);
  const gone = new AbortController();
  const asked = fetch(service.url + LIST, {
    headers: { authorization: `Bearer ${service.key}` },
    signal: gone.signal,
  });
  const outcome = expect(asked).rejects.toThrow();
  await arrived.promise;
  gone.abort();
  await Promise.all([left.promise, outcome]);
});

it('asks no more at once than the platform takes, and is busy for the rest', async () => {
  const full = Promise.withResolvers<void>();
  let now = 0;
  let most = 0;
  let refused = 0;
  // Which of them is known first, the platform's calls or the refusals, is not said.
  const goOn = () => {
    if (most === 3 && refused === 7) full.resolve();
  };
  const answer = async (response: ServerResponse) => {
    now += 1;
    most = Math.max(most, now);
    goOn();
    await full.promise;
    now -= 1;
    response.end(empty);
  };
  const url = await startRaw((response) => void answer(response));
  const permits = new LocalPermits({ calls: 3, waiting: 10, patienceMilliseconds: 60_000 });
  const { get } = await talkThrough(url, { permits });
  const ask = async () => {
    const { status, headers, body } = await get(LIST);
    if (status === 200) return;
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'Service temporarily busy', '1']);
    refused += 1;
    goOn();
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  expect([most, refused]).toEqual([3, 7]);
});

it('is busy where turns cannot be had, and leaves the platform where one is lost, and says both to operators', async () => {
  const left = Promise.withResolvers<void>();
  const url = await startRaw((response) => void response.once('close', () => left.resolve()));
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const talk = async (permits: Permits) =>
    talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN, permits }), log });

  const away = await talk(new SharedPermits(() => Promise.reject(new StoreAway(new Error('no server')))));
  const { status, headers, body } = await away.get(LIST);
  expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'Service temporarily busy', '1']);
  expect(lines.join('\n')).toContain('"cause":"upstream: no turn: StoreAway');

  // Told of once, then never again: the turn is lost before its lease ends.
  let told = 0;
  const tell = () => {
    told += 1;
    return told === 1
      ? Promise.resolve([{ account: 1, reads: 1, searches: 0 }])
      : Promise.reject(new StoreAway(new Error('gone')));
  };
  const losing = await talk(new SharedPermits(tell, { leaseMilliseconds: 2_000 }));
  const lost = await losing.get(LIST);
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1']);
  await left.promise;
  expect(lines.join('\n')).toContain('"cause":"upstream: TurnLost');
});

it('forwards associations both ways, without the platform’s own addresses', async () => {
  const asked: string[] = [];
  const associations =
    '{"companies":{"results":[{"id":"7","type":"timelog_to_company"}],"paging":{"next":{"after":"8","link":"https://api.platform.test/x"}}}}';
  const url = await startServer((request, respond) => {
    asked.push(request.url ?? '');
    respond(200, `{"results":[{"id":"1","properties":{},"associations":${associations},${times}}]}`);
  });
  const { get } = await talkThrough(url);
  const { body } = await get(`${LIST}?associations=companies,deals`);
  expect(asked[0]).toContain('associations=companies%2Cdeals');
  expect(body.results[0].associations).toEqual({
    companies: { results: [{ id: '7', type: 'timelog_to_company' }], paging: { next: { after: '8' } } },
  });
});

it('passes the caller’s trace on, and nothing that only looks like one', async () => {
  const heard: unknown[] = [];
  const url = await startServer((request, respond) => {
    heard.push(request.headers['traceparent']);
    respond(200, empty);
  });
  const { get } = await talkThrough(url);
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const later = trace.replace(/^00/, '01');
  const zeros = `00-${'0'.repeat(32)}-b7ad6b7169203331-01`;
  for (const traceparent of [trace, `${trace}, x`, `${later}-more`, zeros, trace.replace(/^00/, 'ff')])
    await get(LIST, { headers: { traceparent } });
  expect(heard).toEqual([trace, undefined, later, undefined, undefined]);
});

it('does not repeat the token to a caller where the platform’s refusal quotes it', async () => {
  const url = await startServer((_, respond) =>
    respond(401, JSON.stringify({ message: `Bearer ${TOKEN} has expired` })),
  );
  const { status, body } = await (await talkThrough(url)).search({});
  expect([status, body.error]).toEqual([502, 'Upstream API Error']);
  expect(JSON.parse(body.details)).toEqual({ message: 'Bearer [hidden] has expired' });
});

it('pauses all calls when a limit of seconds is met, and tries the one that met it once more', async () => {
  const heard: number[] = [];
  const url = await startServer((_, respond) => {
    heard.push(performance.now());
    if (heard.length === 1) respond(429, '{"policyName":"SECONDLY"}', { 'retry-after': '1' });
    else respond(200, empty);
  });
  const { get } = await talkThrough(url);
  const first = get(LIST);
  await expect.poll(() => heard.length).toBe(1);
  const statuses = (await Promise.all([first, get(LIST)])).map(({ status }) => status);
  expect([statuses, heard.length]).toEqual([[200, 200], 3]);
  for (const at of heard.slice(1)) expect(at - heard[0]!).toBeGreaterThan(990);
});

it.each([
  ['asks for longer than its caller’s time', { 'retry-after': '60' }, '{}', '60', 1],
  ['names the limit of a day', {}, '{"policyName":"DAILY"}', null, 1],
  ['meets it again', { 'retry-after': '0' }, '{}', '0', 2],
] as const)('tells the caller when the platform %s', async (_, headers, body, retry, calls) => {
  let heard = 0;
  const url = await startServer((__, respond) => {
    heard += 1;
    respond(429, body, headers);
  });
  const answer = await (await talkThrough(url)).search({});
  expect([answer.status, answer.headers.get('retry-after'), heard]).toEqual([retry === null ? 502 : 503, retry, calls]);
});

it('refuses at once after several calls in a row without an answer, leaves those that hang, and goes on when the platform answers', async () => {
  let hangs = true;
  const heard: (string | undefined)[] = [];
  const url = await startServer((request, respond) => {
    // With one record the service asks for itself.
    if (!request.url?.endsWith('?limit=1')) heard.push(request.url);
    if (!hangs) respond(200, empty);
  });
  const { get } = await talkThrough(url, { timeoutMilliseconds: 100 });
  // Eight are out at once, or on their way out. The fifth that times out leaves all that are still out, and each of the four before it may have
  // made room for one more.
  const first = await Promise.all(Array.from({ length: 24 }, () => get(LIST)));
  expect(first.map(({ status }) => status)).toEqual(first.map(() => 503));
  expect(await get(`${LIST}?limit=7`)).toMatchObject({ status: 503 });
  expect(heard.length).toBeLessThanOrEqual(12);
  // One of the first that was left may still arrive; the one after them was never sent.
  expect(heard.filter((asked) => asked?.includes('limit=7'))).toEqual([]);
  await expect.poll(async () => Number((await get(LIST)).headers.get('retry-after'))).toBeGreaterThan(1);
  hangs = false;
  await expect.poll(async () => (await get(LIST)).status).toBe(200);
});
