/** A store written by an older version, or under a smaller catalogue, is brought along without a request. */
import { rmSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { prepareStore, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

/** Makes the file what an older version could have left. */
async function rewrite(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(scratch.path);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const OLDER = `UPDATE meta SET value = '0' WHERE key = 'schema-version'`;

const ofThree = prepareStore(async (own) => {
  const snapshot = await own.open();
  await publish(snapshot, [
    recordOf('1', { title: 'one', total_minutes: '60.12345678', billable_hours: '1', month_year: '2026-10-01' }),
    recordOf('2', { title: '\uFEFFtwo', total_minutes: '30', billable_hours: '2' }),
  ]);
  await snapshot.commit({
    upsert: [recordOf('3', { title: 'three' })],
    remove: ['2'],
    state: '{"cursor":"2"}',
    publish: false,
  });
  await snapshot.close();
});
afterAll(() => ofThree.remove());
const stored = () => ofThree.copyTo(scratch);

async function titlesAndMinutes(): Promise<unknown> {
  const snapshot = await scratch.open();
  const columns = ['a552213_title', 'a552213_total_minutes', 'a552213_billable_hours'];
  const { rows } = await snapshot.page({ filterGroups: [], query: '', zone: 'UTC', columns, offset: 0, limit: 10 });
  const state = await snapshot.loadState();
  const held = await snapshot.ids({});
  await snapshot.close();
  return { rows: rows.map(({ values }) => Object.values(values)), state, held };
}

test('an older file whose own columns differ keeps every record, what is set aside, and the sync state', async () => {
  await stored();
  const before = await titlesAndMinutes();
  await rewrite(
    OLDER,
    'ALTER TABLE records DROP COLUMN rounded',
    'ALTER TABLE waiting DROP COLUMN rounded',
    'ALTER TABLE records ADD COLUMN forgotten VARCHAR',
  );
  expect(await titlesAndMinutes()).toEqual(before);
  expect(await titlesAndMinutes()).toEqual(before);
});

test('a property the file never had stays unset, and the sync state goes: only a download can complete it', async () => {
  await stored();
  // A version that did not know the property summed nothing of it.
  rmSync(`${scratch.path}.manifest`);
  await rewrite(
    'ALTER TABLE records DROP COLUMN a552213_billable_hours',
    'ALTER TABLE waiting DROP COLUMN a552213_billable_hours',
  );
  expect(await titlesAndMinutes()).toEqual({
    rows: [
      ['one', '60.12345678', null],
      ['\uFEFFtwo', '30', null],
    ],
    state: undefined,
    held: ['1', '3'],
  });
});

test('what its opener keeps of the sync state stays where a property is new', async () => {
  await stored();
  rmSync(`${scratch.path}.manifest`);
  await rewrite(
    'ALTER TABLE records DROP COLUMN a552213_billable_hours',
    'ALTER TABLE waiting DROP COLUMN a552213_billable_hours',
  );
  const snapshot = await openSnapshot(scratch.path, { keepValidState: (state) => `of ${state}` });
  expect(await snapshot.loadState()).toBe('of {"cursor":"2"}');
  await snapshot.close();
});

test('columns are found by name, whatever order an older version gave them', async () => {
  await stored();
  const before = await titlesAndMinutes();
  await rewrite(
    'ALTER TABLE records RENAME TO moved',
    'CREATE TABLE records AS SELECT a552213_title, * EXCLUDE (a552213_title) FROM moved',
    'DROP TABLE moved',
  );
  expect(await titlesAndMinutes()).toEqual(before);
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('4', { title: 'four' })]);
  await snapshot.close();
  expect(await titlesAndMinutes()).toMatchObject({ held: ['1', '3', '4'] });
});

test('a file without ids or times cannot be brought along and is left as it is', async () => {
  await stored();
  await rewrite(OLDER, 'ALTER TABLE records DROP COLUMN updated_at');
  await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  await rewrite('SELECT count(*) FROM records');
});

test('an older file without texts to search gets them, also for records that are set aside', async () => {
  await stored();
  await rewrite('ALTER TABLE records DROP COLUMN searched', 'ALTER TABLE waiting DROP COLUMN searched');
  const snapshot = await scratch.open();
  const count = (value: string) =>
    snapshot.countSelected({
      filterGroups: [{ filters: [{ propertyName: 'search', operator: 'FINDS', value }] }],
      query: '',
      zone: 'UTC',
    });
  expect([await count('on'), await count('two'), await count('three')]).toEqual([1, 1, 0]);
  expect(await snapshot.loadState()).toBe('{"cursor":"2"}');
  await snapshot.commit({ upsert: [], remove: [], state: '{}', publish: true });
  expect([await count('on'), await count('two'), await count('three')]).toEqual([1, 0, 1]);
  await snapshot.close();
});
