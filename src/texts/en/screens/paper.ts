/** English for the pages of a screen that are made for paper, and for the note on a printed screen that shows only a part. */

const list = (items: readonly string[]) => items.join(' and ');

export const paperTexts = {
  /** @param parts how many of how many: `500 of 3,120 lines` */
  shows: (parts: readonly string[], where: string) => `This print shows ${list(parts)}. ${where}`,
  lines: (printed: string, all: string) => `${printed} of ${all} lines`,
  columns: (printed: string, all: string) => `${printed} of ${all} columns`,
  records: (printed: string, all: string) => `${printed} of ${all} records`,
  findings: (printed: string, all: string) => `${printed} of ${all} findings`,
  whole: {
    report: 'Copy the table for all of them.',
    records: 'Export the records for all of them.',
    findings: 'Export the list for all of them.',
    lookup: 'Look up fewer ids at once for all of them.',
  },
  /** Pages of what a screen shows. */
  writing: 'Making pages of what this screen shows …',
  nothingToPrint: 'There is nothing to print here yet.',
  notPrinted:
    'This screen is not printed: Overview, To check, Reports, Records and the pages of people and clients are.',
  ready: 'The pages are ready.',
  open: 'Open the pages to print',
} as const;
