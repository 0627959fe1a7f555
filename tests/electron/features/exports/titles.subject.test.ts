import { expect, test } from 'vitest';
import { findSubject, titleRecords, titleReport } from '#electron/features/exports/titles.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { propertyNames } from '#domain/properties.ts';

const directory = {
  owners: { '7': { name: 'Ada Roth', team: null, weeklyHours: null, activeFrom: null, activeTo: null } },
  objects: { 'deal:9': { name: 'Ledger', client: 'Acme AG', currency: null } },
};
const client = (value: string): FilterGroups[number] => ({
  filters: [{ propertyName: 'client', operator: 'EQ', value }],
});
const find = (filterGroups: FilterGroups) => findSubject({ filterGroups }, directory);
const options = (audience: 'internal' | 'client') => {
  const settled = resolveOptions(exportOptionsSchema.parse({ audience }));
  if (!settled.ok) throw new Error(settled.problem);
  return settled.value;
};

test('a file of one client is named after it, as people write it', () => {
  expect(find([client('acme ag')])).toEqual({ client: 'Acme AG' });
  expect(titleRecords(find([client('acme ag')]))).toBe('Time logs of Acme AG');
  expect(titleReport({ client: 'Acme AG' }, 'People', options('client'))).toBe('Activity statement: Acme AG');
  expect(titleReport({ client: 'Acme AG' }, 'People', options('internal'))).toBe('People: Acme AG');
});

test('a file of one person is named after that person', () => {
  const one = { propertyName: propertyNames.owner, operator: 'IN' as const, values: ['7'] };
  expect(find([{ filters: [one] }])).toEqual({ person: 'Ada Roth' });
});

test('a file of several clients, of none, or of all but one is named after none', () => {
  expect(find([client('Acme AG'), client('Brook')])).toEqual({});
  expect(find([client('Acme AG'), { filters: [] }])).toEqual({});
  expect(find([{ filters: [{ propertyName: 'client', operator: 'NEQ', value: 'Acme AG' }] }])).toEqual({});
  expect(titleRecords({})).toBe('Time logs');
  expect(titleReport({}, 'People', options('client'))).toBe('Report');
});
