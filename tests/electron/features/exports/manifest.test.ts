import { expect, test } from 'vitest';
import { describeFilter, hashLetterhead, hideFromClient, toOrigin } from '#electron/features/exports/manifest.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';

function optionsFor(audience: 'client' | 'internal') {
  const settled = resolveOptions(exportOptionsSchema.parse({ audience }));
  if (!settled.ok) throw new Error(settled.problem);
  return settled.value;
}
const told = (filterGroups: FilterGroups, query = '') =>
  describeFilter({ options: optionsFor('client'), filterGroups, query, shownProperties });
const shownProperties = ['a552213_category_text', 'client', 'a552213_total_minutes', 'a552213_title'];
const one = (propertyName: string, operator: Filter['operator'], rest: Partial<Filter> = { value: 'x' }) => [
  { filters: [{ propertyName, operator, ...rest }] },
];
const hidden = { filter: [], query: '', internalFilter: true };

test('a client is told of a condition that every line shows by itself', () => {
  for (const groups of [
    one('category_text', 'EQ'),
    one('client', 'IN', { values: ['Acme'] }),
    one('a552213_total_minutes', 'BETWEEN', { value: '1', highValue: '9' }),
    [],
  ])
    expect(told(groups)).toEqual({ filter: groups, query: '' });
});

test('a client is told of the client that the file is for, also without its column', () => {
  const told = (groups: FilterGroups) =>
    describeFilter({
      options: optionsFor('client'),
      filterGroups: groups,
      query: '',
      shownProperties: ['a552213_title'],
    });
  for (const groups of [one('client', 'EQ', { value: 'Acme' }), one('client', 'IN', { values: ['Acme'] })])
    expect(told(groups)).toEqual({ filter: groups, query: '' });
  expect(told(one('client', 'GT', { value: 'Acme' }))).toEqual(hidden);
});

test('a client is told of no condition on a column that the file does not have', () => {
  expect(told(one('service_name', 'EQ'))).toEqual(hidden);
});

test('a client is told of no value that a line need not have: the other clients of a list, or what is left out', () => {
  for (const groups of [
    one('client', 'IN', { values: ['Acme', 'Rival'] }),
    one('client', 'NEQ', { value: 'Rival' }),
    one('title', 'NOT_CONTAINS_TOKEN', { value: 'secret' }),
    [...one('client', 'EQ', { value: 'Acme' }), ...one('client', 'EQ', { value: 'Rival' })],
  ])
    expect(told(groups), JSON.stringify(groups)).toEqual(hidden);
});

test('a client is told of no condition on what a client may not see, not even beside another, and of no free text', () => {
  expect(told(one('description', 'CONTAINS_TOKEN'))).toEqual(hidden);
  expect(told(one('cost_amount', 'GT', { value: '100' }))).toEqual(hidden);
  expect(told(one('team', 'EQ'))).toEqual(hidden);
  expect(
    told([{ filters: [...(one('title', 'EQ')[0]?.filters ?? []), ...(one('margin_amount', 'GT')[0]?.filters ?? [])] }]),
  ).toEqual(hidden);
  expect(told([], 'overpriced')).toEqual(hidden);
});

test('for internal use all conditions are told', () => {
  const groups = one('team', 'NEQ');
  expect(
    describeFilter({ options: optionsFor('internal'), filterGroups: groups, query: 'x', shownProperties: [] }),
  ).toEqual({
    filter: groups,
    query: 'x',
  });
});

const settings: Settings = { ...defaultSettings, zone: 'Europe/Zurich' };
const person = { team: null, weeklyHours: null, activeFrom: null, activeTo: null };
const origin = (own: Partial<Settings>, owners = { '1': { name: 'Ada', ...person } }) =>
  toOrigin({
    options: optionsFor('internal'),
    settings: { ...settings, ...own },
    directory: { owners, objects: {} },
    filterGroups: [],
    shownProperties: [],
    query: '',
    period: null,
    seal: { complete: true, asOf: '2026-11-20T12:00:00.000Z' },
    isLossy: false,
    source: null,
    version: '1',
  });

test('another setting that figures rest on is another hash; one that changes no figure is not', () => {
  expect(origin({ footing: 'round-lines' }).settingsHash).not.toBe(origin({}).settingsHash);
  expect(origin({ zone: 'UTC' }).settingsHash).not.toBe(origin({}).settingsHash);
  expect(origin({ senderName: 'Firm' }).settingsHash).toBe(origin({}).settingsHash);
  expect(origin({ quotaLimit: 7 }).settingsHash).toBe(origin({}).settingsHash);
});

test('the same names have the same hash in whatever order they were entered', () => {
  const [ada, bo] = [
    { name: 'Ada', ...person },
    { name: 'Bo', ...person },
  ];
  const hash = (owners: Record<string, typeof ada>) => origin({}, owners as never).directoryHash;
  expect(hash({ b: ada, a: bo })).toBe(hash({ a: bo, b: ada }));
  expect(hash({ a: ada, b: bo })).not.toBe(hash({ a: bo, b: ada }));
});

test('another letterhead is another hash, and a client is told neither that one nor another', () => {
  const hash = (own: Partial<Settings>, firm: string) =>
    hashLetterhead({ ...settings, ...own }, { letter: undefined, firm }).letterheadHash;
  expect(hash({}, 'Firm')).toHaveLength(64);
  expect(hash({}, 'Firm')).not.toBe(hash({}, 'Another'));
  const hashes = { directoryHash: 'd', settingsHash: 's', letterheadHash: 'l' };
  const facts = { source: null, ...hashes };
  expect(hideFromClient({ ...facts, audience: 'client' } as const)).toEqual({ audience: 'client' });
  expect(hideFromClient({ ...facts, audience: 'internal' } as const)).toEqual({ ...facts, audience: 'internal' });
});
