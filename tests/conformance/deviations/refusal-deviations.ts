/** Deviations of what is refused and how (sections 5, 7, 8 and 9). */
import { readJson, type Answered, type Asked, type Deviation } from './deviation.ts';

type Change = (answered: Answered, asked: Asked) => unknown;

/** Changes answers of one status. */
function onStatus(status: number, change: Change): Change {
  return (answered, asked) => {
    if (asked.operation && answered.status === status) change(answered, asked);
  };
}

const invalid = { error: 'Invalid API key' };

export const refusalDeviations: readonly Deviation[] = [
  {
    name: 'the scheme is read in one case',
    rule: '5-1b',
    answer(answered, { headers }) {
      if (headers['authorization']?.startsWith('bearer ')) Object.assign(answered, { status: 401, body: invalid });
    },
  },
  {
    name: 'no key is 403',
    rule: '5-2a',
    answer: onStatus(401, (answered, { headers }) => !headers['authorization'] && (answered.status = 403)),
  },
  {
    name: 'a search needs no key',
    rule: '5-2a',
    answer: onStatus(401, (answered, { operation, headers }) => {
      if (operation === 'search' && !headers['authorization'])
        Object.assign(answered, { status: 200, body: { total: 0, results: [] } });
    }),
  },
  {
    name: 'a wrong key is told so otherwise',
    rule: '5-2b',
    answer: onStatus(401, ({ body }, { headers }) => headers['authorization'] && (body.error = 'Unauthorized')),
  },
  {
    name: 'what begins with the key is the key',
    rule: '5-2c',
    request(asked) {
      const given = asked.headers['authorization'] ?? '';
      const known = /^Bearer tlr_[\w-]{43}/.exec(given)?.[0];
      if (known) asked.headers['authorization'] = known;
    },
  },
  {
    name: 'what cannot be read is refused before the key',
    rule: '5-2d',
    answer: onStatus(401, (answered, asked) => {
      const unreadable = asked.method === 'POST' && asked.text.startsWith('{') && !asked.text.endsWith('}');
      if (unreadable) Object.assign(answered, { status: 400, body: { error: 'Bad Request', details: 'no JSON' } });
    }),
  },
  {
    name: 'a deactivated key is 401',
    rule: '5-3',
    answer: onStatus(403, (answered) => Object.assign(answered, { status: 401, body: invalid })),
  },
  {
    name: 'another version answers, too',
    rule: '9-1',
    request(asked) {
      asked.target = asked.target.replace('/service/v2/', '/service/v1/');
    },
  },
  { name: '401 has details', rule: '7-1', answer: onStatus(401, ({ body }) => (body.details = 'Ask for a key.')) },
  {
    name: "the upstream's error is an object",
    rule: '7-2',
    answer: onStatus(400, ({ body }) => (body.details = { message: body.details })),
  },
  {
    name: "the upstream's error is told as another",
    rule: '7-2',
    answer: onStatus(400, ({ body }) => (body.error = 'Bad Request')),
  },
  {
    name: 'what cannot be read is an empty search',
    rule: '7-3',
    request(asked) {
      if (asked.operation === 'search' && Object.keys(readJson(asked)).length === 0) asked.text = '{}';
    },
  },
  {
    name: 'a wrong limit is overlooked',
    rule: '7-3',
    request(asked) {
      asked.text = asked.text.replace('"limit":"many"', '"limit":5');
    },
  },
  { name: 'errors are a text', rule: '7-4', answer: onStatus(400, (answered) => (answered.body = 'Bad Request')) },
  { name: 'errors have no details', rule: '7-4', answer: onStatus(400, ({ body }) => delete body.details) },
  {
    name: '500 says why',
    rule: '7-5',
    answer: onStatus(400, (answered) =>
      Object.assign(answered, {
        status: 500,
        body: { error: 'Internal Server Error', details: 'TypeError at line 3' },
      }),
    ),
  },
  {
    name: '503 has other words',
    rule: '7-6',
    answer: onStatus(400, (answered) => {
      Object.assign(answered, { status: 503, body: { error: 'Busy', details: 'Later.' } });
      answered.headers['retry-after'] = '0';
    }),
  },
  {
    name: 'each tenth search fails',
    rule: '7-7',
    answer(answered, { operation }, state) {
      if (operation !== 'search') return;
      const count = Number(state.get('count') ?? 0) + 1;
      state.set('count', count);
      const body = { error: 'Internal Server Error', details: 'An unexpected error occurred.' };
      if (count % 10 === 0) Object.assign(answered, { status: 500, body });
    },
  },
  {
    name: 'the quota never ends',
    rule: '8-2',
    spends: true,
    answer: onStatus(429, (answered) => Object.assign(answered, { status: 200, body: { results: [] } })),
  },
  {
    name: 'the quota is told without the header',
    rule: '8-3',
    spends: true,
    answer: onStatus(429, ({ body }) => (body.details = 'Try again tomorrow.')),
  },
  {
    name: '429 has no reset header',
    rule: '8-4',
    spends: true,
    answer: onStatus(429, ({ headers }) => delete headers['x-service-ratelimit-reset']),
  },
  {
    name: 'the reset is in the past',
    rule: '8-4',
    spends: true,
    answer: onStatus(429, ({ headers }) => (headers['x-service-ratelimit-reset'] = '2020-01-01T00:00:00.000Z')),
  },
  {
    name: 'the reset is in seconds from now',
    rule: '8-4',
    spends: true,
    answer: onStatus(429, ({ headers }) => (headers['x-service-ratelimit-reset'] = '3600')),
  },
  {
    name: 'batch reads are not counted',
    rule: '8-5',
    spends: true,
    answer: onStatus(429, (answered, { operation }) => {
      if (operation === 'batch') Object.assign(answered, { status: 200, body: { status: 'COMPLETE', results: [] } });
    }),
  },
  {
    name: 'the quota is asked before the key',
    rule: '8-6',
    spends: true,
    answer(answered, { operation }, state) {
      if (answered.status === 429) state.set('spent', answered.body);
      if (operation && answered.status === 401 && state.has('spent'))
        Object.assign(answered, { status: 429, body: state.get('spent') });
    },
  },
];
