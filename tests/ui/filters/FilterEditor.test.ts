/** The properties that a new condition can be on. */
import { expect, test } from 'vitest';
import { quickProperties } from '#ui/filters/choices.ts';
import { filterChoices, propertyChoices } from '#ui/filters/FilterEditor.tsx';

const offered = (search: string) =>
  filterChoices({ options: propertyChoices, search, limit: Infinity }).flatMap((each) =>
    'group' in each ? each.items.map((item) => (typeof item === 'string' ? item : item.value)) : [each.value],
  );

test('before anything is typed the usual properties are offered, whether a record is billable among them', () => {
  expect(offered('').slice(0, quickProperties.length)).toEqual(quickProperties);
});

test('typed words find a property by its label', () => {
  expect(offered('billable')).toContain('billable');
  expect(offered('Category')).not.toContain('client');
});
