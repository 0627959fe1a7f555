/** Section 5: authentication, and the errors for missing, invalid and deactivated keys. */
import { describe, isObject, getMember } from '../answers.ts';
import { judge, reportUntried, type Rule } from '../rule.ts';
import { operations, type Exchange } from '../client.ts';
import { sendMinimal } from './requests.ts';

function findRefusalProblems(exchanges: readonly Exchange[], status: number, error: string): string[] {
  return exchanges
    .filter(({ status: actualStatus, body }) => {
      const message = getMember(body, 'error');
      return actualStatus !== status || typeof message !== 'string' || !message.includes(error);
    })
    .map(describe);
}

const INVALID = 'Invalid API key';

function createInvalidCredentials(key: string): readonly (readonly [description: string, authorization: string])[] {
  const last = key.at(-1) === 'x' ? 'y' : 'x';
  return [
    ['another key', 'Bearer not-a-key-of-this-service'],
    ['the key without its last character', `Bearer ${key.slice(0, -1)}`],
    ['the key with a character more', `Bearer ${key}${last}`],
    ['the key with another last character', `Bearer ${key.slice(0, -1)}${last}`],
    ['no key behind the scheme', 'Bearer'],
    ['the key without a scheme', key],
    ['another scheme', `Basic ${Buffer.from(`key:${key}`).toString('base64')}`],
  ];
}

export const access: readonly Rule[] = [
  {
    id: '5-1a',
    states: 'A request with the key in Authorization: Bearer is accepted.',
    async check({ client }) {
      const page = await client.list({ limit: '1' });
      return judge(page.status === 401 || page.status === 403 ? [describe(page)] : [], describe(page));
    },
  },
  {
    id: '5-1b',
    states: "The scheme's name is case-insensitive, as in HTTP.",
    async check({ client }) {
      const page = await client.list({ limit: '1' }, { authorization: `bearer ${client.key}` });
      return judge(page.status === 401 ? [describe(page)] : [], describe(page));
    },
  },
  {
    id: '5-2a',
    states: 'Each operation answers 401 without a key.',
    async check(run) {
      const exchanges = await Promise.all(
        operations.map((operation) => sendMinimal(run, operation, { authorization: null })),
      );
      return judge(findRefusalProblems(exchanges, 401, INVALID), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '5-2b',
    states: 'Each operation answers 401 to a key that is not valid.',
    async check(run) {
      const authorization = 'Bearer not-a-key-of-this-service';
      const exchanges = await Promise.all(
        operations.map((operation) => sendMinimal(run, operation, { authorization })),
      );
      return judge(findRefusalProblems(exchanges, 401, INVALID), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '5-2c',
    states: 'Only the exact key is valid.',
    async check({ client }) {
      const exchanges = await Promise.all(
        createInvalidCredentials(client.key).map(async ([description, authorization]) => {
          const page = await client.list({ limit: '1' }, { authorization });
          return page.status === 401 ? [] : [`${description}: ${page.status}`];
        }),
      );
      return judge(exchanges.flat(), `${exchanges.length} credentials refused`);
    },
  },
  {
    id: '5-2d',
    states: 'Without a key the answer is 401, regardless of what else is wrong with the request.',
    async check({ client }) {
      const withoutKey = { authorization: null };
      const exchanges = await Promise.all([
        client.list({ limit: 'many', after: 'no-cursor' }, withoutKey),
        client.search('{"limit": ', withoutKey),
        client.batch('[]', withoutKey),
      ]);
      return judge(findRefusalProblems(exchanges, 401, INVALID), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '5-3',
    states: 'Each operation answers 403 to a deactivated key.',
    async check(run) {
      if (run.deactivatedKey === undefined) return reportUntried('no deactivated key was given');
      const authorization = `Bearer ${run.deactivatedKey}`;
      const exchanges = await Promise.all(
        operations.map((operation) => sendMinimal(run, operation, { authorization })),
      );
      const extra = exchanges.filter(({ body }) => isObject(body) && 'details' in body);
      return judge(
        [
          ...findRefusalProblems(exchanges, 403, 'API key has been deactivated'),
          ...extra.map((operation) => `${describe(operation)}, with details`),
        ],
        exchanges.map(describe).join('; '),
      );
    },
  },
];
