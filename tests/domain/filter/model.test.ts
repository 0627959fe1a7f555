import { expect, it } from 'vitest';
import { filterGroupsSchema } from '#domain/filter/model.ts';

it('keeps a filter as it was read on its whole way: nothing on it can be written to', () => {
  const groups = filterGroupsSchema.parse([
    { filters: [{ propertyName: 'title', operator: 'IN', values: ['Audit', 7] }] },
  ]);
  const [group] = groups;
  const [filter] = group?.filters ?? [];
  expect(filter).toEqual({ propertyName: 'title', operator: 'IN', values: ['Audit', '7'] });
  expect([groups, group, group?.filters, filter, filter?.values].map((each) => Object.isFrozen(each))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
});
