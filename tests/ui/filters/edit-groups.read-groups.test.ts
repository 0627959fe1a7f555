import { expect, test } from 'vitest';
import { looksLikeGroups, readGroups } from '#ui/filters/edit-groups.ts';

const filter = { propertyName: 'service_name', operator: 'EQ', value: 'Audit' };
const full = [{ filters: [{ propertyName: 'a552213_service_name', operator: 'EQ', value: 'Audit' }] }];

test.each([
  ['the groups', [{ filters: [filter] }]],
  ['a request of a search', { limit: 10, filterGroups: [{ filters: [filter] }], sorts: [] }],
  ['one group', { filters: [filter] }],
])('%s are read, with full names', (_, given) => {
  expect(readGroups(JSON.stringify(given))).toEqual({ ok: true, groups: full });
});

test.each([
  ['{', 'This is not JSON: paste filterGroups as a search request has them.'],
  ['[{"filters":[]}]', 'This does not have the form of filterGroups (at 0.filters):'],
  [
    '[{"filters":[{"propertyName":"titel","operator":"EQ","value":"a"}]}]',
    'In group 1, filter 1: no property is called "titel".',
  ],
  ['7', 'This does not have the form of filterGroups:'],
])('%s is refused with what to do', (text, problem) => {
  const read = readGroups(text);
  expect(read.ok ? '' : read.problem).toContain(problem);
});

test('other texts on the clipboard are no filters', () => {
  expect(looksLikeGroups(JSON.stringify(full))).toBe(true);
  expect(looksLikeGroups('["filters"')).toBe(true);
  expect(looksLikeGroups('Audit "filters"')).toBe(false);
  expect(looksLikeGroups('[1, 2]')).toBe(false);
});
