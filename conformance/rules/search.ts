/** Section 4.3: pages and totals of a search, and its limit (section 8). */
import { cursorIn, describe, idsIn, member, recordsIn, shorten } from '../answers.ts';
import { judge, untried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../wire.ts';
import { FEW } from './requests.ts';
import { newestFirst, totalIn, whereWord } from './searches.ts';

const MOST = 200;
const WALKED = 400;
const WALK_PAGES = 4;

function onRecords(id: string, count: number, states: string, check: (run: Run) => Promise<Verdict>): Rule {
  return {
    id,
    states,
    check: (run) =>
      run.survey.records.length < count ? untried(`the service has fewer than ${count} records`) : check(run),
  };
}

/** A cursor is good for one more page: two pages of 2 and one of 4 in one order. */
async function joinPages(run: Run, toAfter: (cursor: string) => string | number): Promise<Verdict> {
  const order = { sorts: newestFirst, properties: FEW };
  const whole = await run.wire.search({ limit: 4, ...order });
  const first = await run.wire.search({ limit: 2, ...order });
  const second = await run.wire.search({ limit: 2, after: toAfter(cursorIn(first) ?? ''), ...order });
  const joined = [...idsIn(first), ...idsIn(second)];
  const same = joined.join() === idsIn(whole).join() && joined.length === 4;
  return judge(
    same
      ? []
      : [`two pages of 2 have ${joined.join(', ')}; one of 4 has ${idsIn(whole).join(', ')}; ${describe(second)}`],
    `${describe(second)}, after ${JSON.stringify(toAfter(cursorIn(first) ?? ''))}`,
  );
}

/** Follows a search for a word to its end. */
async function walk(run: Run, word: string, limit: number): Promise<{ ids: string[]; pages: Exchange[] }> {
  const ids: string[] = [];
  const pages: Exchange[] = [];
  let after: string | undefined;
  do {
    const page: Exchange = await run.wire.search({
      limit,
      ...whereWord(word),
      sorts: newestFirst,
      ...(after === undefined ? {} : { after }),
    });
    pages.push(page);
    ids.push(...idsIn(page));
    after = cursorIn(page);
  } while (after !== undefined && ids.length < WALKED + 100 && pages.length < WALK_PAGES * 3);
  return { ids, pages };
}

function onWalk(id: string, states: string, check: (walked: { ids: string[]; pages: Exchange[] }) => Verdict): Rule {
  return {
    id,
    states,
    async check(run) {
      const { word } = run.survey;
      if (word === undefined) return untried('the surveyed titles have no word to search for');
      const total = totalIn(await run.wire.search({ limit: 1, ...whereWord(word) }));
      if (typeof total === 'number' && total > WALKED) return untried(`${total} records have the word "${word}"`);
      return check(await walk(run, word, Math.ceil(Number(total) / WALK_PAGES) || 1));
    },
  };
}

export const search: readonly Rule[] = [
  {
    id: '4.3-1',
    states: 'The answer has the array results and the whole number total.',
    async check({ wire }) {
      const page = await wire.search({});
      const right =
        Array.isArray(member(page.body, 'results')) && Number.isInteger(totalIn(page)) && Number(totalIn(page)) >= 0;
      return judge(right ? [] : [`${describe(page)}: total ${JSON.stringify(totalIn(page))}`], describe(page));
    },
  },
  onRecords('4.3-2', 7, 'A page has as many records as limit says, while there are so many.', async ({ wire }) => {
    const pages = await Promise.all([1, 3, 7].map((limit) => wire.search({ limit })));
    const wrong = pages.filter((page, index) => recordsIn(page).length !== [1, 3, 7][index]);
    return judge(wrong.map(describe), pages.map(describe).join('; '));
  }),
  {
    id: '4.3-3',
    states: `A limit of ${MOST} is taken.`,
    async check({ wire }) {
      const page = await wire.search({ limit: MOST });
      const all = Math.min(MOST, Number(totalIn(page)));
      return judge(page.status === 200 && recordsIn(page).length === all ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '8-1',
    states: `A search never answers more than ${MOST} records, whatever limit says.`,
    async check({ wire }) {
      const page = await wire.search({ limit: MOST + 1 });
      return judge(recordsIn(page).length > MOST ? [describe(page)] : [], describe(page));
    },
  },
  onRecords('4.3-4', 3, 'paging.next.after is there while more results exist.', async ({ wire }) => {
    const page = await wire.search({ limit: 2 });
    return judge(cursorIn(page) === undefined ? [`${describe(page)}: no next.after`] : [], describe(page));
  }),
  onWalk('4.3-5', 'The last page of a search has no paging.', ({ pages, ids }) => {
    const last = pages.at(-1);
    const ended = last && cursorIn(last) === undefined && member(last.body, 'paging', 'next') === undefined;
    return judge(ended ? [] : [`no end after ${ids.length} records`], `${pages.length} pages`);
  }),
  onWalk('4.3-6', 'total is the number of matching records.', ({ pages, ids }) => {
    const totals = new Set(pages.map(totalIn));
    const right = totals.size === 1 && totals.has(new Set(ids).size);
    const told = `the pages say ${[...totals].join(', ')} and hold ${new Set(ids).size}`;
    return judge(right ? [] : [told], told);
  }),
  onWalk('4.3-7', 'A walk through the pages meets no record twice.', ({ ids }) =>
    judge(
      new Set(ids).size === ids.length ? [] : [`${ids.length - new Set(ids).size} repeated`],
      `${ids.length} records`,
    ),
  ),
  onRecords('4.3-8', 4, 'after takes a cursor as text.', (run) => joinPages(run, String)),
  onRecords('4.3-9', 4, 'after takes a cursor as a number.', async (run) => {
    const cursor = cursorIn(await run.wire.search({ limit: 2 })) ?? '';
    return Number.isSafeInteger(Number(cursor)) && cursor !== ''
      ? joinPages(run, Number)
      : untried(`the cursor ${JSON.stringify(cursor)} is no number`);
  }),
  onRecords('4.3-10', 3, 'A search answers no link, or one to this service.', async ({ wire, publicUrl }) => {
    const page = await wire.search({ limit: 2 });
    const link = member(page.body, 'paging', 'next', 'link');
    const foreign = link !== undefined && !(typeof link === 'string' && link.startsWith(`${publicUrl}/`));
    return judge(foreign ? [`a link to ${shorten(JSON.stringify(link))}`] : [], describe(page));
  }),
  onRecords('4.3-11', 7, 'total does not depend on limit.', async ({ wire }) => {
    const totals: unknown[] = [];
    for (const limit of [1, 7, 2, 1]) totals.push(totalIn(await wire.search({ limit })));
    if (totals[0] !== totals.at(-1)) return untried('the data changed meanwhile');
    const told = `limits of 1, 7 and 2 have the totals ${totals.slice(0, 3).join(', ')}`;
    return judge(new Set(totals).size === 1 ? [] : [told], told);
  }),
];
