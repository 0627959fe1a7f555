import { expect, test } from 'vitest';
import { isSameKey } from '#domain/reports/keys/key-class.ts';
import { formatKey, formatOtherSpellings, createSpellingsLookup } from '#domain/reports/keys/key-text.ts';
import { emptyDirectory } from '#domain/people/directory.ts';

const SERVICE = 'a552213_service_name';

test('keys are one line as far as one filter selects both: texts regardless of case, everything else as it stands', () => {
  expect(isSameKey('service_name', 'Audit', 'AUDIT')).toBe(true);
  expect(isSameKey('client', 'Acme', 'acme')).toBe(true);
  expect(isSameKey('object', 'deal:A1', 'deal:a1')).toBe(true);
  expect(isSameKey('service_name', 'Audit', 'Audit ')).toBe(false);
  expect(isSameKey('object', 'Deal:1', 'deal:1')).toBe(false);
  expect(isSameKey('assoc_obj_type', 'Deal', 'deal')).toBe(false);
  expect(isSameKey('service_name', null, 'null')).toBe(false);
  expect(isSameKey('month', '2026-10-01', '2026-10-01')).toBe(true);
});

test('other spellings stand beside the key of their group, three of them, the rest counted, invisible ones visible', () => {
  const others = createSpellingsLookup({
    spellings: [{ group: SERVICE, key: 'Audit', others: ['AUDIT\u00a0', 'audit', 'aUdit', 'auDit', 'audiT'] }],
  });
  expect(formatOtherSpellings(others('service_name', 'Audit'))).toBe('also AUDIT‹NBSP›, audit, aUdit, 2 more');
  expect(formatOtherSpellings(others(SERVICE, 'Tax'))).toBe('');
  expect(others('category_text', 'Audit')).toEqual([]);
  expect(createSpellingsLookup({})('service_name', 'Audit')).toEqual([]);
});

test('a key is printed with what cannot be seen in it made visible', () => {
  const options = { fiscalYearStart: 1 };
  expect(formatKey('service_name', 'Audit ', emptyDirectory, options)).toBe('Audit‹blank›');
  expect(formatKey('client', 'Acme\u00a0', emptyDirectory, options)).toBe('Acme‹NBSP›');
  expect(formatKey('platform_owner_id', '7\u200b', emptyDirectory, options)).toBe('Person 7‹ZWSP›');
});
