/** English for records that are asked of the service live. */
import { plural, requests } from '../counts.ts';

export const liveTexts = {
  ask: 'Ask live',
  askDetail: 'Puts the same filter to the service itself. Its price is shown before anything is spent.',
  back: 'Snapshot',
  backDetail: 'Back to the records on this computer',
  title: 'Live from the service',
  how: 'How the service is asked',
  ways: { search: 'Search with this filter', list: 'List everything' },
  search: (price: string) => `Search · ${requests(price)}`,
  list: (price: string) => `List · ${requests(price)}`,
  price: {
    search: 'Up to 200 records a request; the first also tells how many there are.',
    list: 'Up to 100 records a request, in the service’s own order, without filter and without a total.',
  },
  next: (rows: string) => `Next ${rows} · 1 request`,
  all: (price: string) => `All of them · ${requests(price)}`,
  stop: 'Stop',
  asking: 'Asking the service',
  total: (total: string, here: string | null) =>
    here === null ? `The service has ${total}.` : `The service has ${total}; here are ${here}.`,
  /** The list tells no total. */
  read: (count: string) => `${plural(count, 'record', 'records')} read`,
  sums: (kept: string, differ: string, live: string) => `${kept} as here, ${differ} differ, ${live} not here yet`,
  onlyHere: (count: string) => `${count} only here`,
  spent: (count: string) => `${requests(count)} spent`,
  words: (text: string) =>
    `“${text}” is searched by the service’s own rule, in title, description, category, service and record ID: names of people and clients are not known to it.`,
  oneSort: (label: string) => `The service orders by one property: ${label}.`,
  nothing: 'The service has no record that matches.',
  notAsked: 'Nothing asked yet',
  notAskedDetail:
    'Rows from the service are compared with those here, value by value. What they bring is kept for the next refresh.',
  noKey: 'This asks the service and needs its key.',
  usedUp: 'Today’s requests are used up; the snapshot still answers everything.',
  more: 'There are more: the pages that were not read are not compared.',
  state: 'State',
  states: { kept: 'kept', live: 'live', onlyHere: 'only here' },
  stateDetails: {
    kept: 'Here with the same values',
    live: 'At the service, not here yet: the next refresh brings it',
    onlyHere: 'Here, but not in the service’s answer: deleted or changed since',
  },
  differs: (fields: string) => plural(fields, 'value differs', 'values differ'),
  differsOf: (id: string, fields: string) =>
    `${plural(fields, 'value differs', 'values differ')} in record ${id}: show them`,
} as const;
