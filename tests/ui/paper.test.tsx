/** A printout that does not have all says how much of how much it has, and where the rest is. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PrintNotice, type PrintedPart } from '#ui/paper.tsx';

const print = (parts: readonly PrintedPart[], whole: 'records' | 'report') =>
  renderToStaticMarkup(<PrintNotice parts={parts} subject={whole} />).replaceAll(/<[^>]*>/g, '');

test('an incomplete print says how many lines and columns of how many it shows', () => {
  const records = { kind: 'records', printed: 100, all: 1123 } as const;
  const columns = { kind: 'columns', printed: 8, all: 10 } as const;
  expect(print([records, columns], 'records')).toBe(
    'This print shows 100 of 1,123 records and 8 of 10 columns. Export the records for all of them.',
  );
  expect(print([{ ...records, printed: 1123 }, columns], 'records')).toBe(
    'This print shows 8 of 10 columns. Export the records for all of them.',
  );
  expect(print([{ kind: 'columns', printed: 20, all: 105 }], 'report')).toBe(
    'This print shows 20 of 105 columns. Copy the table for all of them.',
  );
});

test('a complete one says nothing', () => {
  expect(print([{ kind: 'lines', printed: 7, all: 7 }], 'report')).toBe('');
});
