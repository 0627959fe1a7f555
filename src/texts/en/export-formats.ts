/** English for the formats files are written in: what each is called, how it writes, and what it cannot hold. */

type Count = (whole: number) => string;

export const exportFormatTexts = {
  csv: {
    label: 'CSV',
    about:
      'A table that every program reads. For spreadsheets, text that they would run as a formula is made harmless, and codes that they would take for numbers or dates stay whole. Records have every digit of hours and amounts, so that columns add up; reports have those of the screen.',
    limits: (count: Count) =>
      `Spreadsheets show 15 digits of a number and ${count(32_767)} characters of a text; written for programs, nothing is changed.`,
  },
  json: {
    label: 'JSON',
    about:
      'One document for programs: columns, rows, sums and the manifest. Decimals are texts, so that no digit is lost.',
    limits: null,
  },
  html: {
    label: 'Web page',
    about:
      'One page to read, print and mail: totals, chart, lines and notes. It opens offline in any browser and runs no script; beyond 50 lines a short page for the body of a mail stands beside it.',
    limits: (count: Count) =>
      `It lists the first ${count(10_000)} lines, and says so; totals are over all of them. Figures have the decimals of your settings, and times end at the minute.`,
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

/** Of files that earlier versions wrote. */
export const formerFormatLabels = { capsule: 'Capsule (HTML)', digest: 'Digest (HTML mail)' };

export const formerFormatNote = (format: string): string =>
  `The format “${format}” is an HTML page (html) now: the file is written as one.`;
