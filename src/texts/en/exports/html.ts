/** English for HTML pages, also as the bodies of mails. */

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
