/** Deviations of the batch read (section 4.2). */
import { on, readJson, recordsOf, rewriteJson, type Asked, type Bent, type Deviation } from './deviation.ts';

function rebatch(asked: Asked, change: (body: Record<string, unknown>) => unknown): void {
  if (asked.operation === 'batch') rewriteJson(asked, change);
}

function eachError(change: (error: Bent) => unknown) {
  return on('batch', ({ body }) => {
    for (const error of body.errors ?? []) change(error);
  });
}

const isByRecordId = (asked: Asked) => readJson(asked)['idProperty'] === 'a552213_record_id';

export const batchDeviations: readonly Deviation[] = [
  { name: 'a record is lost', rule: '4.2-1', answer: on('batch', ({ body }) => void recordsOf(body).pop()) },
  {
    name: 'a record comes twice',
    rule: '4.2-1',
    answer: on('batch', ({ body }) => void recordsOf(body).push(recordsOf(body)[0])),
  },
  { name: 'status is PROCESSING', rule: '4.2-2', answer: on('batch', ({ body }) => (body.status = 'PROCESSING')) },
  {
    name: 'completed before it started',
    rule: '4.2-3',
    answer: on('batch', ({ body }) => (body.completedAt = '2020-01-01T00:00:00.000Z')),
  },
  { name: 'startedAt is a number', rule: '4.2-3', answer: on('batch', ({ body }) => (body.startedAt = Date.now())) },
  { name: 'errors are always there', rule: '4.2-4', answer: on('batch', ({ body }) => (body.errors ??= [])) },
  { name: 'numErrors is always there', rule: '4.2-4', answer: on('batch', ({ body }) => (body.numErrors ??= 0)) },
  {
    name: 'partial answers are 207',
    rule: '4.2-5',
    answer: on('batch', (answered) => {
      if (answered.body.errors) answered.status = 207;
    }),
  },
  {
    name: 'with one missing none is found',
    rule: '4.2-6',
    answer: on('batch', ({ body }) => {
      if (body.errors) body.results = [];
    }),
  },
  { name: 'errors name no ids', rule: '4.2-7', answer: eachError((error) => (error.context = {})) },
  {
    name: 'errors name ids as numbers',
    rule: '4.2-7',
    answer: eachError(({ context }) => (context.ids = context.ids.map(Number))),
  },
  { name: 'missing has another category', rule: '4.2-8', answer: eachError((error) => (error.category = 'NOT_FOUND')) },
  { name: 'errors have no message', rule: '4.2-8', answer: eachError((error) => delete error.message) },
  {
    name: 'numErrors counts one more',
    rule: '4.2-9',
    answer: on('batch', ({ body }) => {
      if (body.numErrors) body.numErrors += 1;
    }),
  },
  {
    name: 'sys_object_id is no idProperty',
    rule: '4.2-10',
    answer(answered, asked) {
      if (asked.operation !== 'batch' || readJson(asked)['idProperty'] !== 'sys_object_id') return;
      Object.assign(answered, { status: 400, body: { error: 'Upstream API Error', details: 'not unique' } });
    },
  },
  {
    name: 'idProperty is overlooked',
    rule: '4.2-11',
    request: (asked) => isByRecordId(asked) && rebatch(asked, (body) => delete body['idProperty']),
  },
  {
    name: 'missing values are named in capitals',
    rule: '4.2-12',
    answer: eachError(({ context }) => (context.ids = context.ids.map((id: string) => id.toUpperCase()))),
  },
  {
    name: 'any idProperty is taken',
    rule: '4.2-13',
    request: (asked) => !isByRecordId(asked) && rebatch(asked, (body) => delete body['idProperty']),
  },
  {
    name: 'properties with history are left out',
    rule: '4.2-14',
    request: (asked) => rebatch(asked, (body) => delete body['propertiesWithHistory']),
  },
];
