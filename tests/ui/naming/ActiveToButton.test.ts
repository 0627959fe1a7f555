/** Of a person who is gone nothing is expected after the last entry. */
import { notifications } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { ActiveToButton } from '#ui/naming/ActiveToButton.tsx';
import { findLatestNotice, findPress, listenToChanges, drawOnce } from '#tests/support/ui/kept-names.tsx';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '40' } } });
/** Nothing was logged from this day on. */
const from = '2026-11-16';
/** What a press of the button does, if it is drawn. */
const findButton = (lastEntry: string | null, ownerId = '7') =>
  findPress(drawOnce(directory, () => ActiveToButton({ ownerId, lastEntry, from }) ?? false));

afterEach(() => notifications.clean());

test('a person who is gone is active to the last entry in one step, and again with its undo', async () => {
  const kept = listenToChanges(directory);
  findButton('2026-04-10')?.();
  await expect.poll(findLatestNotice).toBeDefined();
  expect(kept).toEqual([{ owners: { '7': { ...directory.owners['7'], activeTo: '2026-04-10' } }, objects: {} }]);
  findPress(findLatestNotice())?.();
  await expect.poll(() => kept[1]).toEqual({ owners: { '7': directory.owners['7'] }, objects: {} });
});

test('without an entry it is the day before those without one; a person without a name, or who logged later, has not left', async () => {
  const kept = listenToChanges(directory);
  findButton(null)?.();
  await expect.poll(() => kept).toMatchObject([{ owners: { '7': { activeTo: '2026-11-15' } } }]);
  expect(findButton('2026-11-18')).toBeUndefined();
  expect(findButton('2026-04-10', '9')).toBeUndefined();
});
