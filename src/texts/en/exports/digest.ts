/** English for digests: bodies of mails that tell a report or records shortly. */

export const digestTexts = {
  records: 'Records',
  lines: 'Lines',
  total: 'Total',
  totalIn: (currency: string) => `Total in ${currency}`,
  totalWithoutCurrency: 'Total, currency unknown',
  difference: 'Rounding difference',
  sums: 'Over all lines',
  moreSums: (count: string) => `${count} more sums are in the manifest.`,
  moreLines: (count: string) => (count === '1' ? '1 more line' : `${count} more lines`),
  moreLinesIn: (count: string, currency: string) => `${digestTexts.moreLines(count)}, ${currency}`,
  moreColumns: (heads: string) =>
    `Columns that have no room here: ${heads}. Their sums are above; their lines are in other formats.`,
  notes: 'Notes',
  check: 'How to check it',
  howToCheck:
    'Sums are over all lines, also those that are not listed. The manifest that was written beside this digest has every sum to the last digit and its SHA-256: the command verify-file compares them, adds up again and says what differs today.',
};
