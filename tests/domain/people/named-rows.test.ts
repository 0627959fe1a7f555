/** Rows of ids: the unnamed first, by hours; people of the directory without a record last. */
import { expect, it } from 'vitest';
import { countNamed, listObjects, listPeople, searchRows, formatShareOfHours } from '#domain/people/named-rows.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '1': { name: 'Ferenc Horváth', team: 'Tax' }, '2': { name: 'Bo' }, '9': { name: 'New' } },
  objects: { 'deal:1': { name: 'Audit', client: 'Acme' } },
});
const person = (id: string, hours: string | null) => ({ kind: 'person', id, hours, records: 1 });
const rows = listPeople(directory, [person('1', '80'), person('3', '2.5'), person('4', '90'), person('2', '100.25')]);

it('lists the unnamed first, by hours, then the named, by hours', () => {
  expect(rows.map(({ id }) => id)).toEqual(['4', '3', '2', '1', '9']);
  expect(rows[3]).toMatchObject({ name: 'Ferenc Horváth', fields: { team: 'Tax', weekly_hours: '' } });
  expect(rows[4]).toMatchObject({ hours: null, records: 0 });
  expect(countNamed(rows)).toEqual({ unnamed: 2, all: 5, unnamedHours: '92.5', allHours: '272.75' });
});

it('tells objects apart by type and id', () => {
  const objects = listObjects(directory, [
    { kind: 'deal', id: '1', hours: '1', records: 1 },
    { kind: 'company', id: '1', hours: '1', records: 1 },
  ]);
  expect(objects.map(({ kind, name }) => [kind, name])).toEqual([
    ['company', undefined],
    ['deal', 'Audit'],
  ]);
});

it('finds words in any field, whatever their case and accents', () => {
  const ids = (search: string) => searchRows(rows, search).map(({ id }) => id);
  expect(ids('horvath')).toEqual(['1']);
  expect(ids('TAX ferenc')).toEqual(['1']);
  expect(ids('4')).toEqual(['4']);
  expect(ids(' ')).toHaveLength(5);
  expect(ids('tax bo')).toEqual([]);
});

it('tells the share of the hours in whole percent, never more than there is', () => {
  expect(formatShareOfHours(rows.slice(0, 1), rows)).toBe('32');
  expect(formatShareOfHours(rows, rows)).toBe('100');
  expect(formatShareOfHours([], [])).toBe('0');
});
