import { expect, it } from 'vitest';
import { properties, propertyNames } from '#domain/properties.ts';

it('names each property once, in full, as the catalogue has it', () => {
  const names = Object.values(propertyNames);
  const known = new Set(properties.map(({ name }) => name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(propertyNames).toMatchObject({
    month: 'a552213_month_year',
    week: 'a552213_week_year',
    owner: 'platform_owner_id',
  });
});
