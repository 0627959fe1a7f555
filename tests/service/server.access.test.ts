import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { BATCH, LIST, records, SEARCH, talkAbout } from './talk.ts';

const operations = [
  ['GET', LIST],
  ['POST', BATCH],
  ['POST', SEARCH],
] as const;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const upstream = () => createEmbeddedUpstream({ records: records(3) });

it.each(operations)(
  '%s %s answers 401 without a key, with a wrong one and with another scheme',
  async (method, path) => {
    const { get, service } = await talkAbout(records(1));
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${service.key}`, `Bearer ${service.key}x`]) {
      const { status, body } = await get(path, { method, headers: { authorization } });
      expect([authorization, status, body]).toEqual([authorization, 401, { error: 'Invalid API key' }]);
    }
  },
);

it('answers 403 to a deactivated key until it is made valid again', async () => {
  const { get, service } = await talkAbout(records(1));
  const { id, key } = await service.keys.issue();
  const headers = { authorization: `Bearer ${key}` };
  expect((await get(LIST, { headers })).status).toBe(200);
  expect(await service.keys.deactivate(id)).toBe(true);
  const refused = await get(LIST, { headers });
  expect([refused.status, refused.body]).toEqual([403, { error: 'API key has been deactivated' }]);
  await service.keys.ensure(key);
  expect((await get(LIST, { headers })).status).toBe(200);
  expect(await service.keys.deactivate(id + 1)).toBe(false);
});

it('answers 429 with the reset time when the day is used up, and serves again after UTC midnight', async () => {
  let time = Date.parse('2026-11-20T23:59:30.250Z');
  const { get, service } = await talkAbout(records(1), {}, { dailyQuota: 2, now: () => time });
  expect((await get(LIST)).status).toBe(200);
  expect((await get(LIST)).status).toBe(200);
  const refused = await get(LIST);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('Daily quota exceeded');
  expect(refused.body.details).toContain('x-service-ratelimit-reset');
  expect(refused.headers.get('x-service-ratelimit-reset')).toBe('2026-11-21T00:00:00.000Z');
  expect(refused.headers.get('date')).toBe('Fri, 20 Nov 2026 23:59:30 GMT');
  time = Date.parse('2026-11-21T00:00:00.000Z');
  expect((await get(LIST)).status).toBe(200);
  const key = service.keys.find(service.key ?? '');
  expect(key && (await service.quota.readUsed(key))).toBe(1);
});

it('counts each key on its own, with its own quota where it has one', async () => {
  const { get, service } = await talkAbout(records(1), {}, { dailyQuota: 1 });
  const big = { authorization: `Bearer ${(await service.keys.issue({ dailyQuota: 3 })).key}` };
  const statuses = [await get(LIST), await get(LIST)];
  for (let count = 0; count < 4; count += 1) statuses.push(await get(LIST, { headers: big }));
  expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200, 200, 200, 429]);
});

it('counts a request that is then refused, but none that is turned away', async () => {
  const { get, search, service } = await talkAbout(records(1), {}, { dailyQuota: 4 });
  const key = service.keys.find(service.key ?? '');
  await search({ limit: 201 });
  await get(`${LIST}?limit=0`);
  await get('/nowhere');
  await get(SEARCH);
  await get(LIST, { method: 'DELETE' });
  await get(`${LIST}?properties=${'a552213_title,'.repeat(1200)}`);
  await get(LIST, { headers: { authorization: 'Bearer wrong' } });
  expect(key && (await service.quota.readUsed(key))).toBe(2);
  await get(LIST);
  await get(LIST);
  expect((await get(LIST)).status).toBe(429);
  expect(key && (await service.quota.readUsed(key))).toBe(4);
});

it('serves exactly the quota to requests that come all at once', async () => {
  const { get } = await talkAbout(records(1), {}, { dailyQuota: 20 });
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await get(LIST)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

it('gives a thousand requests a day unless told otherwise', async () => {
  const { service } = await talkAbout(records(1));
  const key = service.keys.find(service.key ?? '');
  const booked = await Promise.all(Array.from({ length: 1100 }, async () => key && (await service.quota.book(key))));
  expect(booked.filter((each) => each?.granted)).toHaveLength(1000);
});

it('keeps keys and counts over a restart, and cannot show the key again', async () => {
  const databasePath = join(folder(), 'service.sqlite');
  const first = await createService({ upstream: upstream(), databasePath, dailyQuota: 5 });
  const key = first.key ?? '';
  await fetch(first.url + LIST, { headers: { authorization: `Bearer ${key}` } });
  await first.close();
  const second = await createService({ upstream: upstream(), databasePath, dailyQuota: 5 });
  onTestFinished(() => second.close());
  expect(second.key).toBeNull();
  const known = second.keys.find(key);
  expect(known && (await second.quota.readUsed(known))).toBe(1);
});

it('writes no key into its file', async () => {
  const path = folder();
  const service = await createService({ upstream: upstream(), databasePath: join(path, 'service.sqlite') });
  await fetch(service.url + LIST, { headers: { authorization: `Bearer ${service.key}` } });
  const { key: issued } = await service.keys.issue();
  await service.close();
  const bytes = readdirSync(path).map((name) => readFileSync(join(path, name)).toString('latin1'));
  expect(bytes.length).toBeGreaterThan(0);
  for (const key of [service.key ?? '', issued]) expect(bytes.some((text) => text.includes(key))).toBe(false);
});

it('accepts a key that was given to it', async () => {
  const { service, get } = await talkAbout(records(1), {}, { key: 'sample-key' });
  expect(service.key).toBe('sample-key');
  expect((await get(LIST)).status).toBe(200);
});
