/** Deviations of records and their values (sections 1 and 2). */
import { eachRecord, eachValue, on, recordsOf, rewriteJson, rewriteQuery, type Deviation } from './deviation.ts';

export const recordDeviations: readonly Deviation[] = [
  { name: 'list answers 201', rule: '1-3', answer: on('list', (answered) => (answered.status = 201)) },
  {
    name: 'PATCH is taken',
    rule: '1-6',
    answer(answered, { method }) {
      if (method === 'PATCH') answered.status = 200;
    },
  },
  {
    name: 'an archiving batch is taken',
    rule: '1-6',
    answer(answered, { target }) {
      if (target.endsWith('/batch/archive')) answered.status = 204;
    },
  },
  {
    name: 'search says that it is text',
    rule: '1-7b',
    answer: on('search', ({ headers }) => (headers['content-type'] = 'text/plain')),
  },
  {
    name: 'ids are objects',
    rule: '2.1-1',
    answer: eachRecord((record) => (record.id = { value: record.id }), 'search'),
  },
  {
    name: 'properties are a list of pairs',
    rule: '2.1-2',
    answer: eachRecord((record) => (record.properties = Object.entries(record.properties)), 'batch'),
  },
  {
    name: 'createdAt has no milliseconds',
    rule: '2.1-3',
    answer: eachRecord((record) => (record.createdAt = record.createdAt.replace(/\.\d+Z/, 'Z'))),
  },
  {
    name: 'updatedAt has an offset',
    rule: '2.1-4',
    answer: eachRecord((record) => (record.updatedAt = record.updatedAt.replace('Z', '+00:00'))),
  },
  { name: 'archived is a word', rule: '2.1-5', answer: eachRecord((record) => (record.archived = 'false')) },
  {
    name: 'archived is missing in searches',
    rule: '2.1-5',
    answer: eachRecord((record) => delete record.archived, 'search'),
  },
  {
    name: 'list answers a property more',
    rule: '2.1-6',
    request: (asked) =>
      rewriteQuery(asked, (query) => query.set('properties', `${query.get('properties') ?? ''},a552213_service_name`)),
  },
  {
    name: 'search answers a property more',
    rule: '2.1-6',
    request(asked) {
      if (asked.operation !== 'search') return;
      rewriteJson(
        asked,
        (body) => (body['properties'] = [...((body['properties'] as string[]) ?? []), 'platform_owner_id']),
      );
    },
  },
  {
    name: 'batch read lacks a requested property',
    rule: '2.1-7',
    answer: eachRecord(({ properties }) => delete properties['a552213_total_minutes'], 'batch'),
  },
  {
    name: 'search has another value',
    rule: '2.1-8',
    answer: eachRecord(({ properties }) => {
      if (properties.a552213_billable_rate) properties.a552213_billable_rate = '0.01';
    }, 'search'),
  },
  {
    name: 'a missing decimal',
    rule: '2.1-8',
    answer: eachRecord(({ properties }) => {
      if (properties.a552213_total_hours)
        properties.a552213_total_hours = Math.round(Number(properties.a552213_total_hours));
    }, 'batch'),
  },
  {
    name: 'sys_object_id is another',
    rule: '2.1-9',
    answer: eachRecord(({ properties }) => (properties.sys_object_id = `9${properties.sys_object_id}`)),
  },
  {
    name: 'the list repeats a record on the next page',
    rule: '2.1-10',
    answer: on('list', ({ body }, { target }, state) => {
      const before = state.get('last');
      if (target.includes('after=') && before !== undefined) recordsOf(body).unshift(before);
      state.set('last', recordsOf(body).at(-1));
    }),
  },
  { name: 'titles are true', rule: '2.2-1', answer: eachValue('title', () => true) },
  { name: 'a type of association more', rule: '2.2-2', answer: eachValue('assoc_obj_type', () => 'invoice') },
  { name: 'booleans are yes and no', rule: '2.2-3', answer: eachValue('is_split_week_record', () => 'no') },
  {
    name: 'numbers have commas',
    rule: '2.2-4',
    answer: eachValue('total_hours', (value) => String(value).replace('.', ',') + ',0'),
  },
  { name: 'times are German', rule: '2.2-5', answer: eachValue('first_start_date', () => '20.11.2026 08:00') },
  { name: 'months begin at one', rule: '2.2-6', answer: eachValue('month_year', () => '2026-11-01T01:00:00.000Z') },
  { name: 'a boolean word is 1', rule: '2.2-7', answer: eachValue('created_via_service_api', () => 1) },
  {
    name: 'a timestamp in seconds',
    rule: '2.2-8',
    answer: eachValue('last_updated_via_service_api', () => '1763600000'),
  },
];
