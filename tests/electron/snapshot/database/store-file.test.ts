/** Files of records whose storage format is a later one. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStoreFile } from '#electron/snapshot/database/store-file.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
beforeEach(async () => {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1'), recordOf('2')]);
  await snapshot.close();
});
afterEach(() => scratch.dispose());

const HEADER = 4096;
const BITS = (1n << 64n) - 1n;

/** As DuckDB reckons it: with a wrong one, the file would be taken for a damaged one. */
function readChecksum(header: Buffer): bigint {
  let sum = 5381n;
  for (let at = 8; at < HEADER; at += 8) sum ^= (header.readBigUInt64LE(at) * 0xbf58_476d_1ce4_e5b9n) & BITS;
  return sum;
}

test('one whose storage version was raised is refused by its number, and set aside for a new one on wish', async () => {
  const file = readFileSync(scratch.path);
  expect(readChecksum(file)).toBe(file.readBigUInt64LE(0));
  file.writeBigUInt64LE(999n, 12);
  file.writeBigUInt64LE(readChecksum(file), 0);
  writeFileSync(scratch.path, file);

  const store = await openStoreFile(scratch.path, () => 0);
  expect(() => store.snapshot).toThrow(
    expect.objectContaining({ error: { code: 'store-format', detail: '999' } }) as Error,
  );
  expect(readFileSync(scratch.path).equals(file)).toBe(true);
  // What a new one costs is told by it.
  expect(store.recordsNoted()).toBe(2);
  const aside = await store.rebuild();
  expect(readFileSync(`${scratch.folder}/${aside}`).equals(file)).toBe(true);
  expect(await store.snapshot.count({})).toBe(0);
  await store.close();
});

test('one in the newest format of the DuckDB that is here is read and written', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`ATTACH '${scratch.path}' AS older (READ_ONLY)`);
  await connection.run(`ATTACH '${scratch.path}.new' AS newest (STORAGE_VERSION 'latest')`);
  await connection.run('COPY FROM DATABASE older TO newest');
  connection.closeSync();
  instance.closeSync();
  expect(readFileSync(`${scratch.path}.new`).readBigUInt64LE(12)).toBeGreaterThan(
    readFileSync(scratch.path).readBigUInt64LE(12),
  );
  renameSync(`${scratch.path}.new`, scratch.path);
  const store = await openStoreFile(scratch.path, () => 0);
  await publish(store.snapshot, [recordOf('3')]);
  expect(await store.snapshot.count({})).toBe(3);
  await store.close();
});
