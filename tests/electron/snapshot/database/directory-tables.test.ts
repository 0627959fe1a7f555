/** The directory beside the records: on every connection, replaced as a whole, and only where the file has another. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnections, readRows, type Connections } from '#electron/snapshot/database/connections.ts';
import { createDirectory, replaceDirectory } from '#electron/snapshot/database/directory-tables.ts';
import { createStatements } from '#electron/snapshot/database/schema.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import type { Directory } from '#domain/people/directory.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';
import { secondTier } from '#tests/support/tier.ts';

const scratch = scratchSnapshot();
let connections: Connections;
beforeAll(async () => {
  connections = await openConnections(join(scratch.folder, 'directory.duckdb'));
  await connections.write(async (connection) => {
    for (const sql of createStatements) await connection.run(sql);
    await createDirectory(connection);
  });
});
afterAll(async () => {
  await connections.close();
  await scratch.dispose();
});

const first = directoryOf({
  owners: { '7': { name: 'Ann', team: 'Tax', weeklyHours: '40' }, '8': { name: "O'Hara" } },
  objects: { 'deal:a:b': { name: 'Audit', client: 'ACME', currency: 'CHF' }, 'company:1': { name: 'Elm' } },
});
const second = directoryOf({ owners: { '7': { name: 'Anna', team: 'Audit' } } });

const owners = () =>
  connections.read((connection) => readRows(connection, 'SELECT id, name, team FROM directory_owners ORDER BY id'));

it('holds owners and objects as text, an unknown field null, on several connections at once', async () => {
  await connections.write((connection) => replaceDirectory(connection, { directory: first }));
  const expected = [
    ['7', 'Ann', 'Tax'],
    ['8', "O'Hara", null],
  ];
  expect(await Promise.all([owners(), owners(), owners()])).toEqual([expected, expected, expected]);
  const objects = await connections.read((connection) =>
    readRows(connection, 'SELECT type, id, name, client, currency FROM directory_objects ORDER BY type'),
  );
  expect(objects).toEqual([
    ['company', '1', 'Elm', null, null],
    ['deal', 'a:b', 'Audit', 'ACME', 'CHF'],
  ]);
});

it('is replaced as a whole, and a reader that began before sees the one it began with', async () => {
  await connections.write((connection) => replaceDirectory(connection, { directory: first }));
  await connections.read(async (connection) => {
    const count = () => readRows(connection, 'SELECT count(*) FROM directory_owners');
    expect(await count()).toEqual([[2n]]);
    await connections.write((writer) => replaceDirectory(writer, { directory: second }));
    expect(await count()).toEqual([[2n]]);
  });
  expect(await owners()).toEqual([['7', 'Anna', 'Audit']]);
});

it('keeps the old one when a new one cannot be written whole', async () => {
  await connections.write((connection) => replaceDirectory(connection, { directory: first }));
  const failing = connections.write(async (connection) => {
    await replaceDirectory(connection, { directory: second });
    throw new Error('the store broke');
  });
  await expect(failing).rejects.toThrow('the store broke');
  expect(await owners()).toHaveLength(2);
});

it('takes fifty thousand objects', secondTier, async () => {
  const objects = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [
      `deal:${index}`,
      { name: `D ${index}`, client: null, currency: null },
    ]),
  );
  await connections.write((connection) => replaceDirectory(connection, { directory: { owners: {}, objects } }));
  const rows = await connections.read((connection) =>
    readRows(connection, 'SELECT count(*), count(DISTINCT id) FROM directory_objects'),
  );
  expect(rows).toEqual([[50_000n, 50_000n]]);
});

it('stays in the file, and is read again only where that has another', async () => {
  let reads = 0;
  const open = async (directory: Directory, version: string) => {
    const snapshot = await openSnapshot(scratch.path);
    const read = () => {
      reads += 1;
      return directory;
    };
    await snapshot.setDirectory(read, () => version);
    const { values } = await snapshot.distinctValues('team', '', 10);
    await snapshot.close();
    return values.map(({ value }) => value);
  };
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1', { platform_owner_id: '7' })]);
  await snapshot.close();
  expect(await open(first, 'one')).toEqual(['Tax']);
  expect(await open(first, 'one')).toEqual(['Tax']);
  expect(reads).toBe(1);
  expect(await open(second, 'two')).toEqual(['Audit']);
  expect(await open(first, 'one')).toEqual(['Tax']);
  expect(reads).toBe(3);
});

it('is written by the next question where it could not be written at once', async () => {
  const snapshot = await scratch.open();
  let isLocked = true;
  await snapshot.setDirectory(() => {
    if (isLocked) throw new Error('locked');
    return second;
  });
  const teams = () => snapshot.distinctValues('team', '', 10);
  await expect(teams()).rejects.toThrow('locked');
  isLocked = false;
  // The store has the first one since the test before: an answer of that would be one of the names before.
  expect((await teams()).values.map(({ value }) => value)).toEqual(['Audit']);
  await snapshot.setDirectory(first);
  expect((await teams()).values.map(({ value }) => value)).toEqual(['Tax']);
  await snapshot.close();
});
