import { expect, it } from 'vitest';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { BATCH, idOf, LIST, numbersOf, record, records, talkTo } from '../talk.ts';
import { startPlatform, startServer, TOKEN } from './platform.ts';

const vocabulary = { system: 'hs_', owner: 'hubspot_' };

async function through(count: number) {
  const world = records(count, (n) => ({ title: `Entry ${n}`, platform_owner_id: String(n % 2) }));
  const platform = await startPlatform(createEmbeddedUpstream({ records: world }));
  const upstream = createHttpUpstream({ url: platform.url, token: () => TOKEN, vocabulary });
  return { ...platform, ...(await talkTo({ upstream })) };
}

it('lists through the platform, with its own links and in the interface’s names', async () => {
  const { service, get, heard } = await through(5);
  const { status, body } = await get(`${LIST}?limit=2&properties=a552213_title,platform_owner_id,sys_createdate`);
  expect(status).toBe(200);
  expect(numbersOf(body)).toEqual([0, 1]);
  expect(body.results[1].properties).toMatchObject({
    a552213_title: 'Entry 1',
    platform_owner_id: '1',
    sys_object_id: idOf(1),
  });
  expect(new URL(body.paging.next.link).origin).toBe(service.url);
  expect(decodeURIComponent(heard[0]?.url ?? '')).toContain('properties=a552213_title,hubspot_owner_id,hs_createdate');
});

it('searches through the platform, filters and sorts in the platform’s names', async () => {
  const { search, heard } = await through(6);
  const { body } = await search({
    limit: 2,
    properties: ['platform_owner_id'],
    filterGroups: [{ filters: [{ propertyName: 'platform_owner_id', operator: 'IN', values: ['1'] }] }],
    sorts: [{ propertyName: 'sys_object_id', direction: 'DESCENDING' }],
  });
  expect(body.total).toBe(3);
  expect(numbersOf(body)).toEqual([5, 3]);
  expect(body.paging).toEqual({ next: { after: '2' } });
  const asked = JSON.parse(heard[0]?.body ?? '');
  expect(asked.filterGroups[0].filters[0].propertyName).toBe('hubspot_owner_id');
  expect(asked.sorts).toEqual([{ propertyName: 'hs_object_id', direction: 'DESCENDING' }]);
});

it('answers the platform’s 207 as a 200 with errors', async () => {
  const { post } = await through(2);
  const { status, body } = await post(BATCH, { inputs: [{ id: idOf(0) }, { id: '5' }], idProperty: 'sys_object_id' });
  expect([status, body.status, body.numErrors]).toEqual([200, 'COMPLETE', 1]);
  expect(numbersOf(body)).toEqual([0]);
  expect(body.errors[0].context.ids).toEqual(['5']);
});

it('counts the entries of errors, whatever the platform counts', async () => {
  const at = '2026-11-20T08:00:00.000Z';
  const error = { category: 'OBJECT_NOT_FOUND', context: { ids: ['5', '6', '7'] }, message: 'none', status: 'error' };
  const answer = { status: 'COMPLETE', startedAt: at, completedAt: at, results: [], errors: [error], numErrors: 3 };
  const url = await startServer((_, respond) => respond(207, JSON.stringify(answer)));
  const { post } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN }) });
  const { status, body } = await post(BATCH, { inputs: ['5', '6', '7'].map((id) => ({ id })) });
  expect([status, body.numErrors, body.errors]).toEqual([200, 1, [error]]);
});

it('hands a platform refusal on as the upstream-error body', async () => {
  const { search } = await through(2);
  const { status, body } = await search({ after: '99999' });
  expect([status, body.error]).toEqual([400, 'Upstream API Error']);
  expect(JSON.parse(body.details)).toMatchObject({ category: 'VALIDATION_ERROR' });
});

