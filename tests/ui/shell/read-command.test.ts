/** What a person types as a command, in any order and with a letter wrong, is read with whom and when it is of. */
import { expect, test } from 'vitest';
import { readCommands } from '#ui/shell/read-command.ts';

const context = { today: '2026-11-20', weekStart: 'monday', recordedWeeks: 'monday', fiscalYearStart: 1 } as const;
const named = [
  'Clients',
  'Clients by month',
  'Acme Ltd',
  'Acme Inc',
  'Bank of the North',
  'Müller & Söhne / Q3',
  'May',
  'Print Shop GmbH',
  '株式会社 東京',
].map((label, at) => ({ label, id: String(4711 + at) }));
const read = (typed: string) =>
  readCommands(typed, named, context).map(({ verb, period, target: of }) => [verb, period, of?.label]);

test.each([
  ['export last month of Acme Ltd', 'export', 'last-month', 'Acme Ltd'],
  ['export acme ltd last month', 'export', 'last-month', 'Acme Ltd'],
  ['Acme Ltd export Oct 2026', 'export', '2026-10', 'Acme Ltd'],
  ['export Q3 2026 for acme inc', 'export', '2026-07..2026-09', 'Acme Inc'],
  ['print Clients last quarter', 'print', 'last-quarter', 'Clients'],
  ['print the clients report', 'print', undefined, 'Clients'],
  ['print last 3 months clients by month', 'print', 'last-3-months', 'Clients by month'],
  ['export bank of the north 2025', 'export', '2025-01..2025-12', 'Bank of the North'],
  ['download muller sohne this year', 'export', 'this-year', 'Müller & Söhne / Q3'],
  ['export 4713 yesterday', 'export', '2026-11-19', 'Acme Ltd'],
  ['export 東京 last month', 'export', 'last-month', '株式会社 東京'],
  ['export print shop', 'export', undefined, 'Print Shop GmbH'],
])('“%s”', (typed, verb, period, of) => {
  expect(read(typed)[0]).toEqual([verb, period, of]);
});

test('a name that several have is asked for, and one with a letter wrong is found', () => {
  expect(read('export last month of acme')).toEqual([
    ['export', 'last-month', 'Acme Ltd'],
    ['export', 'last-month', 'Acme Inc'],
  ]);
  expect(read('export acne ltd last month')).toEqual([['export', 'last-month', 'Acme Ltd']]);
  expect(read('print cleints last quarter')[0]).toEqual(['print', 'last-quarter', 'Clients']);
});

test('a client whose name is a month is offered after the month, and is a client where another month is named', () => {
  expect(read('export May')).toEqual([
    ['export', '2026-05', undefined],
    ['export', undefined, 'May'],
  ]);
  expect(read('export may 2025 may')).toEqual([['export', '2025-05', 'May']]);
});

test.each(['', 'last month of Acme', 'export', 'print', 'export nobody of that name', 'exporting'])(
  'nothing is done for “%s”',
  (typed) => {
    expect(read(typed)).toEqual([]);
  },
);

test('everything of a period is written to a file; of it the first reports are printed', () => {
  expect(read('export last month')).toEqual([['export', 'last-month', undefined]]);
  expect(read('print October 2026')).toEqual(
    ['Clients', 'Clients by month', 'Acme Ltd', 'Acme Inc'].map((of) => ['print', '2026-10', of]),
  );
});
