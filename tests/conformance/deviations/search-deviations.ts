/** Deviations of the search (section 4.3). */
import { on, readJson, recordsOf, rewriteJson, type Asked, type Bent, type Deviation } from './deviation.ts';

function research(asked: Asked, change: (body: Record<string, unknown>) => unknown): void {
  if (asked.operation === 'search') rewriteJson(asked, change);
}

const hasFilter = (asked: Asked) => JSON.stringify(readJson(asked)).includes('CONTAINS_TOKEN');

function sortsBy(asked: Asked, name: string): boolean {
  return JSON.stringify(readJson(asked)['sorts'] ?? '').includes(name);
}

/** Sorts by another property than asked for, or not at all. */
function sortedOtherwise(name: string) {
  return (asked: Asked) => sortsBy(asked, name) && research(asked, (body) => delete body['sorts']);
}

function refuseUpstream(): object {
  return { status: 400, body: { error: 'Upstream API Error', details: 'refused' } };
}

export const searchDeviations: readonly Deviation[] = [
  { name: 'total is a text', rule: '4.3-1', answer: on('search', ({ body }) => (body.total = String(body.total))) },
  { name: 'there is no total', rule: '4.3-1', answer: on('search', ({ body }) => delete body.total) },
  {
    name: 'limit is overlooked',
    rule: '4.3-2',
    request: (asked) => research(asked, (body) => Number(body['limit']) < 10 && delete body['limit']),
  },
  {
    name: 'a page has at most 100',
    rule: '4.3-3',
    request: (asked) => research(asked, (body) => (body['limit'] = Math.min(100, Number(body['limit'] ?? 10)))),
  },
  {
    name: 'a limit of 201 is served',
    rule: '8-1',
    request: (asked) => research(asked, (body) => body['limit'] === 201 && (body['limit'] = 200)),
    answer(answered, { operation, text }) {
      if (operation === 'search' && text.includes('"limit":200')) recordsOf(answered.body).push({});
    },
  },
  { name: 'there is no cursor', rule: '4.3-4', answer: on('search', ({ body }) => delete body.paging) },
  {
    name: 'the last page has a cursor',
    rule: '4.3-5',
    answer: on('search', ({ body }) => (body.paging ??= { next: { after: '0' } })),
  },
  {
    name: 'total is one more',
    rule: '4.3-6',
    answer: on('search', ({ body }) => {
      if (body.total > 0) body.total += 1;
    }),
  },
  {
    name: 'total counts what is left',
    rule: '4.3-6',
    answer: on('search', ({ body }, asked) => (body.total -= Number(readJson(asked)['after'] ?? 0))),
  },
  {
    name: 'later pages begin a record early',
    rule: '4.3-7',
    request: (asked) => research(asked, (body) => body['after'] && (body['after'] = String(Number(body['after']) - 1))),
  },
  {
    name: 'a cursor as text is refused',
    rule: '4.3-8',
    answer: on('search', (answered, asked) => {
      if (typeof readJson(asked)['after'] === 'string') Object.assign(answered, refuseUpstream());
    }),
  },
  {
    name: 'a cursor as a number is overlooked',
    rule: '4.3-9',
    request: (asked) => research(asked, (body) => typeof body['after'] === 'number' && delete body['after']),
  },
  {
    name: 'searches link to the platform',
    rule: '4.3-10',
    answer: on('search', ({ body }) => {
      if (body.paging) body.paging.next.link = 'https://api.example.test/crm/v3/objects/2-123456/search';
    }),
  },
  {
    name: 'total is what the page has',
    rule: '4.3-11',
    answer: on('search', ({ body }) => (body.total = recordsOf(body).length)),
  },
  { name: 'the oldest first', rule: '4.3-12', request: sortedOtherwise('sys_createdate') },
  {
    name: 'two records are exchanged',
    rule: '4.3-12',
    answer: on('search', ({ body }, asked) => {
      if (sortsBy(asked, 'sys_createdate')) body.results = [...recordsOf(body).slice(1), recordsOf(body)[0]];
    }),
  },
  { name: 'changes are not sorted by', rule: '4.3-13', request: sortedOtherwise('sys_lastmodifieddate') },
  {
    name: 'numbers are sorted as texts',
    rule: '4.3-14',
    answer: on('search', ({ body }, asked) => {
      const name = /"propertyName":"(a552213_\w+)"/.exec(JSON.stringify(readJson(asked)['sorts'] ?? ''))?.[1];
      if (name === undefined) return;
      const read = ({ properties }: Bent) => String(properties[name]);
      recordsOf(body).sort((a, b) => (read(a) < read(b) ? 1 : -1));
    }),
  },
  {
    name: 'filters are overlooked',
    rule: '4.3-15',
    request: (asked) => research(asked, (body) => delete body['filterGroups']),
  },
  {
    name: 'a search misses a record',
    rule: '4.3-16',
    answer: on('search', ({ body }, asked) => {
      if (hasFilter(asked) && recordsOf(body).length > 0) body.results = recordsOf(body).slice(1);
    }),
  },
  {
    name: 'words are found in small letters only',
    rule: '4.3-17',
    answer: on('search', ({ body }, asked) => {
      if (hasFilter(asked) && /"value":"[A-Z]+"/.test(asked.text)) Object.assign(body, { total: 0, results: [] });
    }),
  },
  {
    name: 'nothing found is told as one',
    rule: '4.3-18',
    answer: on('search', ({ body }, asked) => {
      if (hasFilter(asked) && body.total === 0) body.total = 1;
    }),
  },
  {
    name: 'query is overlooked',
    rule: '4.3-19',
    request: (asked) => research(asked, (body) => delete body['query']),
  },
  {
    name: 'query finds nothing',
    rule: '4.3-20',
    answer: on('search', ({ body }, asked) => {
      if (readJson(asked)['query']) Object.assign(body, { total: 0, results: [] });
    }),
  },
];
