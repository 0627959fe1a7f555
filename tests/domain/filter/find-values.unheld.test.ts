import { expect, test } from 'vitest';
import { listFilterValues, findNearValue } from '#domain/filter/find-values.ts';
import { formatUnheldValue } from '#domain/filter/print.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

test('values are asked for by name where a text or an enumeration is or is not one, each once', () => {
  const asked = listFilterValues([
    {
      filters: [
        { propertyName: 'client', operator: 'EQ', value: 'Acme' },
        { propertyName: 'client', operator: 'NOT_IN', values: ['Brook', 'Acme'] },
        { propertyName: 'a552213_title', operator: 'CONTAINS_TOKEN', value: 'x' },
        { propertyName: 'a552213_total_minutes', operator: 'EQ', value: '5' },
        { propertyName: 'a552213_toggle', operator: 'EQ', value: 'true' },
        { propertyName: 'a552213_assoc_obj_type', operator: 'NEQ', value: 'deal' },
        { propertyName: 'team', operator: 'HAS_PROPERTY' },
      ],
    },
  ]);
  expect(Object.fromEntries(asked)).toEqual({ client: ['Acme', 'Brook'], a552213_assoc_obj_type: ['deal'] });
});

test('what was meant is a value records have, or the id of a person or object of that name', () => {
  const directory = directoryOf({
    owners: { '7': { name: 'Zoë Keller' }, '8': { name: 'Ben' } },
    objects: { 'deal:9': { name: 'Website' } },
  });
  const near = (name: string, wanted: string, held: string[]) => findNearValue(name, wanted, held, directory);
  expect(near('client', 'Acmee', ['Brook', 'Acme'])).toEqual({ value: 'Acme', name: null });
  expect(near('client', 'Zzz', ['Brook', 'Acme'])).toBeNull();
  expect(near('platform_owner_id', 'Zoe Keller', ['7', '8'])).toEqual({ value: '7', name: 'Zoë Keller' });
  // A person without a record is not offered.
  expect(near('platform_owner_id', 'Ben', ['7'])).toBeNull();
  expect(near('a552213_assoc_record_id', 'web site', ['9'])).toEqual({ value: '9', name: 'Website' });
  expect(near('platform_owner_id', '71', ['7', '8'])).toBeNull();
});

test('it is said in one sentence, with what cannot be seen made visible', () => {
  const unheld = { value: 'Acmee', isKnown: false, near: { value: 'Acme', name: null } };
  expect(formatUnheldValue({ ...unheld, propertyName: 'client' })).toBe(
    'No client is called “Acmee”; did you mean “Acme”?',
  );
  expect(formatUnheldValue({ ...unheld, propertyName: 'team', near: null })).toBe('No team is called “Acmee”.');
  expect(formatUnheldValue({ ...unheld, propertyName: 'client', isKnown: true })).toBe(
    'No record here belongs to the client “Acmee”.',
  );
  expect(formatUnheldValue({ ...unheld, propertyName: 'a552213_service_name', value: 'Audit ' })).toBe(
    'No record here has “Audit‹blank›” as its service; did you mean “Acme”?',
  );
  expect(
    formatUnheldValue({
      propertyName: 'platform_owner_id',
      value: 'Zoe',
      isKnown: false,
      near: { value: '7', name: 'Zoë' },
    }),
  ).toBe('No record here has “Zoe” as its person; did you mean 7 (Zoë)?');
});
