/** The directory in the journal: whole entries, all of a change or nothing, and older files brought along. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { findDifference } from '#domain/people/directory.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { chooseSize } from '#tests/support/tier.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-names-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ann = {
  name: 'Ann',
  team: 'Tax',
  weeklyHours: '32.5; 16 from 2026-10-01',
  activeFrom: '2026-01-05',
  activeTo: '2026-11-30',
};
const audit = { name: 'Audit', client: 'ACME', currency: 'CHF' };

it('adds names to those it holds, replaces the ones given again and takes out those given as null', () => {
  const journal = openJournal(':memory:');
  const first = directoryOf({ owners: { '1': ann, '3': { name: 'Cy' } }, objects: { 'deal:9': audit } });
  expect(journal.saveNames(first)).toEqual({ added: 3, changed: 0, removed: 0, unchanged: 0 });
  const { owners } = directoryOf({ owners: { '1': { name: 'Anna' }, '2': { name: 'Bo' } } });
  const answer = journal.saveNames({ owners: { ...owners, '3': null, '4': null }, objects: { 'deal:9': audit } });
  expect(answer).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 2 });
  expect(journal.names()).toEqual({ owners, objects: { 'deal:9': audit } });
  journal.close();
});

it('reads a currency that was kept in small letters as the one it is', () => {
  const journal = openJournal(':memory:');
  const kept = { 'deal:8': { ...audit, currency: 'Points' }, 'deal:9': { ...audit, currency: 'chf' } };
  journal.saveNames({ owners: {}, objects: kept });
  expect(Object.values(journal.names().objects).map(({ currency }) => currency)).toEqual(['Points', 'CHF']);
  journal.close();
});

it('keeps every field over a restart', () => {
  const path = join(folder, 'journal.sqlite');
  const directory = directoryOf({ owners: { '1': ann }, objects: { 'deal:9': audit } });
  const first = openJournal(path);
  first.saveNames(directory);
  first.close();
  const second = openJournal(path);
  expect(second.names()).toEqual(directory);
  second.close();
});

it('brings the names of an older file along, without what that file did not know', () => {
  const path = join(folder, 'journal.sqlite');
  const older = new DatabaseSync(path);
  older.exec(`
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE owner_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT) STRICT;
    CREATE TABLE object_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, client TEXT) STRICT;
    INSERT INTO owner_name VALUES ('1', 'Ann', 'Tax');
    INSERT INTO object_name VALUES ('deal:9', 'Audit', NULL);
  `);
  older.close();
  for (const opening of ['first', 'second']) {
    const journal = openJournal(path);
    expect(journal.names(), opening).toEqual(
      directoryOf({ owners: { '1': { name: 'Ann', team: 'Tax' } }, objects: { 'deal:9': { name: 'Audit' } } }),
    );
    journal.close();
  }
});

it('keeps nothing of a change that fails in the middle', () => {
  const journal = openJournal(':memory:');
  const good = directoryOf({ owners: { '1': ann } }).owners;
  // A name the table refuses: what stood before it in the change must go too.
  const bad = { '2': { ...ann, name: null as unknown as string } };
  expect(() => journal.saveNames({ owners: { ...good, ...bad }, objects: {} })).toThrow();
  expect(journal.names()).toEqual({ owners: {}, objects: {} });
  expect(journal.saveNames({ owners: good, objects: {} })).toMatchObject({ added: 1 });
  journal.close();
});

const ids = fc.constantFrom('1', '2', '3', 'constructor', '__proto__');
const entry = fc.record({ name: fc.constantFrom('A', 'B'), team: fc.option(fc.constantFrom('T', 'U')) });
const changes = fc.dictionary(ids, fc.option(entry, { freq: 3 }), { maxKeys: 5, noNullPrototype: true });

it('says beforehand exactly what a change will do', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 4 }), (steps) => {
      const journal = openJournal(':memory:');
      for (const step of steps) {
        const kept = Object.entries(step).map(
          ([id, given]) => [id, given && (directoryOf({ owners: { x: given } }).owners['x'] ?? null)] as const,
        );
        const change = { owners: Object.fromEntries(kept), objects: {} };
        const before = journal.names();
        const said = findDifference(before, change);
        expect(journal.saveNames(change)).toEqual(said);
        expect(said.added + said.changed + said.removed + said.unchanged).toBe(kept.length);
        const after = journal.names();
        expect(Object.keys(after.owners).length).toBe(Object.keys(before.owners).length + said.added - said.removed);
        for (const [id, given] of kept) {
          expect(Object.hasOwn(after.owners, id) ? after.owners[id] : null).toEqual(given);
        }
      }
      journal.close();
    }),
    { numRuns: chooseSize(20, 60) },
  );
});

it('hands out a directory that stays what it was, whether it was read or not', () => {
  const journal = openJournal(':memory:');
  journal.saveNames(directoryOf({ owners: { '1': { name: 'Ann' }, '2': { name: 'Bo' } } }));
  const before = journal.names();
  expect(before.owners['1']?.name).toBe('Ann');
  journal.saveNames({
    owners: directoryOf({ owners: { '1': { name: 'Anna' }, '2': { name: 'Bob' } } }).owners,
    objects: {},
  });
  expect(Object.values(before.owners).map(({ name }) => name)).toEqual(['Ann', 'Bo']);
  expect(journal.names().owners['2']?.name).toBe('Bob');
  journal.close();
});

it('answers for one id as for all, whatever an object inherits', () => {
  const journal = openJournal(':memory:');
  const { owners } = directoryOf({
    owners: Object.fromEntries(['__proto__', '7', '\uFFFD'].map((id) => [id, ann])),
  });
  journal.saveNames({ owners, objects: {} });
  const some = journal.names().owners;
  for (const id of ['__proto__', '7', '\uFFFD', '\uD800', 'constructor', 'toString', '8'])
    expect([Object.hasOwn(some, id), some[id]], id).toEqual(
      Object.hasOwn(owners, id) ? [true, ann] : [false, undefined],
    );
  expect(Object.entries(some)).toEqual(Object.entries(owners));
  journal.close();
});

it('tells one directory from another, and the same from no other', () => {
  const journal = openJournal(':memory:');
  const empty = journal.namesVersion();
  const change = directoryOf({ owners: { '1': ann } });
  journal.saveNames(change);
  const one = journal.namesVersion();
  journal.saveSetting('zone', 'UTC');
  expect(journal.namesVersion()).toBe(one);
  journal.saveNames({ owners: { '1': null }, objects: {} });
  expect(new Set([empty, one, journal.namesVersion()])).toEqual(new Set([empty, one]));
  journal.saveNames(change);
  expect(journal.namesVersion()).toBe(one);
  journal.close();
});
