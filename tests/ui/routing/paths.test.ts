import { expect, test } from 'vitest';
import { toSubjectAddress, findSubjectKind, readSubjectId } from '#ui/routing/paths.ts';

test('a page has any name in its path, and its view behind it', () => {
  expect(toSubjectAddress('client', 'Müller / Söhne? 50 %', 'period=2026-10')).toBe(
    '/client/M%C3%BCller%20%2F%20S%C3%B6hne%3F%2050%20%25?period=2026-10',
  );
  expect(toSubjectAddress('person', '4711')).toBe('/person/4711');
});

test.each(['Müller / Söhne? 50 %', 'Elm & Partners', 'a%26b', '4711'])(
  'the page of %s is read as it was written',
  (name) => {
    expect(readSubjectId('client', toSubjectAddress('client', name))).toBe(name);
  },
);

test('an address that a person has typed wrongly is read as it is', () => {
  expect(readSubjectId('client', '/client/50%')).toBe('50%');
});

test('the kind of a page is read from its path', () => {
  expect(findSubjectKind('/person/4711')).toBe('person');
  expect(findSubjectKind('/client/a%2Fb')).toBe('client');
  expect(findSubjectKind('/people')).toBeUndefined();
});
