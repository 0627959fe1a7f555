import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import type { Upstream, UpstreamFailure } from '#service/upstream/upstream.ts';
import { BATCH, LIST, records, SEARCH, talkAbout, talkTo, type Spoken } from './talk.ts';

function expectPlainError({ status, headers, body }: Spoken, wanted: number): void {
  expect(status).toBe(wanted);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body)).toEqual(['error', 'details']);
  expect(JSON.stringify(body)).not.toMatch(/fastify|FST_|statusCode/i);
}

it('answers unknown paths and wrong methods in its own shape', async () => {
  const { get, post } = await talkAbout(records(1));
  expectPlainError(await get('/'), 404);
  expectPlainError(await get('/service/v2/timelogs'), 404);
  expectPlainError(await get('/toString'), 404);
  const wrong = await post(LIST, {});
  expectPlainError(wrong, 405);
  expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  expectPlainError(await get(SEARCH), 405);
  expectPlainError(await get(BATCH, { method: 'DELETE' }), 405);
});

it('refuses bodies over one mebibyte, other media types, malformed and overlong addresses', async () => {
  const { get, post } = await talkAbout(records(1));
  expectPlainError(await post(SEARCH, { query: 'x'.repeat(1_048_576) }), 413);
  expectPlainError(await post(SEARCH, '{}', { headers: { 'content-type': 'text/plain' } }), 415);
  expectPlainError(await get(`${LIST}/%zz`), 400);
  expectPlainError(await get(`${LIST}?properties=${'a552213_title,'.repeat(1200)}`), 414);
});

it('answers what is no HTTP in its own shape too', async () => {
  const { service } = await talkAbout(records(1));
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    let text = '';
    socket
      .on('data', (chunk) => (text += chunk.toString()))
      .on('end', () => resolve(text))
      .on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: 'Bad Request' });
});

it('carries a Date header on every answer', async () => {
  const { get } = await talkAbout(records(1), {}, { now: () => Date.UTC(2026, 10, 21, 8, 0, 1) });
  for (const path of [LIST, '/nowhere'])
    expect((await get(path)).headers.get('date')).toBe('Sat, 21 Nov 2026 08:00:01 GMT');
});

it('listens on loopback only', async () => {
  const { service } = await talkAbout(records(1));
  const { port, hostname } = new URL(service.url);
  expect(hostname).toBe('127.0.0.1');
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4');
  const host = outside?.address ?? '127.0.0.2';
  const code = await new Promise((resolve) => {
    request({ host, port, path: LIST, timeout: 20_000 }, () => resolve('answered'))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .on('timeout', () => resolve('timeout'))
      .end();
  });
  expect(code).toBe('ECONNREFUSED');
});

it('refuses encoded bodies without reading them', async () => {
  const { post, service } = await talkAbout(records(1));
  for (const encoding of ['gzip', 'br', 'identity, gzip', 'nonsense'])
    expectPlainError(await post(SEARCH, '{}', { headers: { 'content-encoding': encoding } }), 415);
  expect((await post(SEARCH, '{}', { headers: { 'content-encoding': 'Identity' } })).status).toBe(200);
  const key = service.keys.find(service.key ?? '');
  expect(key && (await service.quota.readUsed(key))).toBe(1);
});

it('answers 401 before anything else that is wrong', async () => {
  const { get, post } = await talkAbout(records(1));
  const headers = { authorization: 'Bearer wrong' };
  const seen = [
    await get(`${LIST}?properties=${'a552213_title,'.repeat(1200)}`, { headers }),
    await get(`${LIST}/%zz`, { headers }),
    await get('/nowhere', { headers }),
    await get(SEARCH, { headers }),
    await get(LIST, { method: 'OPTIONS', headers }),
    await post(SEARCH, '{}', { headers: { ...headers, 'content-type': 'text/plain' } }),
    await post(SEARCH, '{}', { headers: { ...headers, 'content-encoding': 'gzip' } }),
    await post(SEARCH, 'x'.repeat(1_048_577), { headers }),
  ];
  for (const { status, headers: told, body } of seen) {
    expect([status, body]).toEqual([401, { error: 'Invalid API key' }]);
    expect(told.get('www-authenticate')).toBe('Bearer realm="timelogs"');
  }
});

