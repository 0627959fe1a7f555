/** A cell of the names table is saved, questioned or refused, and what is taken away comes back by the undo of its notice. */
import { notifications } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { listObjects, listPeople } from '#domain/people/named-rows.ts';
import { useSaveCell } from '#ui/screens/people/use-save-cell.ts';
import { findLatestNotice, findPress, listenToChanges, drawOnce } from '#tests/support/ui/kept-names.tsx';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '7': { name: 'Ann', weeklyHours: '40' } },
  objects: { 'company:1': { name: 'One', currency: 'Taler' }, 'company:2': { name: 'Two' } },
});
const openTable = () => drawOnce(directory, useSaveCell);
const two = listObjects(directory, []).find(({ id }) => id === '2');
const ann = listPeople(directory, []).find(({ id }) => id === '7');
if (!two || !ann) throw new Error('The directory has no such rows');
const byEnter = { isConfirmed: true, isGone: false };
const byLeaving = { isConfirmed: false, isGone: false };

afterEach(() => notifications.clean());

test('a currency that is nearly another one is questioned whenever its cell is left, and saved by a second Enter', async () => {
  const kept = listenToChanges(directory);
  const save = openTable();
  expect(await save(two, 'currency', 'taler', byLeaving)).toContain('choose “Taler”');
  expect(await save(two, 'currency', 'taler', byLeaving)).toContain('choose “Taler”');
  expect(kept).toEqual([]);
  expect(await save(two, 'currency', 'taler', byEnter)).toBeUndefined();
  expect(kept).toEqual([{ owners: {}, objects: { 'company:2': { name: 'Two', client: null, currency: 'taler' } } }]);
});

test('a currency that was not questioned yet is questioned by Enter, too', async () => {
  const kept = listenToChanges(directory);
  const save = openTable();
  expect(await save(two, 'currency', 'taler', byEnter)).toContain('choose “Taler”');
  expect(await save(two, 'currency', 'TALER', byEnter)).toContain('choose “Taler”');
  expect(kept).toEqual([]);
});

test('what cannot be kept is to be corrected in its cell, and was not kept where its cell is gone', async () => {
  const kept = listenToChanges(directory);
  const save = openTable();
  expect(await save(ann, 'weekly_hours', 'bogus', byLeaving)).toMatch(
    /^Hours a week of Ann: "bogus" is not a number of hours.*\. Not saved: correct it/,
  );
  expect(await save(ann, 'weekly_hours', 'bogus', { ...byLeaving, isGone: true })).toMatch(
    /^Hours a week of Ann was not kept: "bogus" is not a number of hours/,
  );
  expect(kept).toEqual([]);
});

test('a removed name comes back by the undo of its notice, with all that was known', async () => {
  const kept = listenToChanges(directory);
  expect(await openTable()(ann, 'name', ' ', byEnter)).toBeUndefined();
  expect(kept).toEqual([{ owners: { '7': null }, objects: {} }]);
  findPress(findLatestNotice())?.();
  await expect.poll(() => kept[1]).toEqual({ owners: { '7': directory.owners['7'] }, objects: {} });
});
