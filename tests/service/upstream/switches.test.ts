import { expect, it } from 'vitest';
import { BATCH, idOf, LIST, numbersOf, record, records, talkAbout } from '../talk.ts';

const sortedBy = (propertyName: string, direction = 'ASCENDING') => ({ sorts: [{ propertyName, direction }] });
const inputs = (...ids: string[]) => ids.map((id) => ({ id }));

it.each([
  ['last', [1, 2, 0], [2, 1, 0]],
  ['first', [0, 1, 2], [0, 2, 1]],
  ['lowest', [0, 1, 2], [2, 1, 0]],
  ['highest', [1, 2, 0], [0, 2, 1]],
] as const)('puts records without a value %s in sorts', async (unsetSorts, ascending, descending) => {
  const hours = [undefined, '1', '2'];
  const { search } = await talkAbout(
    hours.map((total_hours, n) => record(n, { total_hours })),
    { unsetSorts },
  );
  expect(numbersOf((await search(sortedBy('a552213_total_hours'))).body)).toEqual(ascending);
  expect(numbersOf((await search(sortedBy('a552213_total_hours', 'DESCENDING'))).body)).toEqual(descending);
});

const tied = records(150, () => ({ total_hours: '1' }));
const all = { limit: 200, ...sortedBy('a552213_total_hours') };
const inOrder = Array.from({ length: 150 }, (_, n) => n);

it('orders ties by id, either way round', async () => {
  const oldest = await talkAbout(tied);
  expect(numbersOf((await oldest.search(all)).body)).toEqual(inOrder);
  const newest = await talkAbout(tied, { ties: 'newest-first' });
  expect(numbersOf((await newest.search(all)).body)).toEqual(inOrder.toReversed());
});

it('shuffles ties by seed, the same way at each request', async () => {
  const { search } = await talkAbout(tied, { ties: 'shuffled' });
  const first = numbersOf((await search(all)).body);
  expect(first).not.toEqual(inOrder);
  expect(first.toSorted((a, b) => a - b)).toEqual(inOrder);
  expect(numbersOf((await search(all)).body)).toEqual(first);
  const other = await talkAbout(tied, { ties: 'shuffled', seed: 2 });
  expect(numbersOf((await other.search(all)).body)).not.toEqual(first);
});

it('can order ties anew at each request, so that pages by offset lose records', async () => {
  const { search } = await talkAbout(tied, { ties: 'unstable' });
  const pages = [await search({ ...all, limit: 75 }), await search({ ...all, limit: 75, after: '75' })];
  const seen = new Set(pages.flatMap(({ body }) => numbersOf(body)));
  expect(pages.map(({ body }) => body.results.length)).toEqual([75, 75]);
  expect(seen.size).toBeLessThan(150);
});

it('caps what total says without hiding the records beyond', async () => {
  const { search } = await talkAbout(records(30), { totalCeiling: 20 });
  const { body } = await search({ limit: 10, after: '20' });
  expect([body.total, body.results.length]).toEqual([20, 10]);
});

it('moves the wall, the body limit and the filter limits', async () => {
  const switches = { searchWall: 20, cursorAtWall: false, searchBodyCharacters: 300, filterGroups: 1, filtersInAll: 2 };
  const { search } = await talkAbout(records(30), switches);
  const last = await search({ limit: 10, after: '10' });
  expect([last.status, last.body.paging]).toEqual([200, undefined]);
  expect((await search({ limit: 10, after: '11' })).status).toBe(400);
  expect((await search({ query: 'x'.repeat(300) })).status).toBe(400);
  const filter = { propertyName: 'a552213_title', operator: 'HAS_PROPERTY' };
  expect((await search({ filterGroups: [{ filters: [filter] }, { filters: [filter] }] })).status).toBe(400);
  expect((await search({ filterGroups: [{ filters: [filter, filter] }] })).status).toBe(200);
  expect((await search({ filterGroups: [{ filters: [filter, filter, filter] }] })).status).toBe(400);
});

