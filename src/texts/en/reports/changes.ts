/** English for what changed between two moments at which the records were known: the sentence on top, the parts, record by record. */
import { records } from '../counts.ts';

const value = (text: string | null) => text ?? '–';

export const changeTexts = {
  since: (moment: string, period: string | null, counts: string) =>
    `Since ${moment}${period === null ? '' : `, ${period}`}: ${counts}`,
  between: (since: string, until: string, period: string | null, counts: string) =>
    `From ${since} to ${until}${period === null ? '' : `, ${period}`}: ${counts}`,
  sinceFile: (file: string, at: string, period: string | null, counts: string) =>
    `Since ${file} was written, ${at}${period === null ? '' : `, ${period}`}: ${counts}`,
  moved: (figure: string, label: string, parts: readonly string[]) =>
    `${figure} ${label.toLowerCase()}; ${parts.join(', ')}.`,
  nothing: 'no record has changed.',
  nothingKnown: 'There is nothing to compare with yet',
  every: 'Every client and person again',
  none: (moment: string) => `Nothing has changed since ${moment}.`,
  noneBetween: (since: string, until: string) => `Nothing changed between ${since} and ${until}.`,
  noneSinceFile: (file: string) => `Nothing has changed since ${file} was written.`,
  noneDetail: (moment: string) => `As of the refresh of ${moment}.`,
  /** What became of records, and how many. */
  parts: {
    appeared: (count: string) => `${records(count)} appeared`,
    changed: (count: string) => `${records(count)} changed`,
    vanished: (count: string) => `${records(count)} vanished`,
    'moved-in': (count: string) => `${records(count)} moved in`,
    'moved-out': (count: string) => `${records(count)} moved out`,
    relabelled: (count: string) => `${records(count)} relabelled`,
  },
  kinds: {
    appeared: 'appeared',
    changed: 'changed',
    vanished: 'vanished',
    'moved-in': 'moved in',
    'moved-out': 'moved out',
    relabelled: 'relabelled',
  },
  step: 'Step',
  records: 'Records',
  before: 'Then',
  after: 'Now',
  client: 'Client',
  person: 'Person',
  rest: 'All others',
  total: 'Total',
  labels: 'Names and settings',
  moreLabels: (count: string) => `and ${count} more, which a file of the changes lists`,
  entry: (kind: string, name: string) => `${kind} ${name}`.trim(),
  entryKinds: { person: 'Person', object: '', setting: 'Setting' },
  fields: {
    name: 'Name',
    team: 'Team',
    weeklyHours: 'Weekly hours',
    activeFrom: 'Active from',
    activeTo: 'Active to',
    absences: 'Absences',
    client: 'Client',
    currency: 'Currency',
    value: 'Value',
  },
  change: (before: string | null, after: string | null) => `${value(before)} → ${value(after)}`,
  /** The list as a file. */
  file: {
    title: (from: string, to: string) => `What changed from ${from} to ${to}`,
    titleOfFile: (file: string, from: string, to: string) => `What changed since ${file}, from ${from} to ${to}`,
    at: (step: string, moment: string) => `${step}, ${moment}`,
    records: 'Record by record',
    period: 'Period',
    filter: 'Filter',
    note: 'Note',
    heads: {
      step: 'What',
      records: 'Records',
      id: 'ID',
      title: 'Title',
      client: 'Client',
      person: 'Person',
      property: 'Property',
      before: 'Then',
      after: 'Now',
      logged: 'Logged hours',
      billable: 'Billable hours',
      value: 'Billable value',
    },
  },
  otherCurrency: (currency: string | null, before: string, after: string) =>
    `${currency === null ? 'Value without a currency' : `Value in ${currency}`} moved, too: ${before} → ${after}`,
  kept: (file: string) =>
    `Nothing is known any more of the moment of ${file}: it is compared by what was written down of its records.`,
  partial: 'Not every record is here, so what vanished may only be missing.',
} as const;
