/** English for what a PDF says beside its figures, and for why one is not written. */

export const exportPdfTexts = {
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  lineNumber: 'No.',
  total: 'Total',
  totalIn: (currency: string) => `Total ${currency}`,
  totalWithoutCurrency: 'Total, currency unknown',
  columns: (from: string, to: string, of: string) => `Columns ${from} to ${to} of ${of}`,
  noLines: 'No line matches.',
  leftOut: (labels: readonly string[]) =>
    `Printed are the columns people read. Not printed, and in a CSV file or a workbook of the same records: ${labels.join(', ')}.`,
  notes: 'Notes',
  about: 'About this file',
  yes: 'Yes',
  no: 'No',
  printHint: 'Ctrl+P prints these pages.',
  attachment: 'What the program says of this file, for programs to read',
  missingGlyphs: (characters: number, codes: string) =>
    characters === 1
      ? `One character cannot be set in this file's font: it is printed as its code in brackets (${codes}).`
      : `${characters} different characters cannot be set in this file's font: they are printed as their codes in brackets (${codes}).`,
  andMore: (codes: string, more: number) => `${codes} and ${more} more`,
  signature: {
    title: 'Confirmation',
    provider: 'For the service provider',
    receiver: 'For the client',
    receiverNamed: (client: string) => `For the client: ${client}`,
    lines: ['Place', 'Date', 'Name', 'Signature'],
  },
  /** Parts of sentences, without their full stop. */
  refusals: {
    lines: (lines: string, most: string) =>
      `A PDF holds at most ${most} lines, and these are ${lines}: narrow the filter or the period, or choose another format`,
    cells: (cells: string, most: string) =>
      `A PDF holds at most ${most} figures and texts, and these are ${cells}: choose fewer columns or lines, or another format`,
    signature: 'Only a PDF has a signature block: choose PDF, or leave the block out',
    printed: 'Only a PDF is opened to be printed: choose the format pdf, or write a file',
    noPaper: 'Only a window or a browser opens pages to print: export a PDF instead',
    absent:
      'PDFs cannot be made on this computer, because their compiler is not installed for it: choose another format',
  },
} as const;
