/** What data the service has, found by listing: every rule works with these records and names none of its own. */
import { declaredNames, TITLE_PROPERTY } from './catalogue.ts';
import { cursorIn, idOf, recordsIn, valueIn, type Fields } from './answers.ts';
import { CouldNotRun, type Exchange, type Wire } from './wire.ts';

export interface Survey {
  /** As listed, with every declared property. */
  readonly records: readonly Fields[];
  /** The pages themselves. */
  readonly pages: readonly Exchange[];
  /** Whether the pages hold every record the list has, only its first ones, or lead back to where they were. */
  readonly ends: 'whole' | 'longer' | 'circle';
  /** The list refuses pages of 100: it was read in small ones. */
  readonly smallPages: boolean;
  /** A word that some titles have and others lack; the record it comes from is `wordRecord`. */
  readonly word?: string;
  readonly wordRecord?: Fields;
}

const PAGES = 4;
const PAGE = 100;
const SMALL_PAGE = 10;
/** A search for a word is walked in several pages. */
const A_FEW = 4;

/** @throws CouldNotRun where the key is refused. */
export async function surveyRecords(wire: Wire): Promise<Survey> {
  const properties = declaredNames.join(',');
  const pages: Exchange[] = [];
  const cursors = new Set<string>();
  let after: string | undefined;
  let limit = PAGE;
  let ends: Survey['ends'] = 'longer';
  do {
    const cursor: Record<string, string> = after === undefined ? {} : { after };
    const page = await wire.list({ limit: String(limit), properties, ...cursor });
    refuseKey(page);
    if (page.status >= 400 && limit === PAGE && pages.length === 0) {
      limit = SMALL_PAGE;
      continue;
    }
    pages.push(page);
    after = cursorIn(page);
    if (after !== undefined && cursors.has(after)) ends = 'circle';
    else if (after === undefined) ends = 'whole';
    else cursors.add(after);
  } while (ends === 'longer' && pages.length < PAGES);
  const records = dropRepeats(pages.flatMap(recordsIn));
  return { records, pages, ends, smallPages: limit === SMALL_PAGE, ...findWord(records) };
}

function refuseKey({ status }: Exchange): void {
  if (status === 401) throw new CouldNotRun('The service does not know this key (401): give a valid one.');
  if (status === 403) throw new CouldNotRun('This key is deactivated (403): give an active one.');
  if (status === 429)
    throw new CouldNotRun('The quota of this key is used up (429): try again after its reset, or with another key.');
}

function dropRepeats(records: readonly Fields[]): readonly Fields[] {
  return [...new Map(records.map((record) => [idOf(record), record])).values()];
}

/** The rarest plain word of the titles that a few records have, or at least one; never one that all of them have. */
function findWord(records: readonly Fields[]): Pick<Survey, 'word' | 'wordRecord'> {
  const found = new Map<string, Fields[]>();
  for (const record of records)
    for (const word of wordsOfTitle(record)) found.set(word, [...(found.get(word) ?? []), record]);
  const some = [...found].filter(([, having]) => having.length < records.length);
  const sorted = some.toSorted(([, a], [, b]) => a.length - b.length);
  const chosen = sorted.find(([, having]) => having.length >= A_FEW) ?? sorted.at(-1);
  const wordRecord = chosen?.[1][0];
  return chosen && wordRecord ? { word: chosen[0], wordRecord } : {};
}

function wordsOfTitle(record: Fields): ReadonlySet<string> {
  const title = valueIn(record, TITLE_PROPERTY);
  return new Set(typeof title === 'string' ? title.toLowerCase().match(/\b[a-z]{4,}\b/g) : []);
}
