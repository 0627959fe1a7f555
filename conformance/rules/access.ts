/** Section 5: the key, and what is said without a good one. */
import { describe, isFields, member } from '../answers.ts';
import { judge, untried, type Rule } from '../rule.ts';
import { operations, type Exchange } from '../wire.ts';
import { askLittle } from './requests.ts';

function refusalProblems(exchanges: readonly Exchange[], status: number, error: string): string[] {
  return exchanges
    .filter(({ status: given, body }) => {
      const told = member(body, 'error');
      return given !== status || typeof told !== 'string' || !told.includes(error);
    })
    .map(describe);
}

const INVALID = 'Invalid API key';

/** Credentials that are not the key, though each resembles it. */
function spoil(key: string): readonly (readonly [what: string, authorization: string])[] {
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
    states: 'The key in Authorization: Bearer admits a request.',
    async check({ wire }) {
      const page = await wire.list({ limit: '1' });
      return judge(page.status === 401 || page.status === 403 ? [describe(page)] : [], describe(page));
    },
  },
  {
    id: '5-1b',
    states: "The scheme's name is read in any case, as HTTP has it.",
    async check({ wire }) {
      const page = await wire.list({ limit: '1' }, { authorization: `bearer ${wire.key}` });
      return judge(page.status === 401 ? [describe(page)] : [], describe(page));
    },
  },
  {
    id: '5-2a',
    states: 'Each operation answers 401 without a key.',
    async check(run) {
      const seen = await Promise.all(operations.map((each) => askLittle(run, each, { authorization: null })));
      return judge(refusalProblems(seen, 401, INVALID), seen.map(describe).join('; '));
    },
  },
  {
    id: '5-2b',
    states: 'Each operation answers 401 to a key that is not valid.',
    async check(run) {
      const authorization = 'Bearer not-a-key-of-this-service';
      const seen = await Promise.all(operations.map((each) => askLittle(run, each, { authorization })));
      return judge(refusalProblems(seen, 401, INVALID), seen.map(describe).join('; '));
    },
  },
  {
    id: '5-2c',
    states: 'Nothing but the exact key is valid.',
    async check({ wire }) {
      const seen = await Promise.all(
        spoil(wire.key).map(async ([what, authorization]) => {
          const page = await wire.list({ limit: '1' }, { authorization });
          return page.status === 401 ? [] : [`${what}: ${page.status}`];
        }),
      );
      return judge(seen.flat(), `${seen.length} credentials refused`);
    },
  },
  {
    id: '5-2d',
    states: 'Without a key it is 401, whatever else is wrong with the request.',
    async check({ wire }) {
      const bad = { authorization: null };
      const seen = await Promise.all([
        wire.list({ limit: 'many', after: 'no-cursor' }, bad),
        wire.search('{"limit": ', bad),
        wire.batch('[]', bad),
      ]);
      return judge(refusalProblems(seen, 401, INVALID), seen.map(describe).join('; '));
    },
  },
  {
    id: '5-3',
    states: 'A key that was deactivated is answered 403, by each operation.',
    async check(run) {
      if (run.deactivatedKey === undefined) return untried('no deactivated key was given');
      const authorization = `Bearer ${run.deactivatedKey}`;
      const seen = await Promise.all(operations.map((each) => askLittle(run, each, { authorization })));
      const extra = seen.filter(({ body }) => isFields(body) && 'details' in body);
      return judge(
        [
          ...refusalProblems(seen, 403, 'API key has been deactivated'),
          ...extra.map((each) => `${describe(each)}, with details`),
        ],
        seen.map(describe).join('; '),
      );
    },
  },
];
