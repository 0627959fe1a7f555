/** English for the Changes screen. */
import { records } from '../counts.ts';

export const changesScreenTexts = {
  since: 'Since when',
  visit: 'My last visit',
  month: 'The end of last month',
  files: 'A sent file',
  from: 'From the end of',
  until: 'To (now)',
  sinceMoment: (moment: string) => `Since ${moment}`,
  sinceVisit: (moment: string) => `Since my last visit, ${moment}`,
  sinceFile: (file: string) => `Since ${file}`,
  between: (since: string, until: string) => `${since} to ${until}`,
  /** Which records the file is about. */
  fileAbout: (at: string, who: string, period: string, filter: string) =>
    `Written ${at} by ${who}. ${[period, filter].filter(Boolean).join(' · ')}`,
  anyMoment: 'Compare any two moments instead',
  nothingBefore: 'Nothing is known here of before this moment',
  nothingBeforeDetail: 'Changes begin at an earlier one: show a later moment, or today.',
  steps: 'From then to now',
  measure: 'Figure',
  measures: { logged: 'Hours', billable: 'Billable', value: 'Value' },
  parts: 'What became of records',
  all: (count: string) => `All ${count}`,
  list: 'Records',
  table: 'Table of changed records',
  groups: { client: 'By client', person: 'By person' },
  onlyGroup: (name: string) => `Only ${name}`,
  heads: {
    record: 'Record',
    kind: 'What',
    person: 'Person',
    client: 'Client',
    fields: 'Values',
    before: 'Then',
    after: 'Now',
  },
  exports: (count: string) =>
    `The sums from then to now, and ${count === '1' ? 'the one record' : `all ${count} records`} that changed, value by value.`,
  range: (from: string, to: string, of: string) => `${from}–${to} of ${of}`,
  page: 'Pages of records',
  turn: { first: 'First page', previous: 'Page before', next: 'Next page', last: 'Last page' },
  noneListed: 'No such record',
  noneListedDetail: 'No record that changed is of this part and this group.',
  labels: (count: string) => `Names and settings: ${count}`,
  copied: (count: string) => `${records(count)} copied.`,
} as const;
