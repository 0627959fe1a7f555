/** Sections 4.3 and 8: pages, totals and the limit of a search. */
import { getCursor, describe, getIds, getMember, getRecords, shorten } from '../answers.ts';
import { judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../client.ts';
import { PROPERTIES, newestFirst, getTotal, filterByWord } from './requests.ts';

const MAX_RECORDS = 200;
const MAX_WALKED = 400;
const WALK_PAGES = 4;

function recordsRule(id: string, count: number, states: string, check: (run: Run) => Promise<Verdict>): Rule {
  return {
    id,
    states,
    check: (run) =>
      run.survey.records.length < count ? reportUntried(`the service has fewer than ${count} records`) : check(run),
  };
}

/** Compares two pages of 2 with one page of 4 in the same order. */
async function judgeJoinedPages(run: Run, toAfter: (cursor: string) => string | number): Promise<Verdict> {
  const order = { sorts: newestFirst, properties: PROPERTIES };
  const singlePage = await run.client.search({ limit: 4, ...order });
  const first = await run.client.search({ limit: 2, ...order });
  const second = await run.client.search({ limit: 2, after: toAfter(getCursor(first) ?? ''), ...order });
  const joined = [...getIds(first), ...getIds(second)];
  const isSame = joined.join() === getIds(singlePage).join() && joined.length === 4;
  return judge(
    isSame
      ? []
      : [
          `two pages of 2 have ${joined.join(', ')}; one of 4 has ${getIds(singlePage).join(', ')}; ${describe(second)}`,
        ],
    `${describe(second)}, after ${JSON.stringify(toAfter(getCursor(first) ?? ''))}`,
  );
}

async function walkPages(run: Run, word: string, limit: number): Promise<{ ids: string[]; pages: Exchange[] }> {
  const ids: string[] = [];
  const pages: Exchange[] = [];
  let after: string | undefined;
  do {
    const page: Exchange = await run.client.search({
      limit,
      ...filterByWord(word),
      sorts: newestFirst,
      ...(after === undefined ? {} : { after }),
    });
    pages.push(page);
    ids.push(...getIds(page));
    after = getCursor(page);
  } while (after !== undefined && ids.length < MAX_WALKED + 100 && pages.length < WALK_PAGES * 3);
  return { ids, pages };
}

function walkRule(id: string, states: string, check: (walk: { ids: string[]; pages: Exchange[] }) => Verdict): Rule {
  return {
    id,
    states,
    async check(run) {
      const { word } = run.survey;
      if (word === undefined) return reportUntried('the surveyed titles have no word to search for');
      const total = getTotal(await run.client.search({ limit: 1, ...filterByWord(word) }));
      if (typeof total === 'number' && total > MAX_WALKED)
        return reportUntried(`${total} records have the word "${word}"`);
      return check(await walkPages(run, word, Math.ceil(Number(total) / WALK_PAGES) || 1));
    },
  };
}

export const search: readonly Rule[] = [
  {
    id: '4.3-1',
    states: 'The answer has the array results and the whole number total.',
    async check({ client }) {
      const page = await client.search({});
      const isValid =
        Array.isArray(getMember(page.body, 'results')) &&
        Number.isInteger(getTotal(page)) &&
        Number(getTotal(page)) >= 0;
      return judge(isValid ? [] : [`${describe(page)}: total ${JSON.stringify(getTotal(page))}`], describe(page));
    },
  },
  recordsRule(
    '4.3-2',
    7,
    'A page has as many records as limit allows, as long as there are enough.',
    async ({ client }) => {
      const pages = await Promise.all([1, 3, 7].map((limit) => client.search({ limit })));
      const invalid = pages.filter((page, index) => getRecords(page).length !== [1, 3, 7][index]);
      return judge(invalid.map(describe), pages.map(describe).join('; '));
    },
  ),
  {
    id: '4.3-3',
    states: `A limit of ${MAX_RECORDS} is accepted.`,
    async check({ client }) {
      const page = await client.search({ limit: MAX_RECORDS });
      const all = Math.min(MAX_RECORDS, Number(getTotal(page)));
      return judge(page.status === 200 && getRecords(page).length === all ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '8-1',
    states: `A search never returns more than ${MAX_RECORDS} records, regardless of limit.`,
    async check({ client }) {
      const page = await client.search({ limit: MAX_RECORDS + 1 });
      return judge(getRecords(page).length > MAX_RECORDS ? [describe(page)] : [], describe(page));
    },
  },
  recordsRule('4.3-4', 3, 'paging.next.after is present as long as there are more results.', async ({ client }) => {
    const page = await client.search({ limit: 2 });
    return judge(getCursor(page) === undefined ? [`${describe(page)}: no next.after`] : [], describe(page));
  }),
  walkRule('4.3-5', 'The last page of a search has no paging.', ({ pages, ids }) => {
    const last = pages.at(-1);
    const isEnd = last && getCursor(last) === undefined && getMember(last.body, 'paging', 'next') === undefined;
    return judge(isEnd ? [] : [`no end after ${ids.length} records`], `${pages.length} pages`);
  }),
  walkRule('4.3-6', 'total is the number of matching records.', ({ pages, ids }) => {
    const totals = new Set(pages.map(getTotal));
    const isValid = totals.size === 1 && totals.has(new Set(ids).size);
    const evidence = `the pages say ${[...totals].join(', ')} and hold ${new Set(ids).size}`;
    return judge(isValid ? [] : [evidence], evidence);
  }),
  walkRule('4.3-7', 'No record occurs twice in the pages of a search.', ({ ids }) =>
    judge(
      new Set(ids).size === ids.length ? [] : [`${ids.length - new Set(ids).size} repeated`],
      `${ids.length} records`,
    ),
  ),
  recordsRule('4.3-8', 4, 'after accepts a cursor as a string.', (run) => judgeJoinedPages(run, String)),
  recordsRule('4.3-9', 4, 'after accepts a cursor as a number.', async (run) => {
    const cursor = getCursor(await run.client.search({ limit: 2 })) ?? '';
    return Number.isSafeInteger(Number(cursor)) && cursor !== ''
      ? judgeJoinedPages(run, Number)
      : reportUntried(`the cursor ${JSON.stringify(cursor)} is not a number`);
  }),
  recordsRule('4.3-10', 3, 'A search returns no link, or one to this service.', async ({ client, publicUrl }) => {
    const page = await client.search({ limit: 2 });
    const link = getMember(page.body, 'paging', 'next', 'link');
    const isForeign = link !== undefined && !(typeof link === 'string' && link.startsWith(`${publicUrl}/`));
    return judge(isForeign ? [`a link to ${shorten(JSON.stringify(link))}`] : [], describe(page));
  }),
  recordsRule('4.3-11', 7, 'total does not depend on limit.', async ({ client }) => {
    const totals: unknown[] = [];
    for (const limit of [1, 7, 2, 1]) totals.push(getTotal(await client.search({ limit })));
    if (totals[0] !== totals.at(-1)) return reportUntried('the data changed meanwhile');
    const evidence = `limits of 1, 7 and 2 have the totals ${totals.slice(0, 3).join(', ')}`;
    return judge(new Set(totals).size === 1 ? [] : [evidence], evidence);
  }),
];
