/** English for the details of one record. */

export const recordDrawerTexts = {
  first: 'At a glance',
  unset: 'not set',
  previous: 'Previous record (Alt and ↑)',
  next: 'Next record (Alt and ↓)',
  copy: 'Copy as JSON',
  copied: 'Copied the record as JSON',
  notCopied: 'The clipboard refused the copy: press the button again.',
  asStored: 'Show values as they are stored',
  checks: 'Findings',
  allClear: 'No check finds anything on this record.',
  live: 'From the service',
  ask: 'Compare with the service and show history',
  asking: 'Asking the service',
  price: '1 request, spent when you press it',
  noKey: 'A key is needed for this: enter one on the Data screen.',
  same: 'The service has the same values as here.',
  differ: (fields: string) =>
    fields === '1'
      ? '1 value differs; the next refresh takes it over:'
      : `${fields} values differ; the next refresh takes them over:`,
  missing: 'The service does not have this record any more; the next refresh removes it.',
  history: 'History',
  noHistory: 'The service tells no history of these values.',
  here: 'here',
  there: 'service',
} as const;