it('does not send the caller’s key to the platform, and does not blame the caller for a bad token', async () => {
  const platform = await startPlatform(createEmbeddedUpstream({ records: [record(0)] }));
  const upstream = createHttpUpstream({ url: platform.url, token: () => 'expired' });
  const { search } = await talkTo({ upstream });
  expect(await search({})).toMatchObject({ status: 502, body: { error: 'Upstream API Error' } });
});

it('keeps the platform’s limits, which are the company’s, and whatever names its maker', async () => {
  const url = await startServer((_, respond) =>
    respond(429, '{"policyName":"SECONDLY"}', {
      'retry-after': '1',
      'x-platform-ratelimit-remaining': '0',
      'x-service-ratelimit-reset': 'forged',
      'set-cookie': 'a=b',
    }),
  );
  const { get } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN }) });
  const { status, headers } = await get(LIST);
  expect([status, headers.get('retry-after'), headers.get('x-platform-ratelimit-remaining')]).toEqual([503, '1', null]);
  expect([headers.get('x-service-ratelimit-reset'), headers.get('set-cookie')]).toEqual([null, null]);
});

it('keeps every digit of a number that no double holds', async () => {
  const times = '"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"';
  const text = `{"results":[{"id":"1","properties":{"a552213_total_hours":0.12345678901234567890},${times}}]}`;
  const url = await startServer((_, respond) => respond(200, text));
  const { service } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN }) });
  const response = await fetch(service.url + LIST, { headers: { authorization: `Bearer ${service.key}` } });
  expect(await response.text()).toContain('"a552213_total_hours":0.12345678901234567890');
});

it.each([
  ['no JSON', '<html>', 502],
  ['an unknown shape', '{"results":7}', 502],
])('says that the platform failed when it answers %s', async (_, text, status) => {
  const url = await startServer((_request, respond) => respond(200, text));
  const { search } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN }) });
  expect(await search({})).toMatchObject({ status, body: { error: 'Upstream API Error' } });
});

it.each([301, 302, 303, 307, 308])(
  'follows no redirect of the platform (%i): the token goes to one place',
  async (status) => {
    const asked: string[] = [];
    const elsewhere = await startServer((request, respond) => {
      asked.push(`${request.method} ${request.headers.authorization ?? 'no token'}`);
      respond(200, '{"results":[],"total":0}');
    });
    const url = await startServer((_, respond) => respond(status, '', { location: elsewhere }));
    const { get, search } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN }) });
    expect((await get(LIST)).body).toMatchObject({ error: 'Service temporarily busy' });
    expect((await search({})).body).toMatchObject({ error: 'Service temporarily busy' });
    expect(asked).toEqual([]);
  },
);

it('is busy when the platform is away, redirects or does not answer in time', async () => {
  const redirecting = await startServer((_, respond) => respond(302, '', { location: 'https://elsewhere.test/' }));
  const silent = await startServer(() => undefined);
  for (const url of ['http://127.0.0.1:9', redirecting, silent]) {
    const upstream = createHttpUpstream({ url, token: () => TOKEN, timeoutMilliseconds: 150 });
    const { get } = await talkTo({ upstream });
    expect((await get(LIST)).body).toMatchObject({ error: 'Service temporarily busy' });
  }
});

it('passes on all that the platform says of a change, whose it was included', async () => {
  const entry = {
    value: 'a',
    timestamp: '2026-01-01T00:00:00.000Z',
    sourceType: 'CRM_UI',
    sourceId: 'userId:7',
    sourceLabel: 'by hand',
    updatedByUserId: 7,
  };
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const record = { id: '1', properties: {}, propertiesWithHistory: { hs_createdate: [entry] }, ...times };
  const url = await startServer((_, respond) => respond(200, JSON.stringify({ results: [record] })));
  const vocabulary = { system: 'hs_', owner: 'hubspot_' };
  const { get } = await talkTo({ upstream: createHttpUpstream({ url, token: () => TOKEN, vocabulary }) });
  expect((await get(LIST)).body.results[0].propertiesWithHistory).toEqual({ sys_createdate: [entry] });
});
