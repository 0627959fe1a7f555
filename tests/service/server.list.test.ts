import { expect, it } from 'vitest';
import { idOf, LIST, numbersOf, record, records, talkAbout } from './talk.ts';

it('walks every live record once, in ascending id order, by following next.after', async () => {
  const { get } = await talkAbout(records(25));
  const seen: number[] = [];
  for (let path = `${LIST}?limit=10`, pages = 0; path !== '' && pages < 9; pages += 1) {
    const { body } = await get(path);
    seen.push(...numbersOf(body));
    path = body.paging ? `${LIST}?limit=10&after=${body.paging.next.after}` : '';
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n));
});

it('answers 10 records unless told otherwise', async () => {
  const { get } = await talkAbout(records(12));
  const { body } = await get(LIST);
  expect(body.results).toHaveLength(10);
});

it('sends no paging on the last page', async () => {
  const { get } = await talkAbout(records(10));
  const { status, body } = await get(LIST);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['results']);
});

it('links to the configured address with the original parameters, whatever the Host and forwarded headers say', async () => {
  const { get } = await talkAbout(records(3), {}, { baseUrl: 'https://timelogs.example.test/' });
  const query = 'limit=2&properties=a552213_title%2Ca552213_total_hours&archived=false';
  const { body } = await get(`${LIST}?${query}`, {
    headers: {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.test',
    },
  });
  const link = new URL(body.paging.next.link);
  expect(link.origin + link.pathname).toBe(`https://timelogs.example.test${LIST}`);
  expect([...link.searchParams]).toEqual([
    ['limit', '2'],
    ['properties', 'a552213_title,a552213_total_hours'],
    ['archived', 'false'],
    ['after', idOf(2)],
  ]);
  expect(body.paging.next.after).toBe(idOf(2));
});

it('replaces an earlier cursor in the link instead of adding a second one', async () => {
  const { get } = await talkAbout(records(5));
  const { body } = await get(`${LIST}?limit=1&after=${idOf(1)}`);
  expect(new URL(body.paging.next.link).searchParams.getAll('after')).toEqual([idOf(2)]);
});

it('links to its own listening address when none is configured', async () => {
  const { service, get } = await talkAbout(records(3));
  const { body } = await get(`${LIST}?limit=1`);
  expect(new URL(body.paging.next.link).origin).toBe(service.url);
});

it('sends the requested properties and the built-in ones, and ignores unknown names', async () => {
  const { get } = await talkAbout([record(0, { title: 'Call', total_hours: '1.5', description: null })]);
  const { body } = await get(`${LIST}?properties=a552213_title,a552213_description,nonsense,__proto__`);
  expect(body.results[0]).toEqual({
    id: idOf(0),
    properties: {
      a552213_title: 'Call',
      a552213_description: null,
      sys_object_id: idOf(0),
      sys_createdate: '2026-01-05T08:00:00.000Z',
      sys_lastmodifieddate: '2026-01-05T08:00:00.000Z',
    },
    createdAt: '2026-01-05T08:00:00.000Z',
    updatedAt: '2026-01-05T08:00:00.000Z',
    archived: false,
  });
});

it('lists archived records only when asked, and then only those', async () => {
  const archived = record(1, {}, { archivedAt: Date.UTC(2026, 1, 1) });
  const { get } = await talkAbout([record(0), archived, record(2)]);
  expect(numbersOf((await get(LIST)).body)).toEqual([0, 2]);
  const { body } = await get(`${LIST}?archived=true`);
  expect(numbersOf(body)).toEqual([1]);
  expect(body.results[0]).toMatchObject({ archived: true, archivedAt: '2026-02-01T00:00:00.000Z' });
});

it.each([
  'limit=101',
  'limit=0',
  'limit=ten',
  'after=x',
  'archived=maybe',
  'limit=51&propertiesWithHistory=a552213_title',
  'archived=true&archived=false',
])('fails on %s with what the interface has for a list, and tells its host why', async (query) => {
  const faults: unknown[] = [];
  const { get } = await talkAbout(records(3), {}, { onFault: (fault) => faults.push(fault) });
  const { status, body } = await get(`${LIST}?${query}`);
  expect([status, body]).toEqual([500, { error: 'Internal Server Error', details: 'An unexpected error occurred.' }]);
  expect(faults).toMatchObject([{ status: 400, body: { category: 'VALIDATION_ERROR' } }]);
});

it('reads archived in any case, as every operation does', async () => {
  const archived = record(1, {}, { archivedAt: Date.UTC(2026, 1, 1) });
  const { get, post } = await talkAbout([record(0), archived, record(2)]);
  for (const word of ['true', 'TRUE', 'True']) {
    expect(numbersOf((await get(`${LIST}?archived=${word}`)).body)).toEqual([1]);
    const read = await post(`${LIST}/batch/read?archived=${word}`, { inputs: [{ id: idOf(1) }] });
    expect(numbersOf(read.body)).toEqual([1]);
  }
  const maybe = await post(`${LIST}/batch/read?archived=maybe`, { inputs: [{ id: idOf(1) }] });
  expect([maybe.status, maybe.body.error]).toEqual([400, 'Upstream API Error']);
});

it('does not shift pages when records are deleted between them', async () => {
  const { service, get } = await talkAbout(records(6));
  const first = await get(`${LIST}?limit=3`);
  const { world } = service.upstream as unknown as { world: { remove(id: number): boolean } };
  world.remove(Number(idOf(0)));
  const second = await get(`${LIST}?limit=3&after=${first.body.paging.next.after}`);
  expect(numbersOf(second.body)).toEqual([3, 4, 5]);
});
