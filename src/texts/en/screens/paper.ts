/** English for the note on a printed screen that shows only a part. */

const list = (items: readonly string[]) => items.join(' and ');

export const paperTexts = {
  /** @param shown how many of how many: `500 of 3,120 lines` */
  shows: (shown: readonly string[], where: string) => `This print shows ${list(shown)}. ${where}`,
  lines: (shown: string, all: string) => `${shown} of ${all} lines`,
  columns: (shown: string, all: string) => `${shown} of ${all} columns`,
  records: (shown: string, all: string) => `${shown} of ${all} records`,
  findings: (shown: string, all: string) => `${shown} of ${all} findings`,
  whole: {
    report: 'Copy the table for all of them.',
    records: 'Export the records for all of them.',
    findings: 'Export the list for all of them.',
    lookup: 'Look up fewer ids at once for all of them.',
  },
} as const;
