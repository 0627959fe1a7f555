/** English for names that are pasted or dropped as a table. */
import { plural } from '../counts.ts';

/** Why a list cannot be read: sentences that stand behind the file's name, too. */
export const tableTexts = {
  quotes: (line: number) => `A quotation mark in line ${line} is not closed or is in the wrong place`,
  tooLarge: 'It is too large for a list: save only the list as a file of its own',
  tooManyLines: (lines: string, most: string) => `It has ${lines} lines, and at most ${most} are read: split the list`,
  notText: 'It is neither a text file nor a workbook: save it as CSV or XLSX',
  unreadable: 'It cannot be read, because it was moved or changed: choose it again',
  noWorkbook: 'It cannot be read as a workbook: open it in a spreadsheet and save it as XLSX or CSV',
  farCell: (cell: string) =>
    `Cell ${cell} holds a value far from the list: remove it, or copy the list into a new sheet`,
  tooLong: 'Reading it takes too long: copy the list into a new sheet, or save it as CSV',
  empty: 'It holds no lines: copy the list with its ids',
};

export const importTexts = {
  open: 'Import',
  title: 'Import names',
  hint: 'Paste cells from a spreadsheet, or drop a CSV or XLSX file anywhere on this page. What its columns are is shown before anything is saved.',
  pasted: 'List of names',
  example: 'id\tname\tteam\n48213377\tAnna Keller\tTax',
  choose: 'Choose a file',
  of: 'Lines are of',
  hoursFrom: 'Hours hold from',
  hoursAlways: 'empty: for all time',
  asKnown: 'as recorded',
  column: (number: string) => `Column ${number}`,
  ignored: 'not read',
  sheet: 'Sheet',
  /** What becomes one with another column. */
  parts: { first_name: 'First name', last_name: 'Last name', hours_from: 'Hours from' },
  /** Of columns that were guessed. */
  confirm: 'They are right as they are',
  doubts: (doubts: readonly string[]) => `Say what the columns are: ${doubts.join('; ')}.`,
  notRead: (heads: readonly string[]) => `Not read: ${heads.join(', ')}`,
  restored: (some: readonly string[], more: string) => `${some.join('; ')}${more === '0' ? '' : `; and ${more} more`}`,
  unknown: (ids: string, some: readonly string[]) =>
    `${plural(ids, 'id belongs', 'ids belong')} to no record here: ${some.join(', ')}${ids === String(some.length) ? '' : ', …'}`,
  record: 'Newest record',
  set: (column: string, value: string) => `${column}: ${value}`,
  head: 'The first line names the columns',
  effects: { added: 'new', changed: 'changed', removed: 'removed', unchanged: 'as it is' },
  effect: 'Effect',
  before: '(none)',
  field: (column: string, before: string, after: string) => `${column}: ${before} → ${after}`,
  preview: 'What changes',
  refused: (count: string) => `${plural(count, 'line is', 'lines are')} refused, and left out:`,
  refusedAt: (where: string, what: string) => `${where}: ${what}`,
  sum: (added: string, changed: string, unchanged: string, refused: string) =>
    `${added} new, ${changed} changed, ${unchanged} as ${unchanged === '1' ? 'it is' : 'they are'}, ${refused} refused`,
  more: (count: string) => `and ${count} more`,
  save: (count: string) => `Save ${plural(count, 'name', 'names')}`,
  nothing: 'Nothing changes',
  clear: 'Start again',
};
