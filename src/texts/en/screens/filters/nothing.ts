/** English for a view in which nothing is: why, and in which period or with which words there would be something. */
import { records as recordsText } from '../../counts.ts';

export const nothingTexts = {
  empty: 'No record matches',
  emptyDetail: 'No record of the period matches every condition.',
  /** @param period its name: `October 2026` */
  inPeriod: (period: string) => `Nothing in ${period}`,
  finds: (records: string, period: string) => `These filters find ${recordsText(records)} in ${period}.`,
  are: (records: string, period: string) =>
    records === '1' ? `There is one record in ${period}.` : `There are ${records} records in ${period}.`,
  nowhere: 'These filters find no record in any period.',
  nothingFound: (text: string) => `Nothing found for “${text}”`,
  searchedWhat: (period: string, isAll: boolean) =>
    `Searched: title, description, category, service, person, client, object, record id and object id of ${isAll ? 'all records' : `the records of ${period}`}. Words are found inside of words, ids by how they begin, and names with one wrong letter.`,
  fewer: (words: string, kept: string, of: string, records: string) =>
    `“${words}” (${kept} of ${of} words): ${recordsText(records)}`,
  show: (period: string) => `Show ${period}`,
  searchAllTime: 'Search all time',
  allTime: 'Show all time',
  clear: 'Remove all filters',
} as const;
