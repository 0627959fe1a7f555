/** English of what the editor of a filter says about the values that are typed. */
import { records } from '../counts.ts';

export const filterEditorTexts = {
  inZone: (label: string, zone: string) => `${label} (${zone})`,
  twoMeanings: (text: string, whole: string, decimal: string) =>
    `“${text}” can be ${whole} or ${decimal}: write it as ${whole}, or with another digit after the decimal mark (${decimal}0).`,
  noDay: (text: string, example: string) => `“${text}” is no day: write one like ${example}.`,
  noTime: (text: string, example: string) => `“${text}” is no time: write one like ${example}.`,
  calendar: (field: string) => `${field}: choose a day in the calendar`,
  noSuchTime: (text: string, zone: string) =>
    `${text} does not exist in ${zone}, or comes twice there when the clock is changed: choose another minute.`,
} as const;

// English for filters as text: the form in which the service takes them.

export const jsonFilterTexts = {
  title: 'Filters as JSON',
  command: 'Copies, pastes or changes the filters of this screen as text',
  label: 'filterGroups',
  detail: 'As in a search of the service: groups are alternatives, filters of one group must all hold.',
  pasted: 'The pasted filters are applied.',
  notJson: 'This is not JSON: paste filterGroups as a search request has them.',
  notGroups: (where: string) =>
    `This does not have the form of filterGroups${where === '' ? '' : ` (at ${where})`}: write [{"filters": [{"propertyName": …, "operator": …, "value": …}]}].`,
  problem: (where: string, what: string) => `In ${where}: ${what}.`,
};

// English for a view in which nothing is: why, and in which period or with which words there would be something.

export const nothingTexts = {
  empty: 'No record matches',
  emptyDetail: 'No record of the period matches every condition.',
  /** @param period its name: `October 2026` */
  inPeriod: (period: string) => `Nothing in ${period}`,
  finds: (count: string, period: string) => `These filters find ${records(count)} in ${period}.`,
  are: (records: string, period: string) =>
    records === '1' ? `There is one record in ${period}.` : `There are ${records} records in ${period}.`,
  nowhere: 'These filters find no record in any period.',
  nothingFound: (text: string) => `Nothing found for “${text}”`,
  searchedWhat: (period: string, isAll: boolean) =>
    `Searched: title, description, category, service, person, client, object, record id and object id of ${isAll ? 'all records' : `the records of ${period}`}. Words are found inside of words, ids by how they begin, and names with one wrong letter.`,
  fewer: (words: string, kept: string, of: string, matches: string) =>
    `“${words}” (${kept} of ${of} words): ${records(matches)}`,
  show: (period: string) => `Show ${period}`,
  searchAllTime: 'Search all time',
  allTime: 'Show all time',
  clear: 'Remove all filters',
} as const;

// English for a value in a filter that no record has.

const perhaps = (near: string | null) => (near === null ? '.' : `; did you mean ${near}?`);
const quoted = (text: string) => `“${text}”`;

export const unheldTexts = {
  quoted,
  /** An id and the name it stands for. */
  named: (value: string, name: string) => `${value} (${name})`,
  noClient: (value: string, near: string | null) => `No client is called ${quoted(value)}${perhaps(near)}`,
  noTeam: (value: string, near: string | null) => `No team is called ${quoted(value)}${perhaps(near)}`,
  /** A client or team of the directory. */
  noRecord: (label: string, value: string) => `No record here belongs to the ${label.toLowerCase()} ${quoted(value)}.`,
  none: (label: string, value: string, near: string | null) =>
    `No record here has ${quoted(value)} as its ${label.toLowerCase()}${perhaps(near)}`,
  fewer: (words: string, kept: string, of: string, matches: string) =>
    `No record has all ${of} words of the search; ${quoted(words)} (${kept} of ${of}) finds ${records(matches)}.`,
  taken: (word: string, name: string) =>
    `No record and no name has ${quoted(word)}; it is taken for ${quoted(name)}, one letter away.`,
  several: (word: string, names: readonly string[]) =>
    `No record and no name has ${quoted(word)}; did you mean ${names.map(quoted).join(' or ')}?`,
  use: (near: string) => `Use ${near}`,
} as const;
