/** Deviations of the list, its pages and links (sections 2.3 and 4.1). */
import { on, queryOf, recordsOf, rewriteQuery, type Answered, type Bent, type Deviation } from './deviation.ts';

function relink({ body }: Answered, change: (link: URL) => void): void {
  const next: Bent = body?.paging?.next;
  if (!next?.link) return;
  const link = new URL(next.link);
  change(link);
  next.link = link.href;
}

export const listDeviations: readonly Deviation[] = [
  { name: 'no next.after', rule: '2.3-1', answer: on('list', ({ body }) => delete body.paging?.next.after) },
  {
    name: 'links go to the platform',
    rule: '2.3-2',
    answer: on('list', (answered) =>
      relink(answered, (link) => {
        link.host = 'api.example.test';
        link.pathname = '/crm/v3/objects/2-123456';
      }),
    ),
  },
  {
    name: 'links are without their host',
    rule: '2.3-2',
    answer: on('list', ({ body }) => {
      if (body.paging) body.paging.next.link = new URL(body.paging.next.link).pathname;
    }),
  },
  {
    name: 'links forget the properties',
    rule: '2.3-3',
    answer: on('list', (answered) => relink(answered, ({ searchParams }) => searchParams.delete('properties'))),
  },
  {
    name: 'links have the cursor twice',
    rule: '2.3-4',
    answer: on('list', (answered) => relink(answered, ({ searchParams }) => searchParams.append('after', '1'))),
  },
  {
    name: 'links have another cursor than next.after',
    rule: '2.3-4',
    answer: on('list', (answered) => relink(answered, ({ searchParams }) => searchParams.set('after', '1'))),
  },
  {
    name: 'links lead to archived records',
    rule: '2.3-5',
    answer: on('list', (answered) => relink(answered, ({ searchParams }) => searchParams.set('archived', 'true'))),
  },
  {
    name: 'later links have the earlier cursor',
    rule: '2.3-6',
    answer: on('list', (answered, asked) => {
      const given = queryOf(asked).get('after');
      if (given) relink(answered, ({ searchParams }) => searchParams.set('after', given));
    }),
  },
  {
    name: 'links follow X-Forwarded-Host',
    rule: '1-5',
    answer: on('list', (answered, { headers }) => {
      const forwarded = headers['x-forwarded-host'];
      if (forwarded) relink(answered, (link) => (link.host = forwarded));
    }),
  },
  {
    name: 'the list is an object by id',
    rule: '4.1-1',
    answer: on(
      'list',
      ({ body }) => (body.results = Object.fromEntries(recordsOf(body).map((each) => [each.id, each]))),
    ),
  },
  {
    name: 'a page has a record more than limit',
    rule: '4.1-2',
    request: (asked) =>
      rewriteQuery(asked, (query) => query.has('limit') && query.set('limit', String(Number(query.get('limit')) + 1))),
  },
  {
    name: 'a page lacks its last record',
    rule: '4.1-3',
    answer: on('list', ({ body }) => {
      if (body.paging) recordsOf(body).pop();
    }),
  },
  {
    name: 'the cursor skips a record',
    rule: '4.1-3',
    answer: on('list', ({ body }) => {
      if (body.paging) body.paging.next.after = String(Number(body.paging.next.after) + 1);
    }),
  },
  {
    name: 'the last page has a next one',
    rule: '4.1-4',
    answer: on('list', ({ body }, asked) => {
      const after = queryOf(asked).get('after') ?? '0';
      body.paging ??= { next: { after, link: `http://127.0.0.1/service/v1/timelogs?after=${after}` } };
    }),
  },
  {
    name: 'a wrong limit is 404',
    rule: '4.1-6',
    answer(answered, asked) {
      if (asked.operation === 'list' && queryOf(asked).get('limit') === 'many') answered.status = 404;
    },
  },
  {
    name: 'an encoded comma is no comma',
    rule: '4.1-5',
    request(asked) {
      if (asked.operation === 'list' && asked.target.includes('limit=3&'))
        asked.target = asked.target.replace(/%2C/g, '%20');
    },
  },
];
