/** Texts to search are written beside every record of an older file, piece by piece. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnections, readRows, type Connections } from '#electron/snapshot/database/connections.ts';
import { writeSearched } from '#electron/snapshot/database/migrate.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

let scratch: Scratch;
let connections: Connections;
beforeAll(async () => {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  // Ids of any length and in no order, the least of them the least there is.
  const records = ['9', '0', '10', '999999999999999999', '11'].map((id) =>
    recordOf(id, { title: `Réview ${id}`, service_name: 'Books' }),
  );
  await publish(snapshot, [...records, recordOf('12')]);
  await snapshot.close();
  connections = await openConnections(scratch.path);
});
afterAll(async () => {
  await connections.close();
  await scratch.dispose();
});

const readSearched = () =>
  connections.read((connection) => readRows(connection, 'SELECT id, searched FROM records ORDER BY id'));

test.each([1, 2, 3, 6, 7])('%i records at once are written as each would be by itself', async (piece) => {
  const before = await readSearched();
  expect(before[1]).toEqual([9n, ' review 9 books']);
  await connections.write(async (connection) => {
    await connection.run('UPDATE records SET searched = NULL');
    await writeSearched(connection, 'records', piece);
  });
  expect(await readSearched()).toEqual(before);
});
