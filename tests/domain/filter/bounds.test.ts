import { expect, test } from 'vitest';
import { filterBounds } from '../../../src/domain/filter/bounds.ts';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import type { Filter, FilterGroups } from '../../../src/domain/filter/model.ts';

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
  ['filters', (count) => repeat(count, { propertyName: 'title', operator: 'HAS_PROPERTY' }), 'more than 200 filters'],
  ['values', (count) => [{ filters: [list(count - 5), list(5)] }], 'more than 20,000 values'],
  ['words', (count) => [{ filters: [{ ...title, value: many(count, 'w#') }] }], 'more than 100 words'],
  ['wildcards', (count) => repeat(count, { ...title, value: 'a*b' }), 'more than 20 words with *'],
])(
  'a filter may hold as many %s as stated, and one more is refused with where and how many',
  (name, groups, sentence) => {
    expect(checkFilterGroups(groups(filterBounds[name]))).toMatchObject({ ok: true });
    expect(checkFilterGroups(groups(filterBounds[name] + 1))).toMatchObject({
      ok: false,
      problem: { where: expect.stringMatching(/^group \d+, filter \d+$/), what: expect.stringContaining(sentence) },
    });
  },
);
