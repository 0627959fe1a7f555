import { expect, test } from 'vitest';
import { currencyOf } from '../../../src/domain/reports/currency.ts';

const mixed = [{ kind: 'mixed-currencies' as const, records: null, minutes: null }];

test('money of several currencies is not labelled with the workspace’s', () => {
  expect(currencyOf({ notes: mixed }, 'EUR')).toBeNull();
  expect(currencyOf({ notes: [] }, 'EUR')).toBe('EUR');
  expect(currencyOf({ notes: [] }, null)).toBeNull();
});
