/** Deviations that the OpenAPI document itself does not allow, whatever the suite's rules say. */
import type { Deviation } from './deviation.ts';

const planted: readonly [name: string, answer: Required<Deviation>['answer']][] = [
  ['a total that is a text', ({ body }) => 'total' in body && (body.total = String(body.total))],
  ['a record without its time', ({ body }) => body.results?.[0] && delete body.results[0].createdAt],
  ['a time of another spelling', ({ body }) => body.results?.[0] && (body.results[0].updatedAt = '20.11.2026')],
  ['a value that is an object', ({ body }) => body.results?.[0] && (body.results[0].properties.sys_object_id = {})],
  ['an undeclared field', ({ body }) => (body.more = true)],
  ['an error without its word', ({ body }) => delete body.error],
  ['a status of another kind', (answered) => answered.status === 200 && (answered.status = 202)],
  ['another media type', ({ headers }) => (headers['content-type'] = 'text/plain')],
];

/** No rule of the suite is meant by them: its section 1 stands for all. */
export const documentDeviations: readonly Deviation[] = planted.map(([name, answer]) => ({
  name,
  rule: '1-1',
  answer,
}));
