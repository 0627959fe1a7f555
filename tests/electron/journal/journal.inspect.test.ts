/** A file in which every row was proven is not read row by row while no byte of it is another. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectJournal, openJournal } from '#electron/journal/journal.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(scratchPlace(), 'inspect-'));
  path = join(folder, 'journal.sqlite');
  const journal = open();
  journal.saveNames(directoryOf({ owners: { '1': { name: 'Anna Keller' }, '2': { name: 'Bo Larsen' } } }));
  journal.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openJournal(path, { copyClock: () => Date.parse('2026-11-20T08:00:00Z') });
const look = () => {
  const { survey, verdict } = inspectJournal(path);
  return { rowsRead: survey.rows.get('owner_name')?.size ?? 0, isDamaged: verdict !== undefined };
};
function flip(text: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(text);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

it('reads no row of a file that was closed and is unchanged', () => {
  expect(look()).toEqual({ rowsRead: 0, isDamaged: false });
});

it.each([
  ['one bit of a row', () => flip('Bo Larsen'), { rowsRead: 1, isDamaged: true }],
  ['its note gone', () => rmSync(`${path}.manifest`), { rowsRead: 2, isDamaged: false }],
  ['a log of an open change', () => appendFileSync(`${path}-journal`, 'x'), { rowsRead: 2, isDamaged: false }],
])('reads all of them with %s', (_, change, expected) => {
  change();
  expect(look()).toEqual(expected);
});

it('proves a file whose owner was killed once, when it is next opened', () => {
  rmSync(`${path}.manifest`);
  open().close();
  expect(look()).toEqual({ rowsRead: 0, isDamaged: false });
});

it.each([
  ['and nothing else happens', () => {}],
  ['and something is changed', (journal: ReturnType<typeof open>) => journal.saveSetting('zone', 'UTC')],
])('does not take for proven what rots while it is open, %s', (_, change) => {
  const journal = open();
  change(journal);
  flip('Bo Larsen');
  journal.close();
  expect(look()).toEqual({ rowsRead: 1, isDamaged: true });
});
