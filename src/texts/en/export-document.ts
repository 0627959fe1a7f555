/** English for what files that leave the program say beside their figures: titles, heads, facts for auditors, sheets. */

export const exportDocumentTexts = {
  records: 'Time logs',
  report: 'Report',
  /** Of one client or person. */
  recordsOf: (name: string) => `Time logs of ${name}`,
  statementOf: (name: string) => `Activity statement: ${name}`,
  reportOf: (title: string, name: string) => `${title}: ${name}`,
  findings: 'To check',
  findingsOf: (check: string) => `To check: ${check}`,
  /** These begin a file's name. */
  recordsFile: 'time-logs',
  statementFile: 'activity-statement',
  overviewFile: 'overview',
  overviewColumns: { figure: 'Figure', value: 'Value', before: 'Before', change: 'Change' },
  allTime: 'All of time',
  titleOf: (whose: string, what: string, period: string) => `${whose} — ${what}, ${period}`,
  /** Parts of sentences, without their full stop. */
  refusals: {
    group: (name: string) =>
      `A client's file cannot be grouped by ${name}: choose another group, or export for internal use`,
    nothing: "None of the report's measures may be in a client's file: choose others, or export for internal use",
    noColumn: "None of the columns may be in a client's file: choose others, or export for internal use",
    what: 'it must say either "records" or "report"',
    chart: (format: string) => `A ${format} file has no page to draw a chart on: leave it out, or choose PDF or HTML`,
    rates: 'Rates are a choice for a client\'s file: choose the audience "client" too, or leave them out',
    severalClients: (clients: number, withoutClient: boolean) =>
      `The file would tell its client of ${clients === 1 ? 'one client' : `${clients} clients`}${withoutClient ? ' and of records of none' : ''}: choose one client, write a pack with a file for each, or allow several clients (in the terminal --several-clients)`,
    again: '“Billed again” needs a file that bills its records.',
    severalInside:
      'Several clients are a choice for a client\'s file: choose the audience "client" too, or leave it out',
    billableOnly:
      'Only files of records are narrowed to billable entries: a report says what it counts by its measures and filter',
    preset: (format: string) =>
      `A ${format} file is read by programs alone: leave out the preset "excel", or choose another format`,
    separator: (format: string) =>
      `The separator is a choice for CSV, and this file is ${format}: leave it out, or choose CSV`,
    decimalMark: (format: string) =>
      `A ${format} file has no decimal mark to choose: leave it out, or choose another format`,
    locale: 'no locale has that name: write de-DE or en-US, for instance',
    localeOf: (format: string) =>
      `Only pages are written for a reader's locale, and this file is ${format}: leave it out, or choose PDF or HTML`,
    localeDecides: 'The locale decides the decimal mark: leave one of the two out',
    paper: (format: string) => `Only a PDF has a paper, and this file is ${format}: leave it out, or choose PDF`,
    groupedBy: 'Lines are grouped in a client\'s PDF alone: choose PDF and the audience "client", or leave it out',
    machine:
      'The preset "machine" has commas between cells and decimal points: leave out the separator and the decimal mark, or choose the preset "excel"',
    marks: 'A decimal comma needs another separator than the comma: choose semicolon or tab',
    partition: (format: string) =>
      `Only Parquet is written in parts by month, and this file is ${format}: write one file, or choose Parquet`,
    partitionOf: 'Only records are written in parts by month: write one file',
    partitionFolder: 'A page in the browser takes one file, not a folder: write one file instead of parts by month',
  },
  billableOnly: 'Billable entries only',
  everyDigit:
    'Hours and amounts have every digit, so that columns add up to their totals; screens and pages print fewer',
  pack: {
    /** Begins the zip file's name. */
    name: 'time-logs',
    file: 'File',
    key: 'Whose',
    hash: 'SHA-256',
    whole: 'All files together',
    noCurrency: 'no currency',
    noFolder: 'A page in the browser takes one file, not a folder: choose the zip file',
    foreign: (folder: string, file: string) =>
      `${folder} holds ${file}, which is of no earlier pack: choose a folder of its own, or move it away`,
    /** Parts of sentences: why a pattern cannot name files. */
    pattern: {
      place: (text: string) => `a pattern knows {name} and {period}, not ${text}`,
      nameless: 'a pattern needs {name}, so that each file says whose it is',
      letter: (letter: string) => `${letter} cannot be in a file's name on every system`,
    },
    without: { client: 'Without a client', platform_owner_id: 'Without a person' },
    changed: 'The records changed while the files were written, so that they would not add up: export again',
  },
  columns: {
    person: 'Person',
    object: 'Object name',
    client: 'Client',
    currency: 'Currency',
    hours: 'Logged hours',
    unreadable: 'Unreadable values, as received',
    recordCount: 'Records',
    partsBy: { name: 'parts_by', label: 'Parts by' },
    part: { name: 'part', label: 'Part' },
    /** Where another amount counts than the recorded one, both stand beside one another. */
    recorded: (label: string) => `${label}, as recorded`,
    counted: (label: string) => `${label}, as counted`,
    idOf: (label: string) => `${label} id`,
    localTime: (label: string, zone: string) => `${label} (${zone})`,
    utc: (label: string) => `${label} (UTC)`,
    inPoints: (label: string) => `${label} (pts)`,
    inCurrency: (label: string, currency: string) => `${label} (${currency})`,
    inMinutes: (label: string) => `${label} (minutes)`,
    withoutCurrency: (label: string) => `${label} (currency unknown)`,
    inColumn: (label: string, column: string) => `${label}, ${column}`,
    compared: {
      before: (label: string) => `${label}, before`,
      change: (label: string) => `${label}, change`,
    },
    /** Where several periods are compared. */
    comparedWith: {
      previous: {
        before: (label: string) => `${label}, period before`,
        change: (label: string) => `${label}, change on period before`,
      },
      'last-year': {
        before: (label: string) => `${label}, last year`,
        change: (label: string) => `${label}, change on last year`,
      },
    },
    across: (label: string) => `${label}, rounding difference`,
  },
  seal: {
    complete: (moment: string) => `Complete as of ${moment}`,
    partial: 'Partial: not every record is here yet',
    damaged: 'Names or settings were damaged: figures may be incomplete',
    asKnown: (moment: string, seal: string) =>
      `As known on ${moment}: ${seal.replace(/^./, (letter) => letter.toLowerCase())}`,
    fromFile: (moment: string, complete: boolean) =>
      `From a file of ${moment}, not yet read from the service${complete ? '' : ', and not every record is here'}`,
  },
  sections: {
    completeness: 'Completeness',
    accuracy: 'Accuracy',
    source: 'Source',
    extraction: 'Extraction',
    filters: 'Filters',
  },
  facts: {
    state: 'State',
    missing: 'Missing months',
    records: 'Records',
    lines: 'Lines',
    unreadable: 'Unreadable values',
    footing: 'Rounding of totals',
    digits: 'Decimals',
    /** @param hours null: as h:mm */
    digitsOf: (hours: string | null, money: string) => `hours ${hours ?? 'as h:mm'}, money ${money}`,
    amounts: 'Amounts',
    service: 'Service',
    directory: 'Names (SHA-256)',
    settings: 'Settings (SHA-256)',
    program: 'Program',
    programVersion: (version: string) => `Timelog Reports ${version}`,
    asOf: 'Data as of',
    zone: 'Time zone',
    calendar: 'Calendar',
    period: 'Period',
    dates: 'Dates',
    span: (from: string, to: string) => `${from} to ${to}`,
    filter: 'Filter',
    internalFilter: 'Internal conditions apply that this file does not tell.',
    audience: 'For',
    audiences: { internal: 'internal use', client: 'the client' },
    none: 'none',
  },
  workbook: {
    report: 'Report',
    summary: 'Summary',
    data: 'Data',
    dataPart: (number: number) => `Data ${number}`,
    notes: 'Notes',
    noNotes: 'None.',
    manifest: 'Manifest',
    allFacts: 'All facts',
    aboutWorkbook: 'About this workbook',
    column: 'Sum of',
    currency: 'Currency',
    noCurrency: '(none)',
    calculated: 'Calculated from the lines',
    exported: 'As exported',
    equal: 'Equal',
    decimals: 'Compared to decimals',
    minutes: 'minutes',
    allEqual: 'All sums are equal',
    howChecked:
      'Calculated sums follow every change of the lines; a sum that no longer equals the exported one turns red.',
    until: (column: string, sheet: string) => `${column}, to the end of ${sheet}`,
    days: 'days',
    cut: (missing: number) => ` … [${missing} more characters]`,
    remarks: {
      split: (sheets: number) =>
        `The lines fill ${sheets} sheets, as one holds 1,048,576 rows; Summary has what every column comes to by the end of each.`,
      outlineLeftOut: 'The report has more rows than a sheet holds: its subtotals are not in this workbook.',
      coarse: (count: number) =>
        `Sums compared to fewer decimals than they are shown with: ${count}. So many and so large values are more than the 15 digits a spreadsheet calculates with.`,
      digits: (count: number) =>
        `Numbers of more than 15 digits: ${count}. The file holds every digit; a spreadsheet reads and shows the first 15.`,
      cut: (count: number, first: string) =>
        `Texts longer than the 32,767 characters that a cell holds, cut and marked so at their end: ${count}, the first in ${first}. A CSV file has them whole.`,
      early: (count: number) =>
        `Dates before 1 March 1900, which spreadsheets count differently, written as text: ${count}.`,
      negative: (count: number) =>
        `Negative durations: ${count}. A spreadsheet cannot show them as hours and minutes; they are shown in days and add up as all others.`,
      heads: (count: number) =>
        `Heads changed because a table needs each head once, on one line and within 255 characters: ${count}.`,
    },
  },
} as const;

// English for HTML pages, also as the bodies of mails.

export const htmlTexts = {
  language: 'en',
  totals: 'Totals',
  table: 'Lines',
  moreTotals: (count: string) => `Further totals: ${count}, in the table.`,
  cut: (listed: string, all: string) =>
    `Not complete: this page lists the first ${listed} of ${all} lines. Its totals are over all of them, and a CSV file of the same selection has every line.`,
  attached: (lines: string, file: string) => `The ${lines} lines are in the attached file ${file}.`,
  attachedCut: (listed: string, all: string, file: string) =>
    `Not complete: the first ${listed} of ${all} lines are in the attached file ${file}. The totals are over all of them.`,
} as const;
