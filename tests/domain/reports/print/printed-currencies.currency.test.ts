import { expect, test } from 'vitest';
import { findCurrencyOfAmount, chooseCurrency, chooseCurrencyLabel } from '#domain/reports/print/printed-currencies.ts';

const mixed = [{ kind: 'mixed-currencies' as const, records: null, minutes: null }];

test('money of several currencies is not labelled with the workspace’s', () => {
  expect(chooseCurrency({ notes: mixed }, 'EUR')).toBeNull();
  expect(chooseCurrency({ notes: [], currencies: ['CHF', 'EUR'] }, 'EUR')).toBeNull();
  expect(chooseCurrency({ notes: [] }, 'EUR')).toBe('EUR');
  expect(chooseCurrency({ notes: [] }, null)).toBeNull();
});

test('money of one currency has that one’s label, and where there is no money the workspace’s stands', () => {
  expect(chooseCurrency({ notes: [], currencies: ['CHF'] }, 'EUR')).toBe('CHF');
  expect(chooseCurrency({ notes: [], currencies: [null] }, null)).toBeNull();
  expect(chooseCurrency({ notes: [], currencies: [] }, 'EUR')).toBe('EUR');
});

test('of several, a line, a cell and a rate say their own; hours and percentages have none', () => {
  const line = { currency: 'CHF', cellCurrencies: ['CHF', null] };
  expect(chooseCurrencyLabel({ id: 'billable_value', unit: 'money' }, { line })).toBe('CHF');
  expect(chooseCurrencyLabel({ id: 'effective_rate', unit: 'rate' }, { line, column: 0 })).toBe('CHF');
  expect(chooseCurrencyLabel({ id: 'billable_value', unit: 'money' }, { line, column: 1 })).toBeNull();
  expect(chooseCurrencyLabel({ id: 'margin_percent', unit: 'percent' }, { line })).toBeNull();
  const several = { notes: mixed, currencies: ['CHF', 'EUR'] };
  expect(findCurrencyOfAmount(several, { measure: { id: 'billable_value' }, line }, 'EUR')).toBe('CHF');
  expect(
    findCurrencyOfAmount(several, { measure: { id: 'billable_value' }, line: { currency: null } }, 'EUR'),
  ).toBeNull();
  expect(
    findCurrencyOfAmount({ notes: [], currencies: ['CHF'] }, { measure: { id: 'billable_value' }, line: {} }, 'EUR'),
  ).toBe('CHF');
});

test('of a line with money of several labels each measure says its own, if it has one', () => {
  const amounts = [
    { currency: 'EUR', values: { billable_value: '10', recorded_cost: null } },
    { currency: 'USD', values: { billable_value: '5', recorded_cost: '40' } },
  ];
  const line = { currency: null, amounts, cellCurrencies: [null], cellAmounts: [amounts] };
  const cost = { id: 'recorded_cost', unit: 'money' } as const;
  const value = { id: 'billable_value', unit: 'money' } as const;
  expect(chooseCurrencyLabel(cost, { line })).toBe('USD');
  expect(chooseCurrencyLabel(cost, { line, column: 0 })).toBe('USD');
  expect(chooseCurrencyLabel(value, { line })).toBeNull();
  expect(findCurrencyOfAmount({ notes: [], currencies: ['EUR', 'USD'] }, { measure: cost, line }, null)).toBe('USD');
});