it('answers HEAD as it would GET, without the body', async () => {
  const { get, service } = await talkAbout(records(2));
  const head = await fetch(service.url + LIST, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${service.key}` },
  });
  const page = await get(LIST);
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-length']) expect(head.headers.get(name)).toBe(page.headers.get(name));
  const key = service.keys.find(service.key ?? '');
  expect(key && (await service.quota.readUsed(key))).toBe(2);
});

function failing(failure: UpstreamFailure): Upstream {
  const fail = () => Promise.resolve({ ok: false as const, failure });
  return { list: fail, batchRead: fail, search: fail };
}

it('passes an upstream refusal on with its status and its whole body as details', async () => {
  const body = { status: 'error', category: 'LOCKED', message: 'locked for a moment' };
  const headers = { 'retry-after': '2' };
  const { search } = await talkTo({ upstream: failing({ kind: 'answered', status: 423, body, headers }) });
  const answer = await search({});
  expect(answer.status).toBe(423);
  expect(answer.body).toEqual({ error: 'Upstream API Error', details: JSON.stringify(body) });
  expect(answer.headers.get('retry-after')).toBe('2');
});

const short = { category: 'RATE_LIMITS', policyName: 'TEN_SECONDLY_ROLLING', message: 'ten secondly limit' };
const daily = { category: 'RATE_LIMITS', policyName: 'DAILY', message: 'You have reached your daily limit.' };

it.each([
  ['search', 429, short, 503, 'Service temporarily busy'],
  ['search', 429, daily, 502, 'Upstream API Error'],
  ['list', 429, short, 503, 'Service temporarily busy'],
  ['list', 429, daily, 500, 'Internal Server Error'],
  ['search', 429, { error: 'Daily quota exceeded', details: 'none left' }, 502, 'Upstream API Error'],
  ['list', 400, { message: 'Invalid limit' }, 500, 'Internal Server Error'],
  ['list', 401, {}, 500, 'Internal Server Error'],
  ['list', 477, {}, 503, 'Service temporarily busy'],
  ['list', 502, 'bad gateway', 503, 'Service temporarily busy'],
] as const)('%s: the upstream’s %i %j becomes %i', async (operation, status, body, wanted, error) => {
  const headers = { 'retry-after': '7' };
  const { get, search } = await talkTo({ upstream: failing({ kind: 'answered', status, body, headers }) });
  const answer = await (operation === 'list' ? get(LIST) : search({}));
  expect([answer.status, answer.body.error]).toEqual([wanted, error]);
  if (wanted === 503) expect(answer.headers.get('retry-after')).toBe('7');
});

it.each([401, 403])('does not blame the caller when the upstream answers %i to the service', async (status) => {
  const { search } = await talkTo({ upstream: failing({ kind: 'answered', status, body: {} }) });
  expect(await search({})).toMatchObject({ status: 502, body: { error: 'Upstream API Error' } });
});

it('is busy when the upstream cannot be reached', async () => {
  const { get } = await talkTo({ upstream: failing({ kind: 'unreachable' }) });
  expect(await get(LIST)).toMatchObject({
    status: 503,
    body: { error: 'Service temporarily busy', details: 'Unable to process the request now; retry shortly.' },
  });
});

it('answers 500 without saying what broke, and tells its host', async () => {
  const broken = () => Promise.reject(new Error('secret detail'));
  const faults: unknown[] = [];
  const upstream = { list: broken, batchRead: broken, search: broken };
  const { get } = await talkTo({ upstream, onFault: (fault) => faults.push(fault) });
  const { status, body } = await get(LIST);
  expect([status, body]).toEqual([500, { error: 'Internal Server Error', details: 'An unexpected error occurred.' }]);
  expect(String(faults[0])).toContain('secret detail');
});