it('answers a partial batch with 207 where the platform does, and a whole one with 200', async () => {
  const { post } = await talkAbout(records(2), { partialStatus: 207 });
  const partial = await post(BATCH, { inputs: inputs(idOf(0), '77') });
  expect([partial.status, numbersOf(partial.body), partial.body.numErrors]).toEqual([207, [0], 1]);
  expect((await post(BATCH, { inputs: inputs(idOf(0), idOf(1)) })).status).toBe(200);
});

it('can name each missing id in an entry of its own', async () => {
  const { post } = await talkAbout(records(1), { missingErrors: 'each' });
  const { body } = await post(BATCH, { inputs: inputs('77', '78') });
  expect(body.numErrors).toBe(2);
  expect(body.errors.map((each: { context: { ids: string[] } }) => each.context.ids)).toEqual([['77'], ['78']]);
});

it('refuses duplicate ids and larger batches and lists where told to', async () => {
  const { get, post } = await talkAbout(records(5), { duplicateIds: 'refused', batchMaximum: 2, listMaximum: 3 });
  expect((await post(BATCH, { inputs: inputs(idOf(0), idOf(0)) })).status).toBe(400);
  expect((await post(BATCH, { inputs: inputs(idOf(0), idOf(1)) })).status).toBe(200);
  expect((await post(BATCH, { inputs: inputs(idOf(0), idOf(1), idOf(2)) })).status).toBe(400);
  expect((await get(`${LIST}?limit=3`)).status).toBe(200);
  expect((await get(`${LIST}?limit=4`)).status).toBe(500);
});

const mixed = {
  total_minutes: 90,
  total_hours: '1.5',
  billable_amount: '9007199254.74099301',
  toggle: 'true',
  is_split_week_record: false,
  title: '17',
  month_year: '2026-03-01',
  first_start_date: '2026-03-02T09:30:00.000Z',
  week_year: 'soon',
};
const names = Object.keys(mixed).map((name) => `a552213_${name}`);

async function sent(switches: Parameters<typeof talkAbout>[1]): Promise<Record<string, unknown>> {
  const { get, search, post } = await talkAbout([record(0, mixed)], switches);
  const answers = [
    await get(`${LIST}?properties=${names.join(',')}`),
    await search({ properties: names }),
    await post(BATCH, { inputs: inputs(idOf(0)), properties: names }),
  ];
  const [first, ...others] = answers.map(({ body }) => body.results[0].properties as Record<string, unknown>);
  for (const other of others) expect(other).toEqual(first);
  return Object.fromEntries(Object.entries(first ?? {}).map(([name, value]) => [name.replace('a552213_', ''), value]));
}

it('sends values as each record holds them, unless told otherwise', async () => {
  expect(await sent({})).toMatchObject(mixed);
});

it('sends all values as text, or as JSON wherever no digit is lost', async () => {
  expect(await sent({ values: 'strings' })).toMatchObject({
    total_minutes: '90',
    total_hours: '1.5',
    is_split_week_record: 'false',
  });
  expect(await sent({ values: 'json' })).toMatchObject({
    total_minutes: 90,
    total_hours: 1.5,
    billable_amount: '9007199254.74099301',
    toggle: true,
    title: '17',
  });
});

it.each([
  ['iso', '2026-03-01T00:00:00.000Z', '2026-03-02T09:30:00.000Z'],
  ['days', '2026-03-01', '2026-03-02T09:30:00.000Z'],
  ['epoch', String(Date.UTC(2026, 2, 1)), String(Date.UTC(2026, 2, 2, 9, 30))],
] as const)(
  'sends dates as %s, built-in times as ever and nonsense as it is',
  async (dates, month_year, first_start_date) => {
    expect(await sent({ dates })).toMatchObject({
      month_year,
      first_start_date,
      week_year: 'soon',
      sys_createdate: '2026-01-05T08:00:00.000Z',
    });
  },
);
