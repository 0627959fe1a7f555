/** English for a table of names to import: what is wrong with a line, each half a sentence. */

export const namesTableTexts = {
  fileName: (workspace: string) => `names ${workspace}`,
  problem: (file: string, where: string, what: string, more: number) =>
    `In ${file}, ${where}: ${what}${more === 0 ? '' : `, and ${more} more to correct`}`,
  lineAt: (line: number) => `line ${line}`,
  empty: 'it has no header line',
  noWorkbook: 'it is no workbook that can be read; save it as XLSX or CSV',
  noRows: 'there is nothing below the header line',
  unknownColumns: (names: readonly string[], known: readonly string[]) =>
    `no column is called ${names.map((name) => `"${name}"`).join(' or ')}; the columns are ${known.join(', ')}`,
  columnTwice: (name: string) => `the column ${name} appears twice`,
  noIdColumn: 'it needs a column id or owner_id',
  noKindColumn: 'it needs a column kind, because id alone does not say of what; or call the column owner_id',
  unknownKind: (kind: string, kinds: readonly string[]) => `kind "${kind}" is not one of ${kinds.join(', ')}`,
  noId: 'the id is missing',
  unknownId: (id: string) => `no record has the id "${id}", so say above what the lines are of`,
  mangledId: (id: string) =>
    `"${id}" is an id that a spreadsheet has rounded: write the column as text and fill it again`,
  noName: 'the name is missing',
  nul: (column: string) => `the column ${column} holds the character NUL`,
  newWithoutName: (id: string) => `${id} is not in the directory yet, so it needs a name`,
  twice: (id: string, first: string) => `${id} is already on ${first}`,
  foreign: (column: string, kind: string) => `${column} does not belong to a ${kind}`,
  tooLong: (column: string, most: number) => `${column} is longer than ${most} characters`,
  weeklyHours: (given: string) => `weekly_hours "${given}" is not a number of hours from 0 to 168, such as 38.5`,
  day: (column: string, given: string) => `${column} "${given}" is not a date, such as 2026-11-21`,
  absences: (given: string) =>
    `absences "${given}" are no days away, such as 2026-12-24..2026-12-31 holiday; 2026-11-02 sick`,
  backwards: 'active_to is before active_from',
  cells: (found: number, wanted: number) =>
    `it has ${found === 1 ? '1 cell' : `${found} cells`}, and the header line has ${wanted}`,
  nearCurrency: (given: string, inUse: string) =>
    `The currency "${given}" differs from "${inUse}" by case or blanks only: their amounts are not added up.`,
  quotes: 'a quotation mark is not closed or is in the wrong place',
  notUtf8: 'it is not UTF-8 text',
  notJson: (problem: string) => `it is not readable as JSON (${problem})`,
};
