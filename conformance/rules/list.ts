/** Sections 2.3 and 4.1: the list and its links. */
import { cursorIn, describe, idsIn, member, recordsIn, shorten } from '../answers.ts';
import { broken, judge, untried, type Rule, type Run, type Verdict } from '../rule.ts';
import { LIST, type Exchange } from '../wire.ts';
import { FEW } from './requests.ts';

const NEEDS = (count: number) => untried(`the list has fewer than ${count} records`);

function has({ survey }: Run, count: number): boolean {
  return survey.records.length >= count;
}

function linkIn({ body }: Exchange): URL | undefined {
  const link = member(body, 'paging', 'next', 'link');
  return typeof link === 'string' && URL.canParse(link) ? new URL(link) : undefined;
}

/** A page whose address has every parameter that the interface shows. */
function firstPage({ wire }: Run, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
  return wire.list({ limit: '2', properties: FEW.join(',') }, { headers });
}

function onLink(
  id: string,
  states: string,
  check: (link: URL, page: Exchange, run: Run) => Verdict | Promise<Verdict>,
): Rule {
  return {
    id,
    states,
    async check(run) {
      if (!has(run, 3)) return NEEDS(3);
      const page = await firstPage(run);
      const link = linkIn(page);
      return link ? check(link, page, run) : broken(`${describe(page)}: no next.link`);
    },
  };
}

function addressProblems(link: URL, { publicUrl }: Run): string[] {
  const address = link.origin + link.pathname;
  return address === publicUrl + LIST ? [] : [`the link goes to ${shorten(address)}, not to ${publicUrl}${LIST}`];
}

