/** Where each word and each beginning of an id of a search may be found: the second as the first, each in its own place. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const scratch = scratchSnapshot();
let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await scratch.open();
  await publish(snapshot, [
    recordOf('1', { title: 'alpha', platform_owner_id: '7', assoc_obj_type: 'deal', assoc_record_id: '456' }),
    recordOf('2', { title: 'alpha', record_id: '123', assoc_obj_type: 'company', assoc_record_id: '9' }),
    recordOf('3', { record_id: '1239', assoc_record_id: '4567' }),
    recordOf('4', { record_id: '88 -- 2026' }),
    recordOf('5', { record_id: '124', assoc_record_id: '122' }),
    recordOf('47100', {}),
    recordOf('472', {}),
    recordOf('47200', {}),
    recordOf('471999999999999999', {}),
  ]);
  await snapshot.setDirectory(
    directoryOf({
      owners: { '7': { name: 'Ada' }, '8': { name: 'Audit Team' } },
      objects: { 'deal:456': { name: 'Ledger' }, 'company:9': { name: 'Books' } },
    }),
  );
});
afterAll(() => scratch.dispose());

async function find(...searches: readonly string[]): Promise<string[]> {
  const { rows } = await snapshot.page({
    filterGroups: searches.map((value) => ({ filters: [{ propertyName: 'search', operator: 'FINDS', value }] })),
    query: '',
    zone: 'UTC',
    columns: [],
    sort: { propertyName: 'sys_object_id', direction: 'ASCENDING' },
    offset: 0,
    limit: 20,
  });
  return rows.map(({ id }) => id);
}

test.each([
  ['a word of the record and a person', 'alpha ada', ['1']],
  ['a word of the record and an object', 'alpha books', ['2']],
  ['a person and an object, in either order', 'ada ledger', ['1']],
  ['an object and a person', 'ledger ada', ['1']],
  ['three words of three places', 'alpha ledger ada', ['1']],
  ['a word of the record and a person of other records', 'alpha audit', []],
  ['beginnings of two ids', '123 456', ['3']],
  ['the same in the other order', '456 123', ['3']],
  ['a word and the beginning of an id', 'alpha 123', ['2']],
  ['ids that begin alike, and none beside them', '123', ['2', '3']],
  ['an id that holds blanks', '88 -- 20', ['4']],
  ['its parts in another order', '2026 -- 88', []],
])('%s', async (_, search, ids) => {
  expect(await find(search)).toEqual(ids);
});

test('each of several groups looks for its own', async () => {
  expect(await find('ada', 'books')).toEqual(['1', '2']);
  expect(await find('books', '471')).toEqual(['2', '47100', '471999999999999999']);
});

test('a record’s own id begins with the digits, whatever its length, and no other number does', async () => {
  expect(await find('471')).toEqual(['47100', '471999999999999999']);
  expect(await find('472')).toEqual(['472', '47200']);
  expect(await find('47199999999999999')).toEqual(['471999999999999999']);
  expect(await find('471999999999999999')).toEqual(['471999999999999999']);
  for (const none of ['0471', '000', '4719999999999999990', '47101']) expect(await find(none), none).toEqual([]);
});
