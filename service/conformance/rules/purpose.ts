/** Section 1: read access only. */
import { describe } from '../answers.ts';
import { reportBroken, reportHeld, judge, reportUntried, type Rule, type Run } from '../rule.ts';
import { LIST, operations } from '../client.ts';
import { sendMinimal, inventId } from './requests.ts';

/** Lists writes that change nothing even on a service that allows them: the record does not exist and the batches are empty. */
function listWrites(run: Run) {
  const recordPath = `${LIST}/${inventId(run)}`;
  const emptyBatch = JSON.stringify({ inputs: [] });
  return [
    { method: 'PATCH', path: recordPath, body: JSON.stringify({ properties: {} }) },
    { method: 'DELETE', path: recordPath },
    { method: 'PUT', path: recordPath, body: JSON.stringify({ properties: {} }) },
    { method: 'POST', path: `${LIST}/batch/create`, body: emptyBatch },
    { method: 'POST', path: `${LIST}/batch/update`, body: emptyBatch },
    { method: 'POST', path: `${LIST}/batch/upsert`, body: emptyBatch },
    { method: 'POST', path: `${LIST}/batch/archive`, body: emptyBatch },
  ];
}

export const purpose: readonly Rule[] = [
  {
    id: '1-3',
    states: 'List, batch read and search answer a valid request with 200.',
    async check(run) {
      if (run.survey.records.length === 0) return reportUntried('the service has no record to read');
      const exchanges = await Promise.all(operations.map((operation) => sendMinimal(run, operation)));
      return judge(exchanges.filter(({ status }) => status !== 200).map(describe), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '1-6',
    states: 'No operation creates, updates, archives or deletes a record.',
    async check(run) {
      const exchanges = await Promise.all(
        listWrites(run).map(({ path, ...request }) => run.client.sendWithRetry(path, request)),
      );
      const accepted = exchanges.filter(({ status }) => status < 400);
      return judge(
        accepted.map(describe),
        `${exchanges.length} writes refused, e.g. ${exchanges.slice(0, 2).map(describe).join('; ')}`,
      );
    },
  },
  {
    id: '1-7a',
    states: 'All traffic uses HTTPS.',
    check({ publicUrl }) {
      const { protocol, hostname } = new URL(publicUrl);
      if (protocol === 'https:') return reportHeld(publicUrl);
      const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
      return isLoopback ? reportUntried(`${publicUrl} is on this machine`) : reportBroken(`${publicUrl} is not HTTPS`);
    },
  },
  {
    id: '1-7b',
    states: 'Bodies are JSON: the answers of the three operations are, and their content type says so.',
    async check(run) {
      const exchanges = await Promise.all([
        ...operations.map((operation) => sendMinimal(run, operation)),
        sendMinimal(run, 'list', { authorization: null }),
      ]);
      const invalid = exchanges.filter(
        ({ body, headers }) => body === undefined || !/^application\/json\b/i.test(headers.get('content-type') ?? ''),
      );
      return judge(
        invalid.map((exchange) => `${describe(exchange)} is ${exchange.headers.get('content-type') ?? 'of no type'}`),
        `${exchanges.length} answers, ${exchanges[0]?.headers.get('content-type')}`,
      );
    },
  },
];
