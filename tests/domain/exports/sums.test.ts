import { expect, test } from 'vitest';
import type { ExportColumn, Line } from '#domain/exports/model.ts';
import { createColumnSums } from '#domain/exports/sums.ts';

const column = (name: string, kind: ExportColumn['kind'], adds: boolean): ExportColumn => ({
  name,
  label: name,
  head: name,
  kind,
  digits: null,
  currency: null,
  adds,
});
const columns = [
  column('minutes', 'minutes', true),
  column('value', 'money', true),
  column('rate', 'rate', false),
  column('currency', 'text', false),
];
const sumOf = (lines: readonly Line[], currencyIndex: number | undefined) => {
  const sums = createColumnSums(columns, currencyIndex);
  for (const line of lines) sums.add([line]);
  return sums.result();
};

test('adds every digit of the columns that add up, and no other', () => {
  const lines: Line[] = [
    ['1.1', '0.00000001', '100', null],
    ['2.2', '9999999999.99999999', '100', null],
  ];
  expect(sumOf(lines, undefined)).toEqual({
    all: { minutes: '3.3', value: '10000000000' },
    currency: null,
    byCurrency: [],
  });
});

test('money of several currencies is added up for each, of lines without one too, and never together', () => {
  const lines: Line[] = [
    ['60', '1.5', null, 'EUR'],
    ['30', '2.5', null, 'USD'],
    [null, '4', null, null],
    ['30', '-0.5', null, 'EUR'],
  ];
  expect(sumOf(lines, 3)).toEqual({
    all: { minutes: '120' },
    byCurrency: [
      { currency: 'EUR', sums: { value: '1' } },
      { currency: 'USD', sums: { value: '2.5' } },
      { currency: null, sums: { value: '4' } },
    ],
  });
});

test('money of two currencies is never added up, in whichever order the lines come', () => {
  const lines: Line[] = [
    [null, '1', null, null],
    [null, '2', null, 'USD'],
  ];
  const byCurrency = [
    { currency: 'USD', sums: { value: '2' } },
    { currency: null, sums: { value: '1' } },
  ];
  expect(sumOf(lines, 3)).toEqual({ all: { minutes: null }, byCurrency });
  expect(sumOf(lines.toReversed(), 3)).toEqual({ all: { minutes: null }, byCurrency });
});

test('lines without any amount make no currency', () => {
  const lines: Line[] = [
    ['60', '1.5', null, 'EUR'],
    ['30', null, '90', 'USD'],
  ];
  expect(sumOf(lines, 3)).toEqual({ all: { minutes: '90', value: '1.5' }, currency: 'EUR', byCurrency: [] });
});

test('a column without a value has no sum: not 0', () => {
  expect(sumOf([[null, null, null, null]], 3)).toEqual({ all: { minutes: null, value: null }, byCurrency: [] });
});
