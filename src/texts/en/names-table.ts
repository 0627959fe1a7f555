/** English for a table of names to import: what is wrong with a line, each half a sentence. */

export const namesTableTexts = {
  fileName: (workspace: string) => `names ${workspace}`,
  problem: (file: string, where: string, what: string, more: number) =>
    `In ${file}, ${where}: ${what}${more === 0 ? '' : `, and ${more} more to correct`}`,
  lineAt: (line: number) => `line ${line}`,
  noRows: 'there is nothing below it',
  columnAt: (number: number) => `column ${number}`,
  /** Why a person has to say what the columns are. */
  noIdColumn: 'no column holds ids that records here have',
  idsUnknown: (column: string) => `no record here has an id from ${column}`,
  severalIds: (columns: readonly string[]) => `the ids may be ${columns.join(' or ')}`,
  noNames: (columns: readonly string[]) =>
    columns.length === 0 ? 'no column holds names' : `the names may be ${columns.join(' or ')}`,
  columnTwice: (columns: readonly string[], field: string) => `${columns.join(' and ')} may both be ${field}`,
  noColumn: (name: string, heads: readonly string[]) =>
    `no column is called "${name}"; they are ${heads.length === 0 ? 'numbers from 1' : heads.map((head) => `"${head}"`).join(', ')}`,
  noField: (word: string, fields: readonly string[]) => `"${word}" is none of ${fields.join(', ')}`,
  fieldTwice: (field: string) => `"${field}" is said of two columns: say it of one`,
  unknownKind: (kind: string, kinds: readonly string[]) => `kind "${kind}" is not one of ${kinds.join(', ')}`,
  noId: 'the id is missing',
  unknownId: (id: string) => `no record has the id "${id}", so say what the lines are of`,
  damagedId: (id: string) =>
    `"${id}" is an id that a spreadsheet has changed, and its digits do not tell which: write the column as text and fill it again`,
  repaired: (text: string, id: string) => `"${text}" is read as the id ${id}`,
  noName: 'the name is missing',
  failed: (column: string, text: string) => `${column} is ${text}, a formula that failed`,
  nul: (column: string) => `the column ${column} holds the character NUL`,
  newWithoutName: (id: string) => `${id} is not in the directory yet, so it needs a name`,
  twice: (id: string, first: string) => `${id} is already on ${first}`,
  foreign: (column: string, kind: string) => `${column} does not belong to a ${kind}`,
  tooLong: (column: string, most: number) => `${column} is longer than ${most} characters`,
  weeklyHours: (text: string) =>
    `weekly_hours "${text}" is not a number of hours from 0 to 168, such as 40; 20 from 2026-10-01`,
  day: (column: string, text: string) => `${column} "${text}" is not a date, such as 2026-11-21`,
  eitherDay: (column: string, text: string) =>
    `${column} "${text}" can be read as two dates: write the year first, such as 2026-11-21, or leave the column out`,
  absences: (text: string) =>
    `absences "${text}" are no days away, such as 2026-12-24..2026-12-31 holiday; 2026-11-02 sick`,
  backwards: 'active_to is before active_from',
  cells: (cells: number, heads: number) =>
    `it has ${cells === 1 ? '1 cell' : `${cells} cells`}, and the list has ${heads} columns`,
  nearCurrency: (currency: string, inUse: string) =>
    `The currency "${currency}" differs from "${inUse}" by case or blanks only: their amounts are not added up.`,
  notUtf8: 'it is not UTF-8 text',
  notJson: (problem: string) => `it is not readable as JSON (${problem})`,
};
