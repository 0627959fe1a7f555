/** An id is bare as long as the directory has no name for it. */
import { expect, it } from 'vitest';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({ owners: { '7': { name: 'Ann' } }, objects: { 'deal:7': { name: 'Audit' } } });
const OWNER = 'platform_owner_id';
const OBJECT = 'a552213_assoc_record_id';
const find = (property: string, value: string | null, objectType?: string) => {
  return markBareId(findBareId(directory, { property, value, objectType }))['data-bare-id'];
};

it('is of a person, or of an object by its type', () => {
  expect(find(OWNER, '7')).toBeUndefined();
  expect(find(OWNER, '8')).toBe('person:8');
  expect(find('object', 'deal:7')).toBeUndefined();
  expect(find('object', 'company:7')).toBe('company:7');
  expect(find(OBJECT, '7', 'company')).toBe('company:7');
  expect(find(OBJECT, '7')).toBeUndefined();
  expect(find(OBJECT, '9')).toBe(':9');
});

it('is nothing that is unset, or no id', () => {
  expect(find(OWNER, null)).toBeUndefined();
  expect(find(OBJECT, '')).toBeUndefined();
  expect(find('a552213_title', '8')).toBeUndefined();
  expect(markBareId(undefined)).toEqual({});
});
