/** Lists some records before the rules run, because every rule works with the data of the service. */
import { declaredNames, TITLE_PROPERTY } from './catalogue.ts';
import { getCursor, getId, getRecords, getValue, type JsonObject } from './answers.ts';
import { CouldNotRun, type Exchange, type ServiceClient } from './client.ts';

export interface Survey {
  readonly records: readonly JsonObject[];
  readonly pages: readonly Exchange[];
  /** Whether the survey reached the end of the list, stopped before it, or met a cursor for the second time. */
  readonly ends: 'complete' | 'truncated' | 'cyclic';
  /** True when the list refuses pages of 100, so that the survey used small ones. */
  readonly smallPages: boolean;
  /** A word that some titles have and others lack; `wordRecord` has it. */
  readonly word?: string;
  readonly wordRecord?: JsonObject;
}

const MAX_PAGES = 4;
const PAGE_RECORDS = 100;
const SMALL_PAGE_RECORDS = 10;
/** A word with this many records fills multiple pages of a search. */
const FEW_RECORDS = 4;

export async function surveyRecords(client: ServiceClient): Promise<Survey> {
  const properties = declaredNames.join(',');
  const pages: Exchange[] = [];
  const cursors = new Set<string>();
  let after: string | undefined;
  let limit = PAGE_RECORDS;
  let ends: Survey['ends'] = 'truncated';
  do {
    const cursor: Record<string, string> = after === undefined ? {} : { after };
    const page = await client.list({ limit: String(limit), properties, ...cursor });
    throwOnRefusal(page);
    if (page.status >= 400 && limit === PAGE_RECORDS && pages.length === 0) {
      limit = SMALL_PAGE_RECORDS;
      continue;
    }
    pages.push(page);
    after = getCursor(page);
    if (after !== undefined && cursors.has(after)) ends = 'cyclic';
    else if (after === undefined) ends = 'complete';
    else cursors.add(after);
  } while (ends === 'truncated' && pages.length < MAX_PAGES);
  const records = removeDuplicates(pages.flatMap(getRecords));
  return { records, pages, ends, smallPages: limit === SMALL_PAGE_RECORDS, ...findWord(records) };
}

function throwOnRefusal({ status }: Exchange): void {
  if (status === 401) throw new CouldNotRun('The service does not know this key (401): give a valid one.');
  if (status === 403) throw new CouldNotRun('This key is deactivated (403): give an active one.');
  if (status === 429)
    throw new CouldNotRun('The quota of this key is used up (429): try again after its reset, or with another key.');
}

function removeDuplicates(records: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(records.map((record) => [getId(record), record])).values()];
}

/** Chooses the rarest title word with at least a few records, otherwise the most frequent one; never a word that all records have. */
function findWord(records: readonly JsonObject[]): Pick<Survey, 'word' | 'wordRecord'> {
  const recordsByWord = new Map<string, JsonObject[]>();
  for (const record of records)
    for (const word of splitTitle(record)) recordsByWord.set(word, [...(recordsByWord.get(word) ?? []), record]);
  const candidates = [...recordsByWord].filter(([, holders]) => holders.length < records.length);
  const sorted = candidates.toSorted(([, a], [, b]) => a.length - b.length);
  const commonWord = sorted.find(([, holders]) => holders.length >= FEW_RECORDS) ?? sorted.at(-1);
  const wordRecord = commonWord?.[1][0];
  return commonWord && wordRecord ? { word: commonWord[0], wordRecord } : {};
}

function splitTitle(record: JsonObject): ReadonlySet<string> {
  const title = getValue(record, TITLE_PROPERTY);
  return new Set(typeof title === 'string' ? title.toLowerCase().match(/\b[a-z]{4,}\b/g) : []);
}
