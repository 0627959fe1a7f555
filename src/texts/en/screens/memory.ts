/** English for the past on screen: choosing a moment, the files that left, and what became of a record. */
import { plural } from '../counts.ts';

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
    `Records, names and settings as they were known here on ${moment}. Names, settings, marks of findings and closings cannot be changed meanwhile.`,
  today: 'Back to today',
  changed: 'What changed since?',
  changedSince: (moment: string) => `What changed since ${moment}`,
} as const;

export const sentScreenTexts = {
  list: 'Sent files',
  about: 'Every file that was exported, with the records as it had them, and what was marked as billed elsewhere.',
  table: 'Table of sent files',
  heads: {
    at: 'Written',
    file: 'File',
    client: 'Client',
    period: 'Period',
    records: 'Records',
    state: 'State',
  },
  by: (who: string) => `by ${who} (not verified)`,
  states: { intent: 'may have left', saved: 'saved', handed: 'handed over', withdrawn: 'withdrawn' },
  bills: 'bills',
  elsewhere: 'billed elsewhere',
  again: (reason: string) => `again: ${reason}`,
  before: (records: string, file: string) => `${plural(records, 'record', 'records')} billed before by ${file}`,
  several: 'several',
  changed: 'What changed?',
  menu: (file: string) => `More for ${file}`,
  withdraw: 'It did not leave',
  restore: 'It did leave',
  mark: { withdraw: 'It is not billed elsewhere', restore: 'It is billed elsewhere' },
  withdrawn: (file: string) => `${file} counts as not sent.`,
  restored: (file: string) => `${file} counts as sent.`,
  asKnown: 'Show everything as known then',
  none: 'No file was exported yet',
  noneDetail: 'Every file that you export is remembered here, with what it said.',
} as const;

export const elsewhereTexts = {
  open: 'Mark as billed elsewhere…',
  title: 'Mark as billed elsewhere',
  what: (records: string, hours: string, value: string) =>
    `${plural(records, 'record', 'records')} with ${hours} billable hours, worth ${value}.`,
  nothing: 'Nothing billable is open here.',
  about:
    'They count as billed from then on: a file that bills one of them is refused. Exports lists the mark, and takes it back.',
  reason: 'Why, or where',
  example: 'Invoice 12 on paper',
  mark: 'Mark',
  done: (records: string) => `${plural(records, 'record is', 'records are')} marked as billed elsewhere.`,
} as const;

export const billTexts = {
  bills: 'This file bills its records',
  about: 'Each record is billed once: a second file that bills one of them is refused.',
  billed: (billed: string, file: string, at: string) =>
    `${plural(billed, 'record is', 'records are')} billed already by ${file} of ${at}.`,
  again: 'Why they are billed again',
} as const;

export const recordSentTexts = {
  title: 'Sent in',
  kinds: {
    same: 'As it is today.',
    changed: 'Changed since:',
    moved: 'Its period or filter does not select it any more:',
    vanished: 'No longer among the records here.',
  },
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