export const list: readonly Rule[] = [
  {
    id: '2.3-1',
    states: 'next and its after (a string or number) are there while a further page exists.',
    async check(run) {
      if (!has(run, 3)) return NEEDS(3);
      const page = await firstPage(run);
      return judge(cursorIn(page) === undefined ? [`${describe(page)}: no next.after`] : [], describe(page));
    },
  },
  onLink('2.3-2', "The next page's link is a full address of the list on this service.", (link, _page, run) =>
    judge(addressProblems(link, run), link.origin + link.pathname),
  ),
  onLink('2.3-3', 'The link has the original query parameters.', (link) => {
    const kept = link.searchParams.get('limit') === '2' && link.searchParams.get('properties') === FEW.join(',');
    return judge(kept ? [] : [`the link asks ${link.search}`], link.search);
  }),
  onLink('2.3-4', "The link has the next page's cursor, once.", (link, page) => {
    const cursors = link.searchParams.getAll('after');
    const right = cursors.length === 1 && cursors[0] === cursorIn(page);
    return judge(
      right ? [] : [`the link has after=${cursors.join(', after=')}, next.after is ${cursorIn(page)}`],
      link.search,
    );
  }),
  onLink('2.3-5', 'The link leads to the page that next.after leads to.', async (link, page, { wire }) => {
    const byLink = await wire.list(link.search.slice(1));
    const byCursor = await wire.list({ limit: '2', properties: FEW.join(','), after: cursorIn(page) ?? '' });
    const same = idsIn(byLink).join() === idsIn(byCursor).join() && idsIn(byLink).length > 0;
    return judge(
      same ? [] : [`the link has ${idsIn(byLink).join(', ')}; the cursor ${idsIn(byCursor).join(', ')}`],
      `${describe(byLink)}; ${describe(byCursor)}`,
    );
  }),
  {
    id: '2.3-6',
    states: 'The link of a later page has the later cursor in place of the earlier one.',
    async check(run) {
      if (!has(run, 4)) return NEEDS(4);
      const first = await run.wire.list({ limit: '1' });
      const second = await run.wire.list({ limit: '1', after: cursorIn(first) ?? '' });
      const cursors = linkIn(second)?.searchParams.getAll('after') ?? [];
      const right = cursors.length === 1 && cursors[0] === cursorIn(second) && cursors[0] !== cursorIn(first);
      return judge(right ? [] : [`the second page's link has after=${cursors.join(', after=')}`], describe(second));
    },
  },
  {
    id: '1-5',
    states: 'Links name the service itself, whatever a caller says in forwarding headers.',
    async check(run) {
      if (!has(run, 3)) return NEEDS(3);
      const page = await firstPage(run, {
        'x-forwarded-host': 'elsewhere.example.test',
        'x-forwarded-proto': 'ftp',
        'x-forwarded-prefix': '/elsewhere',
        forwarded: 'host=elsewhere.example.test;proto=ftp',
      });
      const link = linkIn(page);
      return judge(link ? addressProblems(link, run) : [`${describe(page)}: no next.link`], link?.href ?? '');
    },
  },
  {
    id: '4.1-1',
    states: 'The answer is an object with the array results.',
    async check({ wire }) {
      const page = await wire.list('');
      return judge(Array.isArray(member(page.body, 'results')) ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '4.1-2',
    states: 'A page has as many records as limit says, while there are so many.',
    async check(run) {
      if (!has(run, 7)) return NEEDS(7);
      const pages = await Promise.all(['1', '3', '7'].map((limit) => run.wire.list({ limit })));
      const wrong = pages.filter((page, index) => recordsIn(page).length !== [1, 3, 7][index]);
      return judge(wrong.map(describe), pages.map(describe).join('; '));
    },
  },
  {
    id: '4.1-3',
    states: 'Pages join without a record missing or repeated between them.',
    async check(run) {
      if (!has(run, 6)) return NEEDS(6);
      const whole = await run.wire.list({ limit: '6' });
      const joined: string[] = [];
      for (let after = '', page = 0; page < 3; page += 1) {
        const next = await run.wire.list({ limit: '2', ...(after === '' ? {} : { after }) });
        joined.push(...idsIn(next));
        after = cursorIn(next) ?? '';
      }
      const same = joined.join() === idsIn(whole).join();
      return judge(
        same ? [] : [`three pages of 2 have ${joined.join(', ')}; one of 6 has ${idsIn(whole).join(', ')}`],
        `${joined.length} records in three pages and in one`,
      );
    },
  },
  {
    id: '4.1-4',
    states: 'The last page has no paging.',
    async check({ wire, survey }) {
      const last = survey.pages.at(-1);
      if (survey.ends === 'circle') return broken('a last page leads back to an earlier one');
      if (survey.ends === 'longer' || !last) return untried('the list is longer than the survey');
      const page = await wire.list(last.target.slice(last.target.indexOf('?') + 1));
      const paging = member(page.body, 'paging', 'next');
      return judge(paging === undefined ? [] : [`${describe(page)}: next is there`], describe(page));
    },
  },
  {
    id: '4.1-5',
    states: 'properties is a list of names joined by commas, encoded in the address or not.',
    async check({ wire }) {
      const encoded = await wire.list(`limit=3&properties=${FEW.join('%2C')}`);
      const plain = await wire.list(`limit=3&properties=${FEW.join(',')}`);
      const values = (page: Exchange) => JSON.stringify(recordsIn(page).map(({ properties }) => properties));
      const same = values(encoded) === values(plain) && encoded.status === 200;
      return judge(same ? [] : [`the answers differ: ${describe(encoded)}; ${describe(plain)}`], describe(encoded));
    },
  },
  {
    id: '4.1-6',
    states: 'The list refuses with 401, 403, 429, 500 or 503 only.',
    async check({ wire }) {
      const seen = await Promise.all(
        ['limit=many', 'limit=0', 'limit=1000000', 'after=no-cursor'].map((query) => wire.list(query)),
      );
      const wrong = seen.filter(({ status }) => status >= 400 && ![401, 403, 429, 500, 503].includes(status));
      return judge(wrong.map(describe), seen.map(describe).join('; '));
    },
  },
];
