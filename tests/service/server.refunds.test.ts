/** What counts against a key's day and what is given back, by whose fault a request failed. */
import { expect, it } from 'vitest';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import type { Store } from '#service/store.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { startServer } from './upstream/platform.ts';
import { LIST, SEARCH, talkTo, type Talk } from './talk.ts';

const page = '{"results":[],"total":0}';

/** A platform that answers what it is told to. */
async function talkBefore(options: { dailyQuota?: number } = {}) {
  const platform = { status: 200, body: page, headers: {} as Record<string, string> };
  const url = await startServer((_, respond) => respond(platform.status, platform.body, platform.headers));
  const upstream = createHttpUpstream({ url, token: () => 'token' });
  const lines: string[] = [];
  const talk = await talkTo({ upstream, log: (line) => void lines.push(line), ...options });
  return { ...talk, platform, lines };
}

function readUsed({ service }: Talk): Promise<number> {
  const key = service.keys.find(String(service.key));
  if (!key) throw new Error('The key is not known');
  return service.quota.readUsed(key);
}

it.each([
  ['a page', 200, page, 200, 1, undefined],
  ['what the platform refuses', 400, '{"category":"VALIDATION_ERROR"}', 500, 1, 'caller'],
  ['what the platform does not find', 404, '{}', 500, 1, 'caller'],
  ['a fault of the platform', 500, '{}', 500, 0, 'upstream'],
  ['a platform that is busy', 503, '{}', 503, 0, 'upstream'],
  ['a token that is refused', 401, '{}', 500, 0, 'upstream'],
  ['a record that the token may not see', 403, '{}', 500, 0, 'upstream'],
  ['an answer that nobody understands', 200, '<html>', 500, 0, 'upstream'],
])('counts of a list: %s (%i) as it says whose matter it was', async (_, given, body, status, used, reason) => {
  const talk = await talkBefore();
  Object.assign(talk.platform, { status: given, body });
  expect((await talk.get(LIST)).status).toBe(status);
  expect(await readUsed(talk)).toBe(used);
  await expect.poll(() => talk.lines.find((line) => line.includes('"event":"request"'))).toBeDefined();
  const line = JSON.parse(talk.lines.find((each) => each.includes('"event":"request"')) ?? '{}') as object;
  expect(line).toMatchObject(reason === undefined ? { status } : { status, reason });
  expect('refunded' in line).toBe(used === 0);
});

it('says a failure of the platform as its own error, with 502 for its 503: that one is the service’s alone', async () => {
  const talk = await talkBefore();
  Object.assign(talk.platform, { status: 503, body: '{"message":"soon"}', headers: { 'retry-after': '7' } });
  const { status, body, headers } = await talk.search({});
  expect([status, body.error, headers.get('retry-after')]).toEqual([502, 'Upstream API Error', '7']);
});

it('counts a caller who hangs up', async () => {
  const arrived = Promise.withResolvers<void>();
  const url = await startServer(() => arrived.resolve());
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const talk = await talkTo({ upstream: createHttpUpstream({ url, token: () => 'token' }), log });
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${talk.service.key}`, 'content-type': 'application/json' };
  const asked = fetch(talk.service.url + SEARCH, { method: 'POST', headers, body: '{}', signal: gone.signal });
  await arrived.promise;
  gone.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => lines.find((line) => line.includes('"event":"request"'))).toContain('"key":1');
  expect(lines.join('')).not.toContain('refunded');
  expect(await readUsed(talk)).toBe(1);
});

it('tells what is left of the day, and gives back no more a day than the quota', async () => {
  const talk = await talkBefore({ dailyQuota: 2 });
  const ask = async () => {
    const { status, headers } = await talk.get(LIST);
    return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
  };
  expect(await ask()).toEqual([200, '2', '1']);
  talk.platform.status = 500;
  for (let count = 0; count < 2; count += 1) expect(await ask()).toEqual([500, '2', '0']);
  expect(await ask()).toEqual([500, '2', '0']);
  expect(await readUsed(talk)).toBe(2);
  const refused = await talk.get(LIST);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(Number(refused.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
});

it('asks the store about a day that is used up once, and again when the quota is raised', async () => {
  const talk = await talkBefore({ dailyQuota: 1 });
  await talk.get(LIST);
  for (let count = 0; count < 3; count += 1) expect((await talk.get(LIST)).status).toBe(429);
  const id = talk.service.keys.find(String(talk.service.key))?.id ?? 0;
  await talk.service.keys.setQuota(id, 5);
  expect((await talk.get(LIST)).status).toBe(200);
});

it('serves nothing on a booking that was given back meanwhile', async () => {
  const memory = await openSqliteStore(':memory:', Date.now);
  const store: Store = { ...memory, settle: async () => false };
  const upstream = createEmbeddedUpstream({ records: [] });
  const talk = await talkTo({ upstream, store });
  const { status, headers, body } = await talk.get(LIST);
  expect([status, headers.get('retry-after'), body.error]).toEqual([503, '1', 'Service temporarily busy']);
});
