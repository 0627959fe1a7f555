/** Section 4.3: matching and sorting of a search. */
import { listNames, TITLE_PROPERTY } from '../catalogue.ts';
import { describe, getId, getIds, isSet, getRecords, getValue, type JsonObject } from '../answers.ts';
import { reportBroken, reportHeld, judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import { NONSENSE, sortDescending, getTotal, filterByWord } from './requests.ts';

async function judgeOrder(
  { client }: Run,
  property: string,
  readSortValue: (record: JsonObject) => number | undefined,
): Promise<Verdict> {
  const page = await client.search({ limit: 200, properties: [property], sorts: sortDescending(property) });
  const readings = getRecords(page).flatMap((record) => {
    const reading = readSortValue(record);
    return reading === undefined || Number.isNaN(reading) ? [] : [{ reading, id: getId(record) }];
  });
  if (page.status !== 200) return reportBroken(describe(page));
  if (readings.length < 2) return reportUntried(`fewer than two records have ${property}`);
  const problems = readings.flatMap(({ reading, id }, index) => {
    const previous = readings[index - 1];
    return previous && previous.reading < reading ? [`record ${id} comes after ${previous.id}, which is less`] : [];
  });
  return judge(problems, `${readings.length} records by ${property}`);
}

function hasWord(record: JsonObject, word: string): boolean {
  const title = getValue(record, TITLE_PROPERTY);
  return typeof title === 'string' && title.toLowerCase().includes(word);
}

function wordRule(
  id: string,
  states: string,
  check: (word: string, record: JsonObject, run: Run) => Promise<Verdict>,
): Rule {
  return {
    id,
    states,
    check: (run) => {
      const { word, wordRecord } = run.survey;
      if (word === undefined || !wordRecord) return reportUntried('the surveyed titles have no word to search for');
      return check(word, wordRecord, run);
    },
  };
}

/** @returns the number property whose order as text differs most from its numeric order. */
function findDecisiveNumber({ survey }: Run): string | undefined {
  const candidates = listNames('number').map((name) => {
    const values = survey.records.map((record) => getValue(record, name)).filter(isSet);
    const texts = values.map((value) => JSON.stringify(value).replaceAll('"', '')).toSorted();
    return {
      name,
      count: values.length,
      drops: texts.filter((text, index) => Number(text) < Number(texts[index - 1])).length,
    };
  });
  const [first] = candidates.filter(({ count }) => count > 1).toSorted((a, b) => b.drops - a.drops);
  return first?.name;
}

const query = { limit: 200, properties: [TITLE_PROPERTY] };

export const matching: readonly Rule[] = [
  {
    id: '4.3-12',
    states: 'DESCENDING by sys_createdate returns the newest first.',
    check: (run) => judgeOrder(run, 'sys_createdate', ({ createdAt }) => Date.parse(String(createdAt))),
  },
  {
    id: '4.3-13',
    states: 'DESCENDING by sys_lastmodifieddate returns the latest change first.',
    check: (run) => judgeOrder(run, 'sys_lastmodifieddate', ({ updatedAt }) => Date.parse(String(updatedAt))),
  },
  {
    id: '4.3-14',
    states: 'DESCENDING by a number returns the largest first, compared as numbers and not as text.',
    check(run) {
      const name = findDecisiveNumber(run);
      if (name === undefined) return reportUntried('no surveyed record has a number');
      return judgeOrder(run, name, (record) => {
        const value = getValue(record, name);
        return isSet(value) ? Number(value) : undefined;
      });
    },
  },
  wordRule('4.3-15', 'CONTAINS_TOKEN finds only records with the word.', async (word, _record, { client }) => {
    const page = await client.search({ ...query, ...filterByWord(word) });
    const others = getRecords(page).filter((record) => !hasWord(record, word));
    return judge(
      others.map((record) => `record ${getId(record)} lacks "${word}"`),
      `"${word}": ${describe(page)}`,
    );
  }),
  wordRule('4.3-16', 'CONTAINS_TOKEN finds the record that has the word.', async (word, record, { client }) => {
    const page = await client.search({ ...query, ...filterByWord(word) });
    if (Number(getTotal(page)) > query.limit) return reportUntried(`${String(getTotal(page))} records have "${word}"`);
    return judge(
      getIds(page).includes(getId(record)) ? [] : [`"${word}": record ${getId(record)} is not found`],
      describe(page),
    );
  }),
  wordRule('4.3-17', 'CONTAINS_TOKEN ignores the case of a word.', async (word, _record, { client }) => {
    const [lower, upper] = await Promise.all(
      [word, word.toUpperCase()].map((spelling) => client.search({ limit: 1, ...filterByWord(spelling) })),
    );
    if (!lower || !upper) return reportUntried('no answer');
    const isSame = getTotal(lower) === getTotal(upper);
    return judge(isSame ? [] : [`${describe(lower)}; in capitals ${describe(upper)}`], describe(upper));
  }),
  {
    id: '4.3-18',
    states: 'A filter that matches no record returns total 0 and no results.',
    async check({ client }) {
      const page = await client.search({ limit: 5, ...filterByWord(NONSENSE) });
      const isEmpty = page.status === 200 && getTotal(page) === 0 && getRecords(page).length === 0;
      return judge(isEmpty ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '4.3-19',
    states: 'query searches the text: a word that no record has finds none.',
    async check({ client }) {
      const page = await client.search({ limit: 5, query: NONSENSE });
      const isEmpty = page.status === 200 && getTotal(page) === 0 && getRecords(page).length === 0;
      return judge(isEmpty ? [] : [describe(page)], describe(page));
    },
  },
  {
    id: '4.3-20',
    states: 'query finds records by a word in them.',
    async check({ client, survey }) {
      const texts = listNames('text').map((name) => survey.records.map((record) => getValue(record, name)).find(isSet));
      const words = new Set(
        texts.flatMap((text) => (typeof text === 'string' ? (/\p{L}{4,}/u.exec(text)?.[0].toLowerCase() ?? []) : [])),
      );
      if (words.size === 0) return reportUntried('the surveyed records have no words');
      const all = Number(getTotal(await client.search({ limit: 1 })));
      for (const word of words) {
        const page = await client.search({ limit: 5, query: word });
        const total = Number(getTotal(page));
        if (total > all) return reportBroken(`"${word}" finds ${total} of ${all}`);
        if (total > 0 && getRecords(page).length > 0) return reportHeld(`"${word}" finds ${total} of ${all}`);
      }
      return reportBroken(`none of ${[...words].join(', ')} finds a record`);
    },
  },
];
