import { expect, it } from 'vitest';
import type { WireValue } from '#service/upstream/upstream.ts';
import { idOf, numbersOf, record, records, talkAbout, type Talk } from './talk.ts';

const descending = (propertyName: string) => [{ propertyName, direction: 'DESCENDING' }];
const where = (propertyName: string, operator: string, operand: Record<string, unknown> = {}) => [
  { filters: [{ propertyName, operator, ...operand }] },
];

it('answers total and results, oldest first, 10 a page', async () => {
  const { search } = await talkAbout(records(12));
  const { status, body } = await search({});
  expect(status).toBe(200);
  expect(body.total).toBe(12);
  expect(numbersOf(body)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(body.paging).toEqual({ next: { after: '10' } });
});

it('pages by integer offsets given as text or number, and stops without a cursor', async () => {
  const { search } = await talkAbout(records(5));
  const second = await search({ limit: 2, after: '2' });
  expect(numbersOf(second.body)).toEqual([2, 3]);
  const last = await search({ limit: 2, after: 4 });
  expect(numbersOf(last.body)).toEqual([4]);
  expect(last.body).not.toHaveProperty('paging');
  expect((await search({ limit: 5 })).body).not.toHaveProperty('paging');
});

it('never finds archived records', async () => {
  const { search } = await talkAbout([record(0), record(1, {}, { archivedAt: 1 })]);
  expect((await search({})).body.total).toBe(1);
});

it('compares ids as integers, not as text', async () => {
  const { search } = await talkAbout(records(20));
  const { body } = await search({
    limit: 3,
    filterGroups: where('sys_object_id', 'LT', { value: idOf(12) }),
    sorts: descending('sys_object_id'),
  });
  expect(idOf(9).length).toBeLessThan(idOf(10).length);
  expect(body.total).toBe(12);
  expect(numbersOf(body)).toEqual([11, 10, 9]);
});

it('sorts by last modification, newest first', async () => {
  const moved = [record(0, {}, { updatedAt: Date.UTC(2026, 6, 1) }), ...records(4).slice(1)];
  const { search } = await talkAbout(moved);
  expect(numbersOf((await search({ sorts: descending('sys_lastmodifieddate') })).body)).toEqual([0, 3, 2, 1]);
});

it('finds every one of many records with one last-modified time, each once', async () => {
  const tied = records(500).map((each) => ({ ...each, updatedAt: Date.UTC(2026, 6, 1) }));
  const { search } = await talkAbout(tied);
  const seen = new Set<number>();
  for (let after = 0; after < 500; after += 200)
    for (const n of numbersOf((await search({ limit: 200, after, sorts: descending('sys_lastmodifieddate') })).body))
      seen.add(n);
  expect(seen.size).toBe(500);
});

it('sorts numbers as numbers and records without a value last, in either direction', async () => {
  const hours: WireValue[] = ['9', 10.5, null, '100', '', '-2'];
  const { search } = await talkAbout(hours.map((total_hours, n) => record(n, { total_hours })));
  const ascending = await search({ sorts: [{ propertyName: 'a552213_total_hours', direction: 'ASCENDING' }] });
  expect(numbersOf(ascending.body)).toEqual([5, 0, 1, 3, 2, 4]);
  expect(numbersOf((await search({ sorts: descending('a552213_total_hours') })).body)).toEqual([3, 1, 0, 5, 2, 4]);
});

it('joins the filters of a group by AND and the groups by OR', async () => {
  const { search } = await talkAbout(records(12, (n) => ({ total_minutes: n, category_text: n % 2 ? 'Odd' : 'Even' })));
  const group = (category: string, least: number) => ({
    filters: [
      { propertyName: 'a552213_category_text', operator: 'EQ', value: category },
      { propertyName: 'a552213_total_minutes', operator: 'GTE', value: String(least) },
    ],
  });
  const { body } = await search({ limit: 200, filterGroups: [group('odd', 9), group('even', 8)] });
  expect(numbersOf(body)).toEqual([8, 9, 10, 11]);
});

it('finds free text in title, description, category, service and record id, in any case', async () => {
  const { search } = await talkAbout([
    record(0, { title: 'VAT return' }),
    record(1, { description: 'private vat file' }),
    record(2, { category_text: 'Vatican' }),
    record(3, { service_name: 'Innovation' }),
    record(4, { record_id: 'vat -- 4' }),
    record(5, { workflow_managed_tag: 'vat' }),
  ]);
  expect(numbersOf((await search({ query: 'vAt' })).body)).toEqual([0, 1, 2, 3, 4]);
});

it('refuses what the interface and the upstream refuse, with the upstream-error body', async () => {
  const { search } = await talkAbout(records(3));
  const filter = { propertyName: 'a552213_title', operator: 'EQ', value: 'x' };
  const groups = (count: number, filters: number) =>
    Array.from({ length: count }, () => ({ filters: Array.from({ length: filters }, () => filter) }));
  const refused: [string, unknown][] = [
    ['limit 201', { limit: 201 }],
    ['a negative limit', { limit: -1 }],
    ['a broken limit', { limit: 1.5 }],
    ['two sorts', { sorts: [...descending('a552213_title'), ...descending('sys_object_id')] }],
    ['an unknown direction', { sorts: [{ propertyName: 'a552213_title', direction: 'UP' }] }],
    ['an unknown sort property', { sorts: descending('nothing') }],
    ['six groups', { filterGroups: groups(6, 1) }],
    ['seven filters in a group', { filterGroups: groups(1, 7) }],
    ['twenty filters in all', { filterGroups: groups(5, 4) }],
    ['a group without filters', { filterGroups: [{ filters: [] }] }],
    ['an unknown operator', { filterGroups: where('a552213_title', 'LIKE', { value: 'x' }) }],
    ['an operator that does not fit', { filterGroups: where('a552213_title', 'GT', { value: 'x' }) }],
    ['an unknown property', { filterGroups: where('constructor', 'EQ', { value: 'x' }) }],
    ['a short property name', { filterGroups: where('title', 'EQ', { value: 'x' }) }],
    ['EQ without a value', { filterGroups: where('a552213_title', 'EQ') }],
    ['IN without values', { filterGroups: where('a552213_title', 'IN', { values: [] }) }],
    ['BETWEEN without a high value', { filterGroups: where('a552213_total_hours', 'BETWEEN', { value: '1' }) }],
    ['a value of the wrong type', { filterGroups: where('a552213_total_hours', 'GT', { value: 'many' }) }],
    ['a cursor that is no integer', { after: 'abc' }],
    ['paging past 10,000', { after: '10000', limit: 1 }],
    ['broken JSON', '{"limit": 5'],
    ['a list instead of an object', []],
    ['a body over 3,000 characters', { query: 'x'.repeat(3000) }],
  ];
  for (const [what, sent] of refused) {
    const { status, body } = await search(sent);
    expect([what, status, body.error, typeof body.details]).toEqual([what, 400, 'Upstream API Error', 'string']);
    expect(JSON.parse(body.details)).toMatchObject({ status: 'error', category: 'VALIDATION_ERROR' });
  }
});

it('takes exactly what the upstream still allows', async () => {
  const { search } = await talkAbout(records(3));
  const filter = { propertyName: 'a552213_title', operator: 'NEQ', value: 'x' };
  const filterGroups = Array.from({ length: 3 }, () => ({ filters: Array.from({ length: 6 }, () => filter) }));
  expect((await search({ limit: 200, filterGroups })).status).toBe(200);
  const sent = JSON.stringify({ query: '' });
  expect((await search(sent.replace('""', JSON.stringify('x'.repeat(3000 - sent.length))))).status).toBe(200);
});

it('still names a next cursor on the last page before the wall, which is then refused', async () => {
  const { search } = await talkAbout(records(10_300));
  const last = await search({ limit: 200, after: '9800' });
  expect(last.body.total).toBe(10_300);
  expect(last.body.paging.next.after).toBe('10000');
  expect((await search({ limit: 200, after: '10000' })).status).toBe(400);
});

it('sends ids of searches as numbers and of lists as text unless switched', async () => {
  const shown = await talkAbout(records(1));
  expect((await shown.search({})).body.results[0].id).toBe(Number(idOf(0)));
  const strings: Talk = await talkAbout(records(1), { ids: 'strings' });
  expect((await strings.search({})).body.results[0].id).toBe(idOf(0));
});

it('answers limit 0 with the total alone', async () => {
  const { search } = await talkAbout(records(3));
  expect((await search({ limit: 0 })).body).toEqual({ total: 3, results: [] });
});
