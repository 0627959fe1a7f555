/** English for the note on a printed screen that shows only a part. */

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
} as const;
