import { expect, it } from 'vitest';
import { toTextColumn, type ExportColumn } from '#domain/exports/model.ts';
import { splitCurrencies } from '#domain/exports/split-currencies.ts';

const figure = (name: string, label: string, kind: 'hours' | 'money'): ExportColumn => ({
  ...toTextColumn(name, label),
  kind,
  digits: 2,
  adds: true,
});
const known = new Set(['EUR', 'USD']);
const table = (cells: readonly (string | null)[]) => ({
  columns: [
    toTextColumn('client', 'Client'),
    figure('hours', 'Hours', 'hours'),
    { ...figure('value[EUR]', 'Value (EUR)', 'money'), currency: 'EUR' },
    { ...figure('value[USD]', 'Value (USD)', 'money'), currency: 'USD' },
  ],
  lines: [cells],
  outline: [{ level: 'line' as const, depth: 0, cells }],
  roundingDifferences: {},
});

it('makes a line for each currency that a client has, with the hours on the first', () => {
  const { columns, lines, outline } = splitCurrencies(table(['Acme', '3', '10', '20']), { heads: 'labels' }, known);
  expect(columns.map(({ head }) => head)).toEqual(['Client', 'Currency', 'Hours', 'Value']);
  expect(lines).toEqual([
    ['Acme', 'EUR', '3', '10'],
    ['Acme', 'USD', null, '20'],
  ]);
  expect(outline).toHaveLength(2);
});

it('keeps a client without money, and a table of one currency as it is', () => {
  expect(splitCurrencies(table(['Acme', '3', null, null]), { heads: 'labels' }, known).lines).toEqual([
    ['Acme', null, '3', null],
  ]);
  const one = { ...table([]), columns: table([]).columns.slice(0, 2) };
  expect(splitCurrencies(one, { heads: 'labels' }, known)).toBe(one);
});

it('takes no other name in brackets for a currency', () => {
  const made = table(['Acme', '3', '10', '20']);
  const named = {
    ...made,
    columns: [...made.columns, figure('hours@Consulting [EU]', 'Hours Consulting [EU]', 'hours')],
  };
  const { columns } = splitCurrencies(named, { heads: 'names' }, known);
  expect(columns.map(({ name }) => name)).toEqual(['client', 'currency', 'hours', 'value', 'hours@Consulting [EU]']);
  const one = { ...named, columns: named.columns.filter(({ kind }) => kind !== 'money') };
  expect(splitCurrencies(one, { heads: 'labels' }, new Set(['EUR']))).toBe(one);
});
