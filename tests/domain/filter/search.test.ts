import { expect, test } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { expandLocal } from '#domain/filter/expand.ts';
import { createMatcher } from '#domain/filter/match.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { printFilter } from '#domain/filter/print.ts';
import {
  findMatches,
  findNearNames,
  foldSearched,
  findSearch,
  listSearchWords,
  removeSearch,
  applySearch,
  replaceSearched,
} from '#domain/filter/search.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const finds = (value: string): Filter => ({ propertyName: 'search', operator: 'FINDS', value });
const isAudit: Filter = { propertyName: 'a552213_service_name', operator: 'EQ', value: 'Audit' };
const isTax: Filter = { propertyName: 'a552213_service_name', operator: 'EQ', value: 'Tax' };

test.each([
  ['Horváth', 'horvath'],
  ['Łukasz Ångström', 'lukasz angstrom'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Ærø Œuvre', 'aero oeuvre'],
  ['ﬁn ２０２６', 'fin 2026'],
])('%s is searched as %s', (text, folded) => expect(foldSearched(text)).toBe(folded));

const directory = directoryOf({
  owners: { '7': { name: 'Dávid Horváth' } },
  objects: { 'deal:40012': { name: 'Annual audit', client: 'Brightwater Ltd' } },
});
const record = recordOf('9100200', {
  title: 'Review of the closing',
  description: 'Second pass, with partner',
  category_text: 'Advice',
  service_name: 'Tax returns',
  record_id: 'TL-2026 0042',
  assoc_obj_type: 'deal',
  assoc_record_id: '40012',
  platform_owner_id: '7',
});

test.each([
  ['horvath', true],
  ['HORVÁTH review', true],
  ['rev part', true],
  ['view', true],
  ['clos', true],
  ['ew', false],
  ['review audit brightw advice tax', true],
  ['review nowhere', false],
  ['9100200', true],
  ['#91002,', true],
  ['91', false],
  ['TL-2026', true],
  ['TL-2026 0042', true],
  ['horvath 400', true],
  ['horvath 401', false],
])('%s finds the record: %s', (text, isFound) => {
  expect(createMatcher({ filterGroups: [{ filters: [finds(text)] }], query: '', zone: 'UTC' }, directory)(record)).toBe(
    isFound,
  );
});

const found = (text: string, isInTexts?: (word: string) => boolean) => {
  const selection = { filterGroups: [{ filters: [finds(text)] }], query: '', zone: 'UTC' };
  return createMatcher(selection, directory, isInTexts)(record);
};

test.each([
  ['one letter changed', 'horwath', true],
  ['one left out', 'hrvath', true],
  ['one more', 'horrvath', true],
  ['two swapped', 'hovrath review', true],
  ['of a client', 'brihgtwater', true],
  ['of a part of a client', 'light', true],
  ['of a part, while it is typed', 'brigthw', true],
  ['of a part, of a short word', 'wbte', false],
  ['two letters', 'horwatt', false],
  ['of a short word', 'dvid', true],
  ['of a word of three letters', 'ltt', false],
  ['of a text that is no name', 'clozing', false],
])('a name with a wrong letter is found where the word is nowhere: %s, %s', (_, text, isFound) => {
  expect(found(text, () => false)).toBe(isFound);
  // A word that any record has is meant as it is.
  expect(found(text, () => true)).toBe(false);
});

test('a word that could be several names finds none of them, and is written as one of them', () => {
  const several = directoryOf({ owners: { '7': { name: 'Meyer' }, '8': { name: 'Maïer' } }, objects: {} });
  const selection = { filterGroups: [{ filters: [finds('Meier rev')] }], query: '', zone: 'UTC' };
  const isFound = (people: typeof several) => createMatcher(selection, people, (word) => word !== 'meier')(record);
  expect(isFound(several)).toBe(false);
  expect(isFound(directoryOf({ owners: { '7': { name: 'Meyer' }, '9': { name: 'Anna Meyer' } }, objects: {} }))).toBe(
    true,
  );
  expect([...findNearNames('meier', several)]).toEqual([
    ['meyer', 'Meyer'],
    ['maier', 'Maïer'],
  ]);
  expect(replaceSearched(selection.filterGroups, 'meier', 'Maïer')).toEqual([{ filters: [finds('Maïer rev')] }]);
});

test('the search is in each group, read from all alike, and taken out of all', () => {
  const either: FilterGroups = [{ filters: [isAudit] }, { filters: [isTax] }];
  const searched = applySearch(either, 'rev');
  expect(searched).toEqual([{ filters: [isAudit, finds('rev')] }, { filters: [isTax, finds('rev')] }]);
  expect(findSearch(searched)).toBe('rev');
  expect(removeSearch(searched)).toEqual(either);
  expect(applySearch(searched, 'other')).toEqual(applySearch(either, 'other'));
  expect(applySearch(searched, ' – ')).toEqual(either);
  expect(applySearch([], 'rev')).toEqual([{ filters: [finds('rev')] }]);
  expect(removeSearch([{ filters: [finds('rev')] }])).toEqual([]);
  expect(removeSearch([{ filters: [finds('rev')] }, { filters: [isTax, finds('rev')] }])).toEqual([]);
  expect(findSearch([{ filters: [isAudit] }, { filters: [finds('rev')] }])).toBeUndefined();
  expect(removeSearch([{ filters: [isAudit] }, { filters: [finds('rev')] }])).toHaveLength(2);
});

test('a search is checked, printed, and refused where only the service could answer', () => {
  expect(checkFilterGroups([{ filters: [finds('rev')] }])).toEqual({ ok: true, value: [{ filters: [finds('rev')] }] });
  expect(checkFilterGroups([{ filters: [finds('…')] }])).toMatchObject({
    problem: { what: '"…" has no letter or digit to look for' },
  });
  expect(checkFilterGroups([{ filters: [{ ...isTax, operator: 'FINDS' }] }])).toMatchObject({
    problem: { what: 'FINDS searches everything, as "search", not "a552213_service_name"' },
  });
  expect(checkFilterGroups([{ filters: [{ ...finds('rev'), operator: 'EQ' }] }])).toMatchObject({
    problem: { what: 'EQ does not fit Search; it takes FINDS' },
  });
  expect(printFilter([{ filters: [isTax, finds('rev')] }])).toBe('Service is Tax and Search “rev”');
  expect(expandLocal([{ filters: [finds('rev')] }], emptyDirectory)).toMatchObject({ ok: false });
});

const marked = (text: string, searched: string) =>
  findMatches(text, listSearchWords(searched)).map(([start, end]) => text.slice(start, end));

test('what was typed is marked where a word has it, accents included', () => {
  expect(marked('Dávid Horváth', 'horva')).toEqual(['Horvá']);
  expect(marked('Dávid Horva\u0301th', 'horva')).toEqual(['Horva\u0301']);
  expect(marked('Straße 12, streets', 'strass str')).toEqual(['Straß', 'str']);
  expect(marked('Interviéws', 'view')).toEqual(['viéw']);
  expect(marked('Interview 2012', 'ew 12')).toEqual([]);
});
