import { expect, test } from 'vitest';
import { filterBounds, findExcess, checkFilterGroups } from '#domain/filter/check.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';

const repeat = (count: number, filter: Filter): FilterGroups =>
  Array.from({ length: count }, () => ({ filters: [filter] }));
const title = { propertyName: 'title', operator: 'CONTAINS_TOKEN' } as const;
const many = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => word.replace('#', String(at))).join(' ');
const list = (count: number): Filter => ({
  propertyName: 'title',
  operator: 'IN',
  values: Array.from({ length: count }, (_, at) => `v${at}`),
});

test.each<[keyof typeof filterBounds, (count: number) => FilterGroups, string]>([
  ['filters', (count) => repeat(count, { propertyName: 'title', operator: 'HAS_PROPERTY' }), 'more than 5,000 filters'],
  ['values', (count) => [{ filters: [list(count - 5), list(5)] }], 'more than 200,000 values'],
  ['words', (count) => [{ filters: [{ ...title, value: many(count, 'w#') }] }], 'more than 100 words'],
  ['wildcards', (count) => [{ filters: [{ ...title, value: many(count, 'a*b#') }] }], 'more than 20 words with *'],
])(
  'a filter may hold as many %s as stated, and one more is refused with where and how many',
  (name, groups, sentence) => {
    expect(checkFilterGroups(groups(filterBounds[name]))).toMatchObject({ ok: true });
    const checked = checkFilterGroups(groups(filterBounds[name] + 1));
    const { where, what } = checked.ok ? { where: '', what: '' } : checked.problem;
    expect(where).toMatch(/^group \d+, filter \d+$/);
    expect(writeMarked(what)).toContain(sentence);
  },
);

test('a word that stands in every alternative of a drill-down counts once', () => {
  expect(findExcess(repeat(140, { ...title, value: 'audit tax*' }))).toBeUndefined();
});

test('a word that is sought in two properties counts for each', () => {
  const value = many(51, 'w#');
  const both = ['title', 'description'].map((propertyName): Filter => ({ ...title, propertyName, value }));
  expect(findExcess([{ filters: both }])).toMatchObject({ group: 0, filter: 1 });
});

test.each([5, 20, 100])(
  'what a report’s own lines select is never too much: the rest beyond the top %i days',
  (top) => {
    const days = Array.from({ length: 400 }, (_, at) =>
      new Date(Date.UTC(2025, 0, 1 + 2 * at)).toISOString().slice(0, 10),
    );
    const line = (day: string | null) => ({ key: { day }, values: {}, records: 1 });
    const rest = { ...line(null), folded: days.length - top };
    const filterGroups = Array.from({ length: 10 }, (_, at) => ({ filters: [{ ...title, value: `w${at} x y` }] }));
    const report = reportSchema.parse({ measures: ['records'], groupBy: ['day'], filterGroups });
    const result = reportResult({ rows: [...days.slice(0, top).map(line), rest], calendar: 'clock' });
    const drilled = drillDown(report, result, { row: rest });
    expect(drilled.filterGroups.length).toBeGreaterThan(top);
    expect(findExcess(drilled.filterGroups)).toBeUndefined();
  },
);
