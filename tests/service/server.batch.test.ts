import { expect, it } from 'vitest';
import { BATCH, idOf, numbersOf, record, records, talkAbout } from './talk.ts';

const inputs = (...ids: (string | number)[]) => ids.map((id) => ({ id }));

it('reads records by their own id unless told otherwise', async () => {
  const { post } = await talkAbout(records(3, (n) => ({ title: `Entry ${n}` })));
  const { status, body } = await post(BATCH, {
    inputs: inputs(idOf(2), Number(idOf(0))),
    properties: ['a552213_title'],
  });
  expect(status).toBe(200);
  expect(body.status).toBe('COMPLETE');
  expect(numbersOf(body)).toEqual([2, 0]);
  expect(body.results[0].properties.a552213_title).toBe('Entry 2');
  for (const time of [body.startedAt, body.completedAt]) expect(new Date(time).toISOString()).toBe(time);
  expect(body).not.toHaveProperty('errors');
  expect(body).not.toHaveProperty('numErrors');
});

it('takes sys_object_id spelled out as the same thing', async () => {
  const { post } = await talkAbout(records(2));
  const { body } = await post(BATCH, { inputs: inputs(idOf(1)), idProperty: 'sys_object_id' });
  expect(numbersOf(body)).toEqual([1]);
});

it('reads records by record id, spaces and all', async () => {
  const { post } = await talkAbout([record(0), record(1, { record_id: '28270412 -- 2026-03-20 04:22:15.536' })]);
  const wanted = { inputs: inputs('28270412 -- 2026-03-20 04:22:15.536'), idProperty: 'a552213_record_id' };
  expect(numbersOf((await post(BATCH, wanted)).body)).toEqual([1]);
});

it.each(['a552213_title', 'platform_owner_id', 'toString', ''])('refuses the idProperty %j', async (idProperty) => {
  const { post } = await talkAbout(records(1));
  const { status, body } = await post(BATCH, { inputs: inputs(idOf(0)), idProperty });
  expect([status, body.error]).toEqual([400, 'Upstream API Error']);
});

it('answers 200 with what it found and names all missing ids in one error entry', async () => {
  const { post } = await talkAbout(records(2));
  const { status, body } = await post(BATCH, { inputs: inputs(idOf(0), '77', 'not a number') });
  expect([status, body.status]).toEqual([200, 'COMPLETE']);
  expect(numbersOf(body)).toEqual([0]);
  expect(body.numErrors).toBe(1);
  expect(body.errors).toHaveLength(1);
  expect(body.errors[0]).toMatchObject({
    category: 'OBJECT_NOT_FOUND',
    status: 'error',
    context: { ids: ['77', 'not a number'] },
  });
  expect(body.errors[0].message).toBeTypeOf('string');
});

it('answers an all-missing batch as complete and empty, or as a 404 where the upstream does so', async () => {
  const complete = await talkAbout(records(1));
  expect((await complete.post(BATCH, { inputs: inputs('77') })).body).toMatchObject({
    status: 'COMPLETE',
    results: [],
  });
  const strict = await talkAbout(records(1), { allMissing: 'not-found' });
  expect((await strict.post(BATCH, { inputs: inputs('77') })).status).toBe(404);
});

it('reads at most 100 records, 50 with history', async () => {
  const { post } = await talkAbout(records(101));
  const ids = (count: number) => inputs(...Array.from({ length: count }, (_, n) => idOf(n)));
  expect((await post(BATCH, { inputs: ids(100) })).body.results).toHaveLength(100);
  const tooMany = await post(BATCH, { inputs: ids(101) });
  expect(tooMany.status).toBe(400);
  expect(tooMany.body.details).toContain('The maximum number of inputs supported in a batch is 100');
  const history = { propertiesWithHistory: ['a552213_title'] };
  expect((await post(BATCH, { inputs: ids(50), ...history })).status).toBe(200);
  expect((await post(BATCH, { inputs: ids(51), ...history })).status).toBe(400);
});

it('takes no other spelling of an id for the record', async () => {
  const { post, search } = await talkAbout(records(2));
  const others = [`0${idOf(1)}`, `+${idOf(1)}`, `${idOf(1)}.0`, ` ${idOf(1)}`];
  const { body } = await post(BATCH, { inputs: inputs(...others) });
  expect([body.results, body.errors[0].context.ids]).toEqual([[], others]);
  const filters = [{ propertyName: 'sys_object_id', operator: 'EQ', value: `0${idOf(1)}` }];
  expect((await search({ filterGroups: [{ filters }] })).status).toBe(400);
});

it('sends an id given twice once', async () => {
  const { post } = await talkAbout(records(2));
  expect(numbersOf((await post(BATCH, { inputs: inputs(idOf(1), idOf(1)) })).body)).toEqual([1]);
});

it('tells the history of a property, newest value first', async () => {
  const edited = record(
    0,
    { title: 'Final' },
    { updatedAt: Date.UTC(2026, 5, 1), earlier: { a552213_title: 'Draft' } },
  );
  const { post } = await talkAbout([edited]);
  const { body } = await post(BATCH, { inputs: inputs(idOf(0)), propertiesWithHistory: ['a552213_title'] });
  expect(body.results[0].propertiesWithHistory.a552213_title).toEqual([
    { value: 'Final', timestamp: '2026-06-01T00:00:00.000Z', sourceType: 'CRM_UI' },
    { value: 'Draft', timestamp: '2026-01-05T08:00:00.000Z', sourceType: 'CRM_UI' },
  ]);
});

it('finds archived records only when asked for them', async () => {
  const { post } = await talkAbout([record(0, {}, { archivedAt: Date.UTC(2026, 1, 1) })]);
  expect((await post(BATCH, { inputs: inputs(idOf(0)) })).body.results).toEqual([]);
  const { body } = await post(`${BATCH}?archived=true`, { inputs: inputs(idOf(0)) });
  expect(body.results[0].archived).toBe(true);
});

it.each([
  ['no inputs', {}],
  ['inputs that are no list', { inputs: '1' }],
  ['an input without an id', { inputs: [{}] }],
  ['broken JSON', '{"inputs": ['],
  ['an empty body', ''],
])('refuses %s as the upstream does', async (_, sent) => {
  const { post } = await talkAbout(records(1));
  const { status, body } = await post(BATCH, sent);
  expect([status, body.error, typeof body.details]).toEqual([400, 'Upstream API Error', 'string']);
});
