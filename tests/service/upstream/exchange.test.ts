import { createServer, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHttpUpstream, type HttpUpstreamOptions } from '../../../service/upstream/http.ts';
import { StoreAway } from '../../../service/store/store.ts';
import { LocalPermits } from '../../../service/upstream/permits/local.ts';
import type { Permits } from '../../../service/upstream/permits/permits.ts';
import { SharedPermits } from '../../../service/upstream/permits/shared.ts';
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
  const { search, get } = await talkThrough(url, { answerBytes: 2 * 1_048_576 });
  const { status, body } = await search({});
  expect([status, body.error]).toEqual([502, 'Upstream API Error']);
  expect(body.details).toContain('larger than 2097152 bytes');
  expect(taken).toBeLessThan(400);
  expect((await get(LIST)).status).toBe(500);
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
    { limit: 10, after: 5 },
    {
      sorts: [{ propertyName: 'hs_createdate' }],
      filterGroups: [{ filters: [{ propertyName: 'a552213_total_hours', operator: 'GT', value: 1.5 }] }],
    },
    { properties: ['hubspot_owner_id', 'a552213_title'] },
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
    return told === 1 ? Promise.resolve({ reads: 1, searches: 0 }) : Promise.reject(new StoreAway(new Error('gone')));
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

it('does not repeat the token to a caller where the platform’s refusal quotes it', async () => {
  const url = await startServer((_, respond) =>
    respond(401, JSON.stringify({ message: `Bearer ${TOKEN} has expired` })),
  );
  const { status, body } = await (await talkThrough(url)).search({});
  expect([status, body.error]).toEqual([502, 'Upstream API Error']);
  expect(JSON.parse(body.details)).toEqual({ message: 'Bearer [hidden] has expired' });
});
