import { expect, test } from 'vitest';
import {
  applyProfile,
  clientProfilesSchema,
  findOnlyClient,
  findProfile,
  type ClientProfile,
} from '#domain/exports/profile.ts';
import type { FilterGroups } from '#domain/filter/model.ts';

const acme: ClientProfile = { client: 'Acme', rates: false, format: 'pdf', names: true };
const one = (...filters: FilterGroups[number]['filters'][number][]): FilterGroups => [{ filters }];
const is = (value: string) => ({ propertyName: 'client', operator: 'EQ', value }) as const;

test('a filter is of one client where each of its groups says so, in any spelling of the name', () => {
  expect(findOnlyClient(one(is('Acme')))).toBe('Acme');
  expect(findOnlyClient(one({ propertyName: 'client', operator: 'IN', values: ['Acme'] }))).toBe('Acme');
  expect(
    findOnlyClient([...one(is('Acme')), ...one(is('ACME'), { propertyName: 'title', operator: 'HAS_PROPERTY' })]),
  ).toBe('Acme');
  expect(findOnlyClient([])).toBeUndefined();
  expect(findOnlyClient([...one(is('Acme')), ...one(is('Beta'))])).toBeUndefined();
  expect(findOnlyClient(one({ propertyName: 'client', operator: 'IN', values: ['Acme', 'Beta'] }))).toBeUndefined();
  expect(findOnlyClient(one({ propertyName: 'client', operator: 'NEQ', value: 'Acme' }))).toBeUndefined();
  expect(findProfile([acme], 'ACME ')).toBe(acme);
});

test('a profile decides what was not chosen, and a choice for less holds', () => {
  expect(applyProfile({}, acme, true)).toMatchObject({
    options: { audience: 'client', rates: false, format: 'pdf', names: true },
    profile: acme,
  });
  expect(applyProfile({ format: 'csv', names: false }, acme, true)).toMatchObject({
    options: { audience: 'client', format: 'csv', names: false },
  });
  const generous = { ...acme, rates: true };
  expect(applyProfile({}, generous, true)).toMatchObject({ options: { rates: true } });
  // Chosen for a client, without rates.
  expect(applyProfile({ audience: 'client' }, generous, true)).not.toMatchObject({ options: { rates: true } });
  expect(applyProfile({ audience: 'client', rates: false }, generous, true)).toMatchObject({
    options: { rates: false },
  });
});

test('more than the profile is refused: rates always, internal use where it was stored and not said now', () => {
  const problem = (...given: Parameters<typeof applyProfile>) => {
    const answer = applyProfile(...given);
    return answer.ok ? answer.options : answer.problem;
  };
  for (const isStored of [true, false])
    expect(problem({ audience: 'client', rates: true }, acme, isStored)).toBe(
      'This export would tell Acme more than its profile allows: leave out the rates, or allow them in Settings',
    );
  expect(problem({ audience: 'client', rates: true }, { ...acme, rates: true }, true)).toMatchObject({ rates: true });
  expect(problem({ audience: 'internal' }, acme, true)).toBe(
    'This definition would tell Acme more than its profile allows: it is for internal use, and each run has to say so',
  );
  expect(problem({ audience: 'internal' }, acme, false)).toEqual({ audience: 'internal' });
  expect(problem({ audience: 'client', rates: true }, undefined, true)).toEqual({ audience: 'client', rates: true });
});

test('a client has one profile', () => {
  expect(clientProfilesSchema.safeParse([acme, { ...acme, client: 'Beta' }]).success).toBe(true);
  expect(clientProfilesSchema.safeParse([acme, { ...acme, client: 'aCME' }]).success).toBe(false);
});

test('a profile made for a format of an earlier version has the one that took its place', () => {
  expect(clientProfilesSchema.parse([{ ...acme, format: 'capsule' }])).toEqual([{ ...acme, format: 'html' }]);
});
