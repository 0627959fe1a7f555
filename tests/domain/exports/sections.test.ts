import { expect, test } from 'vitest';
import { toSections, type ManifestFacts } from '#domain/exports/sections.ts';

const facts: ManifestFacts = {
  records: 1234,
  lines: 12,
  totals: {},
  currency: 'EUR',
  filter: [{ filters: [{ propertyName: 'platform_owner_id', operator: 'EQ', value: '7' }] }],
  query: '',
  period: { name: 'last-month', from: '2026-10-01', to: '2026-10-31' },
  calendar: 'recorded-month',
  zone: 'Europe/Zurich',
  amounts: 'recorded',
  footing: 'exact',
  digits: { hours: 2, money: 2 },
  missing: ['2026-09', '2026-10'],
  unreadable: 3,
  audience: 'internal',
  directoryHash: 'd',
  settingsHash: 's',
  source: 'https://logs.example.com',
  complete: false,
  asOf: null,
  appVersion: '1',
};
const told = (own: Partial<ManifestFacts> = {}) =>
  toSections({ ...facts, ...own }, { seal: 'Partial', period: 'October 2026', nameOf: () => 'Ada Roth' });
const textsIn = (title: string, own: Partial<ManifestFacts> = {}) =>
  told(own)
    .find((section) => section.title === title)
    ?.facts.map(({ label, text }) => `${label}: ${text}`);

test('the facts stand under the words of auditors', () => {
  expect(told().map(({ title }) => title)).toEqual(['Completeness', 'Accuracy', 'Source', 'Extraction', 'Filters']);
  expect(textsIn('Completeness')).toEqual([
    'State: Partial',
    'Records: 1,234',
    'Lines: 12',
    'Missing months: Sep 2026 – Oct 2026',
  ]);
});

test('the filter is told in words and names, the calendar too', () => {
  const filters = textsIn('Filters');
  expect(filters).toContain('Dates: 2026-10-01 to 2026-10-31');
  expect(filters).toContain('Calendar: by recorded week and month');
  expect(filters).toContain('Filter: Person is Ada Roth');
  expect(textsIn('Filters', { calendar: 'clock' })).toContain('Calendar: by start time');
});

test('conditions that are not told are not told to be none', () => {
  const filters = textsIn('Filters', { filter: [], internalFilter: true, audience: 'client' }) ?? [];
  expect(filters.filter((fact) => fact.startsWith('Filter'))).toEqual([
    'Filter: Internal conditions apply that this file does not tell.',
  ]);
  expect(filters).toContain('For: the client');
});
