import { expect, test } from 'vitest';
import { currencyAt, currencyOf, labelBeside } from '../../../src/domain/reports/currency.ts';

const mixed = [{ kind: 'mixed-currencies' as const, records: null, minutes: null }];

test('money of several currencies is not labelled with the workspace’s', () => {
  expect(currencyOf({ notes: mixed }, 'EUR')).toBeNull();
  expect(currencyOf({ notes: [], currencies: ['CHF', 'EUR'] }, 'EUR')).toBeNull();
  expect(currencyOf({ notes: [] }, 'EUR')).toBe('EUR');
  expect(currencyOf({ notes: [] }, null)).toBeNull();
});

test('money of one currency has that one’s label, and where there is no money the workspace’s stands', () => {
  expect(currencyOf({ notes: [], currencies: ['CHF'] }, 'EUR')).toBe('CHF');
  expect(currencyOf({ notes: [], currencies: [null] }, null)).toBeNull();
  expect(currencyOf({ notes: [], currencies: [] }, 'EUR')).toBe('EUR');
});

test('of several, a line, a cell and a rate say their own; hours and percentages have none', () => {
  const line = { currency: 'CHF', cellCurrencies: ['CHF', null] };
  expect(labelBeside({ unit: 'money' }, { line })).toBe('CHF');
  expect(labelBeside({ unit: 'rate' }, { line, column: 0 })).toBe('CHF');
  expect(labelBeside({ unit: 'money' }, { line, column: 1 })).toBeNull();
  expect(labelBeside({ unit: 'percent' }, { line })).toBeNull();
  const several = { notes: mixed, currencies: ['CHF', 'EUR'] };
  expect(currencyAt(several, { line }, 'EUR')).toBe('CHF');
  expect(currencyAt(several, { line: { currency: null } }, 'EUR')).toBeNull();
  expect(currencyAt({ notes: [], currencies: ['CHF'] }, { line: {} }, 'EUR')).toBe('CHF');
});
