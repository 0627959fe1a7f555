/** English for the page of a capsule, which carries it: `{name}` is filled in by the page. */

export const capsuleTexts = {
  language: 'en',
  unchecked: {
    title: 'Not verified',
    text: 'This file could not check itself: it was changed or cut off, or scripts are switched off here. Do not rely on its figures.',
  },
  checking: 'Checking every byte …',
  untouched: 'Untouched, and it adds up',
  changed: 'Changed: do not rely on this file',
  changedAbout:
    'Ask the sender for the file again, or check it against its manifest with “verify-file”. A browser extension that alters pages has the same effect: open it in a private window.',
  reasons: {
    bytes: 'The file is not the one that was sealed: something in it was changed.',
    sums: 'The lines do not add up to the totals that the file states.',
    unreadable: 'not a number',
  },
  seal: 'SHA-256 of the page and its data',
  sealAbout:
    'This page has hashed itself and its data and found the seal below. Who rewrites the entire file can seal it anew: compare the seal with the sender’s.',
  totals: 'Totals',
  totalsAgree: 'Added up again here, to the last digit, from the lines below.',
  totalsDiffer: 'Added up again here: not what the file states.',
  column: 'Column',
  currency: 'Currency',
  written: 'Stated',
  added: 'Added up again',
  agrees: 'equal',
  differs: 'differs by',
  noCurrency: 'no currency',
  notes: 'Notes',
  facts: 'What this file is',
  lines: 'Lines',
  search: 'Search all columns',
  filterBy: 'Filter by {column}',
  filterAbout:
    'Click a head to sort. Below it filter by a part of the text, or by >8, <=2026-10-31, 8..10, =0; = alone finds empty cells.',
  clear: 'Show everything',
  shown: '{shown} of {all} lines',
  sumShown: 'Sum of the lines shown',
  nothing: 'No line fits',
  printed: 'Printed: the first {printed} of {all} lines.',
} as const;

/** A sentence without its full stop. */
export const capsuleTooLarge = (lines: string, columns: string, most: string): string =>
  `A capsule holds up to ${most} cells or 256 MB, and ${lines} lines of ${columns} columns are more: choose fewer columns, a shorter period, or another format`;
