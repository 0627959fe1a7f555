import { expect, test } from 'vitest';
import { currencyOfObject } from '../../../src/domain/people/directory.ts';
import { directoryOf } from '../../support/worlds/directory.ts';

const directory = directoryOf({
  owners: {},
  objects: {
    'company:1': { name: 'Brightwater GmbH', client: null, currency: 'EUR' },
    'deal:1': { name: 'Audit 2026', client: null },
  },
});

test('money has the currency of its own object, and the workspace’s where that has none or none is known', () => {
  expect(currencyOfObject(directory, 'company', '1', 'CHF')).toBe('EUR');
  expect(currencyOfObject(directory, 'deal', '1', 'CHF')).toBe('CHF');
  expect(currencyOfObject(directory, 'company', undefined, 'CHF')).toBe('CHF');
  expect(currencyOfObject(directory, 'company', '2', null)).toBeNull();
});
