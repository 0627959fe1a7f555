import { expect, test } from 'vitest';
import {
  findCurrencyOfObject,
  findDifference,
  findNearCurrencies,
  objectEntrySchema,
  parseObjectKey,
  ownerEntrySchema,
} from '#domain/people/directory.ts';
import { settingsSchema } from '#domain/settings.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: {},
  objects: {
    'company:1': { name: 'Brightwater GmbH', client: null, currency: 'EUR' },
    'deal:1': { name: 'Audit 2026', client: null },
  },
});

test('money has the currency of its own object, and the workspace’s where that has none or none is known', () => {
  expect(findCurrencyOfObject(directory, 'company', '1', 'CHF')).toBe('EUR');
  expect(findCurrencyOfObject(directory, 'deal', '1', 'CHF')).toBe('CHF');
  expect(findCurrencyOfObject(directory, 'company', undefined, 'CHF')).toBe('CHF');
  expect(findCurrencyOfObject(directory, 'company', '2', null)).toBeNull();
});

test('a code of ISO 4217 is in capitals however it is typed, any other currency as it is typed, trimmed', () => {
  const reads = (currency: string) => objectEntrySchema.parse({ name: 'Audit', currency }).currency;
  expect(['eur', ' Chf ', 'EUR', 'Points', ' Abc', 'ınr', 'eu r'].map(reads)).toEqual([
    'EUR',
    'CHF',
    'EUR',
    'Points',
    'Abc',
    'ınr',
    'eu r',
  ]);
  expect(settingsSchema.shape.currency.parse('usd')).toBe('USD');
});

test('names the currencies of a change that differ from one in use by case or blanks alone', () => {
  const before = directoryOf({
    owners: {},
    objects: {
      'deal:1': { name: 'A', currency: 'Points' },
      'deal:2': { name: 'B', currency: 'US $' },
      'deal:3': { name: 'C', currency: 'US$' },
    },
  });
  const near = (objects: Record<string, { name: string; currency: string | null }>) =>
    findNearCurrencies(before, { owners: {}, objects: directoryOf({ owners: {}, objects }).objects });
  expect(near({ 'deal:9': { name: 'D', currency: 'points' } })).toEqual([{ written: 'points', inUse: 'Points' }]);
  expect(near({ 'deal:9': { name: 'D', currency: 'Points' }, 'deal:8': { name: 'E', currency: 'Euro' } })).toEqual([]);
  // Nothing else is called that: it is renamed.
  expect(near({ 'deal:1': { name: 'A', currency: 'points' } })).toEqual([]);
  // Both spellings are there already, and this change concerns neither.
  expect(near({ 'deal:3': { name: 'Other', currency: 'US$' } })).toEqual([]);
  expect(near({ 'deal:8': { name: 'E', currency: 'Pts' }, 'deal:9': { name: 'D', currency: 'PTS' } })).toEqual([
    { written: 'PTS', inUse: 'Pts' },
  ]);
});

test('a week has from 0 to 168 hours, of which a fifth is exact', () => {
  const reads = (weeklyHours: string) => ownerEntrySchema.safeParse({ name: 'Ann', weeklyHours }).data?.weeklyHours;
  expect(['0', '168', '40.0', '37.1234567'].map(reads)).toEqual(['0', '168', '40', '37.1234567']);
  for (const weeklyHours of ['-1', '168.0000001', '37.12345678', '37.123456789', '37.1234567001', '', 'many'])
    expect(reads(weeklyHours), weeklyHours).toBeUndefined();
});

test('a person may be there for a single day, and for none before the first', () => {
  const isValid = (activeFrom: string, activeTo: string) =>
    ownerEntrySchema.safeParse({ name: 'Ann', activeFrom, activeTo }).success;
  expect([isValid('2026-02-01', '2026-02-01'), isValid('2026-02-02', '2026-02-01')]).toEqual([true, false]);
});

test('an object’s id may have colons, its type none', () => {
  expect(parseObjectKey('deal:a:b')).toEqual({ type: 'deal', id: 'a:b' });
});

test('a change is counted entry by entry: removing what is not there changes nothing', () => {
  const change = {
    owners: { '7': null, '8': null, '9': ownerEntrySchema.parse({ name: 'Cy' }) },
    objects: { 'company:1': null, 'deal:1': { name: 'Audit 2027', client: null, currency: null } },
  };
  const before = { ...directory, owners: { '7': ownerEntrySchema.parse({ name: 'Ann' }) } };
  expect(findDifference(before, change)).toEqual({ added: 1, changed: 1, removed: 2, unchanged: 1 });
});
