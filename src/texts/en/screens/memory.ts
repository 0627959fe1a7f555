/** English for the past on screen: choosing a moment, the files that left, and what became of a record. */
const plural = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`;

export const momentTexts = {
  open: 'Show the records as they were known on a day of the past',
  title: 'As known on …',
  about: 'Shows the records, names and settings as they were here at a moment of the past.',
  day: 'Day',
  show: 'Show',
  refreshes: 'Refreshes',
  refresh: (appeared: string, changed: string, vanished: string) =>
    `${appeared} new, ${changed} changed, ${vanished} gone`,
  first: 'Complete here for the first time',
  none: 'Nothing is remembered yet: it begins with the first complete download.',
  seal: (moment: string) => `As known on ${moment}`,
  band: (moment: string) =>
    `Records, names and settings as they were known here on ${moment}. Names, settings and marks of findings cannot be changed meanwhile.`,
  today: 'Back to today',
  changed: 'What changed since?',
  changedSince: (moment: string) => `What changed since ${moment}`,
} as const;

export const sentScreenTexts = {
  list: 'Sent files',
  about: 'Every file that was exported, with the records as it had them.',
  table: 'Table of sent files',
  heads: {
    at: 'Written',
    file: 'File',
    client: 'Client',
    period: 'Period',
    records: 'Records',
    who: 'By',
    state: 'State',
  },
  states: { intent: 'may have left', saved: 'saved', handed: 'handed over', withdrawn: 'withdrawn' },
  bills: 'bills',
  several: 'several',
  changed: 'What changed?',
  menu: (file: string) => `More for ${file}`,
  withdraw: 'It did not leave',
  restore: 'It did leave',
  withdrawn: (file: string) => `${file} counts as not sent.`,
  restored: (file: string) => `${file} counts as sent.`,
  asKnown: 'Show everything as known then',
  none: 'No file was exported yet',
  noneDetail: 'Every file that you export is remembered here, with what it said.',
} as const;

export const billTexts = {
  bills: 'This file bills its records',
  about: 'Each record is billed once: a second file that bills one of them is refused.',
  billed: (billed: string, file: string, at: string) =>
    `${plural(billed, 'record is', 'records are')} billed already by ${file} of ${at}.`,
  again: 'Why they are billed again',
} as const;

export const recordHistoryTexts = {
  title: 'What changed here',
  unchanged: 'Nothing, since the records were first complete here.',
  change: (before: string, after: string) => `${before} → ${after}`,
  kinds: {
    appeared: 'New',
    changed: 'Changed',
    vanished: 'Gone from the service',
    archived: 'Archived',
    restored: 'No longer archived',
  },
} as const;
