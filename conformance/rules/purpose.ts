/** Section 1: what the service does, and what it never does. */
import { describe } from '../answers.ts';
import { broken, held, judge, untried, type Rule, type Run } from '../rule.ts';
import { LIST, operations } from '../wire.ts';
import { askLittle, missingId } from './requests.ts';

/** Nothing is written even by a service that would write: the record does not exist, the lists of records are empty. */
function listWrites(run: Run) {
  const one = `${LIST}/${missingId(run)}`;
  const none = JSON.stringify({ inputs: [] });
  return [
    { method: 'PATCH', path: one, body: JSON.stringify({ properties: {} }) },
    { method: 'DELETE', path: one },
    { method: 'PUT', path: one, body: JSON.stringify({ properties: {} }) },
    { method: 'POST', path: `${LIST}/batch/create`, body: none },
    { method: 'POST', path: `${LIST}/batch/update`, body: none },
    { method: 'POST', path: `${LIST}/batch/upsert`, body: none },
    { method: 'POST', path: `${LIST}/batch/archive`, body: none },
  ];
}

export const purpose: readonly Rule[] = [
  {
    id: '1-3',
    states: 'List, batch read and search answer a valid request with 200.',
    async check(run) {
      if (run.survey.records.length === 0) return untried('the service has no record to read');
      const seen = await Promise.all(operations.map((operation) => askLittle(run, operation)));
      return judge(seen.filter(({ status }) => status !== 200).map(describe), seen.map(describe).join('; '));
    },
  },
  {
    id: '1-6',
    states: 'No operation creates, updates, archives or deletes a record.',
    async check(run) {
      const seen = await Promise.all(listWrites(run).map(({ path, ...request }) => run.wire.ask(path, request)));
      const taken = seen.filter(({ status }) => status < 400);
      return judge(
        taken.map(describe),
        `${seen.length} writes refused, e.g. ${seen.slice(0, 2).map(describe).join('; ')}`,
      );
    },
  },
  {
    id: '1-7a',
    states: 'All traffic uses HTTPS.',
    check({ publicUrl }) {
      const { protocol, hostname } = new URL(publicUrl);
      if (protocol === 'https:') return held(publicUrl);
      const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
      return isLoopback ? untried(`${publicUrl} is on this machine`) : broken(`${publicUrl} is not HTTPS`);
    },
  },
  {
    id: '1-7b',
    states: 'Bodies are JSON: what the three operations answer is, and says so.',
    async check(run) {
      const seen = await Promise.all([
        ...operations.map((operation) => askLittle(run, operation)),
        askLittle(run, 'list', { authorization: null }),
      ]);
      const wrong = seen.filter(
        ({ body, headers }) => body === undefined || !/^application\/json\b/i.test(headers.get('content-type') ?? ''),
      );
      return judge(
        wrong.map((each) => `${describe(each)} is ${each.headers.get('content-type') ?? 'of no type'}`),
        `${seen.length} answers, ${seen[0]?.headers.get('content-type')}`,
      );
    },
  },
];
