/** English for the formats files are written in: what each is called, how it writes, and what it cannot hold. */

export const exportFormatTexts = {
  csv: {
    label: 'CSV',
    about: 'Comma, decimal point, one header line; text that a spreadsheet would run as a formula is made harmless.',
    limits: null,
  },
};
