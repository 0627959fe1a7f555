/** English for the formats files are written in: what each is called, how it writes, and what it cannot hold. */

type Count = (whole: number) => string;

export const exportFormatTexts = {
  csv: {
    label: 'CSV',
    about:
      'A table that every program reads. For spreadsheets, text that they would run as a formula is made harmless, and codes that they would take for numbers or dates stay whole.',
    limits: (count: Count) =>
      `Spreadsheets show 15 digits of a number and ${count(32_767)} characters of a text; for programs, choose the machine preset: it changes nothing.`,
  },
  json: {
    label: 'JSON',
    about:
      'One document for programs: columns, rows, sums and the manifest. Decimals are texts, so that no digit is lost.',
    limits: null,
  },
  capsule: {
    label: 'Capsule (HTML)',
    about:
      'One page that opens offline in any browser, sorts, filters, adds itself up and turns red when it was changed.',
    limits: (count: Count) => `At most ${count(3_000_000)} cells, lines times columns.`,
  },
  digest: {
    label: 'Digest (HTML mail)',
    about: 'The body of a mail: key figures, the first lines, totals over all, notes and seal; plain text beside it.',
    limits: () => 'It lists the first 40 lines, and at most 7 columns; sums and totals are over all lines.',
  },
  pdf: {
    label: 'PDF',
    about: 'Pages to read, print and keep: every line, its totals and notes, with the manifest inside (PDF/A-3b).',
    limits: (count: Count) =>
      `At most ${count(5000)} lines and ${count(75_000)} cells; figures have the decimals of your settings, and times end at the minute.`,
  },
  jsonl: {
    label: 'JSON lines',
    about: 'One JSON object a line, for programs that read line by line. Decimals are texts, so that no digit is lost.',
    limits: () => 'It holds rows alone: notes and sums are in the manifest beside it.',
  },
  parquet: {
    label: 'Parquet',
    about:
      'Typed columns for warehouses and data tools: exact decimals, dates, times in UTC. The manifest is in it too.',
    limits: null,
  },
  xlsx: {
    label: 'Excel workbook',
    about:
      'A table of the lines, sums that Excel calculates and checks, notes and manifest, each on a sheet of its own.',
    limits: (count: Count) =>
      `Excel reads and shows 15 digits of a number; a text of more than ${count(32_767)} characters is cut and counted; more than ${count(1_048_575)} lines go on in further sheets with running totals.`,
  },
};
