/** English for names that are pasted or dropped as a table. */

const plural = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`;

/** Why a table cannot be read. */
export const tableTexts = {
  quotes: (line: number) =>
    `A quotation mark in line ${line} is not closed or is in the wrong place. Correct it and try again.`,
  tooLarge: (file: string) => `${file} is over 20 MB, too large for a list. Save only the list as a file of its own.`,
  tooManyLines: (lines: string) => `It has ${lines} lines, and at most 50000 are read at once. Split the list.`,
  notText: (file: string) => `${file} is neither a text file nor a workbook. Save it as CSV or XLSX.`,
  noWorkbook: (file: string) =>
    `${file} cannot be read as a workbook. Open it in a spreadsheet and save it as XLSX or CSV.`,
  empty: 'It holds no lines. Copy the list with its ids.',
};

export const importTexts = {
  open: 'Import',
  title: 'Import names',
  hint: 'Paste cells from a spreadsheet, or drop a CSV or XLSX file anywhere on this page.',
  pasted: 'List of names',
  example: 'id\tname\tteam\n48213377\tAnna Keller\tTax',
  choose: 'Choose a file',
  of: 'Lines are of',
  asKnown: 'what the records say',
  column: (number: string) => `Column ${number}`,
  ignored: 'not read',
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
