/** Sections 2.3 and 4.1: the list and its paging links. */
import { getCursor, describe, getIds, getMember, getRecords, shorten } from '../answers.ts';
import { reportBroken, judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import { LIST, type Exchange } from '../client.ts';
import { PROPERTIES } from './requests.ts';

const requireRecords = (count: number) => reportUntried(`the list has fewer than ${count} records`);

function hasRecords({ survey }: Run, count: number): boolean {
  return survey.records.length >= count;
}

function getLink({ body }: Exchange): URL | undefined {
  const link = getMember(body, 'paging', 'next', 'link');
  return typeof link === 'string' && URL.canParse(link) ? new URL(link) : undefined;
}

/** Sends every query parameter that the interface shows. */
function fetchFirstPage({ client }: Run, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
  return client.list({ limit: '2', properties: PROPERTIES.join(',') }, { headers });
}

function linkRule(
  id: string,
  states: string,
  check: (link: URL, page: Exchange, run: Run) => Verdict | Promise<Verdict>,
): Rule {
  return {
    id,
    states,
    async check(run) {
      if (!hasRecords(run, 3)) return requireRecords(3);
      const page = await fetchFirstPage(run);
      const link = getLink(page);
      return link ? check(link, page, run) : reportBroken(`${describe(page)}: no next.link`);
    },
  };
}

function findAddressProblems(link: URL, { publicUrl }: Run): string[] {
  const address = link.origin + link.pathname;
  return address === publicUrl + LIST ? [] : [`the link goes to ${shorten(address)}, not to ${publicUrl}${LIST}`];
}

export const list: readonly Rule[] = [
  {
    id: '2.3-1',
    states: 'next and its after (a string or number) are present as long as there is another page.',
    async check(run) {
      if (!hasRecords(run, 3)) return requireRecords(3);
      const page = await fetchFirstPage(run);
      return judge(getCursor(page) === undefined ? [`${describe(page)}: no next.after`] : [], describe(page));
    },
  },
  linkRule('2.3-2', "The next page's link is a full address of the list on this service.", (link, _page, run) =>
    judge(findAddressProblems(link, run), link.origin + link.pathname),
  ),
  linkRule('2.3-3', 'The link has the original query parameters.', (link) => {
    const hasQuery =
      link.searchParams.get('limit') === '2' && link.searchParams.get('properties') === PROPERTIES.join(',');
    return judge(hasQuery ? [] : [`the link asks ${link.search}`], link.search);
  }),
  linkRule('2.3-4', "The link has the next page's cursor, once.", (link, page) => {
    const cursors = link.searchParams.getAll('after');
    const isValid = cursors.length === 1 && cursors[0] === getCursor(page);
    return judge(
      isValid ? [] : [`the link has after=${cursors.join(', after=')}, next.after is ${getCursor(page)}`],
      link.search,
    );
  }),
  linkRule('2.3-5', 'The link leads to the page that next.after leads to.', async (link, page, { client }) => {
    const byLink = await client.list(link.search.slice(1));
    const byCursor = await client.list({ limit: '2', properties: PROPERTIES.join(','), after: getCursor(page) ?? '' });
    const isSame = getIds(byLink).join() === getIds(byCursor).join() && getIds(byLink).length > 0;
    return judge(
      isSame ? [] : [`the link has ${getIds(byLink).join(', ')}; the cursor ${getIds(byCursor).join(', ')}`],
      `${describe(byLink)}; ${describe(byCursor)}`,
    );
  }),
  {
    id: '2.3-6',
    states: 'The link of a later page has the later cursor instead of the earlier one.',
    async check(run) {
      if (!hasRecords(run, 4)) return requireRecords(4);
      const first = await run.client.list({ limit: '1' });
      const second = await run.client.list({ limit: '1', after: getCursor(first) ?? '' });
      const cursors = getLink(second)?.searchParams.getAll('after') ?? [];
      const isValid = cursors.length === 1 && cursors[0] === getCursor(second) && cursors[0] !== getCursor(first);
      return judge(isValid ? [] : [`the second page's link has after=${cursors.join(', after=')}`], describe(second));
    },
  },
  {
    id: '1-5',
    states: 'Links point to the service itself, regardless of what a caller sends in forwarding headers.',
    async check(run) {
      if (!hasRecords(run, 3)) return requireRecords(3);
      const page = await fetchFirstPage(run, {
        'x-forwarded-host': 'elsewhere.example.test',
        'x-forwarded-proto': 'ftp',
        'x-forwarded-prefix': '/elsewhere',
        forwarded: 'host=elsewhere.example.test;proto=ftp',
      });
      const link = getLink(page);
      return judge(link ? findAddressProblems(link, run) : [`${describe(page)}: no next.link`], link?.href ?? '');
    },
  },
  {
    id: '4.1-1',
    states: 'The answer is an object with the array results.',
    async check({ client }) {
      const page = await client.list('');
      return judge(Array.isArray(getMember(page.body, 'results')) ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '4.1-2',
    states: 'A page has as many records as limit allows, as long as there are enough.',
    async check(run) {
      if (!hasRecords(run, 7)) return requireRecords(7);
      const pages = await Promise.all(['1', '3', '7'].map((limit) => run.client.list({ limit })));
      const invalid = pages.filter((page, index) => getRecords(page).length !== [1, 3, 7][index]);
      return judge(invalid.map(describe), pages.map(describe).join('; '));
    },
  },
  {
    id: '4.1-3',
    states: 'No record is missing or repeated between pages.',
    async check(run) {
      if (!hasRecords(run, 6)) return requireRecords(6);
      const singlePage = await run.client.list({ limit: '6' });
      const joined: string[] = [];
      for (let after = '', page = 0; page < 3; page += 1) {
        const next = await run.client.list({ limit: '2', ...(after === '' ? {} : { after }) });
        joined.push(...getIds(next));
        after = getCursor(next) ?? '';
      }
      const isSame = joined.join() === getIds(singlePage).join();
      return judge(
        isSame ? [] : [`three pages of 2 have ${joined.join(', ')}; one of 6 has ${getIds(singlePage).join(', ')}`],
        `${joined.length} records in three pages and in one`,
      );
    },
  },
  {
    id: '4.1-4',
    states: 'The last page has no paging.',
    async check({ client, survey }) {
      const last = survey.pages.at(-1);
      if (survey.ends === 'cyclic') return reportBroken('a last page leads back to an earlier one');
      if (survey.ends === 'truncated' || !last) return reportUntried('the list is longer than the survey');
      const page = await client.list(last.target.slice(last.target.indexOf('?') + 1));
      const paging = getMember(page.body, 'paging', 'next');
      return judge(paging === undefined ? [] : [`${describe(page)}: next is there`], describe(page));
    },
  },
  {
    id: '4.1-5',
    states: 'properties is a list of names joined by commas, whether or not they are percent-encoded.',
    async check({ client }) {
      const encoded = await client.list(`limit=3&properties=${PROPERTIES.join('%2C')}`);
      const plain = await client.list(`limit=3&properties=${PROPERTIES.join(',')}`);
      const writeValues = (page: Exchange) => JSON.stringify(getRecords(page).map(({ properties }) => properties));
      const isSame = writeValues(encoded) === writeValues(plain) && encoded.status === 200;
      return judge(isSame ? [] : [`the answers differ: ${describe(encoded)}; ${describe(plain)}`], describe(encoded));
    },
  },
  {
    id: '4.1-6',
    states: 'The list refuses only with 401, 403, 429, 500 or 503.',
    async check({ client }) {
      const exchanges = await Promise.all(
        ['limit=many', 'limit=0', 'limit=1000000', 'after=no-cursor'].map((query) => client.list(query)),
      );
      const invalid = exchanges.filter(({ status }) => status >= 400 && ![401, 403, 429, 500, 503].includes(status));
      return judge(invalid.map(describe), exchanges.map(describe).join('; '));
    },
  },
];
