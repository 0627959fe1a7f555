/** Values kept as received: whatever JSON allows, the store counts, finds and gives back, also where a store of schema 1 holds it. */
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { requireProperty } from '#domain/properties.ts';
import { askReport } from '#tests/support/reports/asked-report.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases } from '#tests/support/tier.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchSnapshot();
});
afterEach(() => scratch.dispose());

const TITLE = requireProperty('title').name;
const COST = requireProperty('cost_amount').name;
const OWNER = 'platform_owner_id';
const HALF = String.raw`"Kick-off \ud83e"`;
const DIGITS = '12345678901234567890.12';

/** JSON as received, and how people are shown it. */
const received = [
  [HALF, HALF],
  ['1e400', '1e400'],
  [String.raw`{"\ud83e":"\u0000"}`, String.raw`{"\ud83e":"\u0000"}`],
  [DIGITS, DIGITS],
  [`[${DIGITS},1.10,-0]`, `[${DIGITS},1.10,-0]`],
  [String.raw`"n/a\u0000\n\u202e"`, 'n/a\u0000\n\u202e'],
  ['"\\"quoted\\""', '"quoted"'],
] as const;

async function readWhole(snapshot: Snapshot, name: string) {
  const selection = { filterGroups: [], query: '', zone: 'UTC' };
  const { rows } = await snapshot.page({ ...selection, columns: [name], offset: 0, limit: 10 });
  const filters = [{ propertyName: name, operator: 'HAS_PROPERTY' as const }];
  const set = await snapshot.countSelected({ ...selection, filterGroups: [{ filters }] });
  const { anomalies, rounded } = await snapshot.summary();
  return { shown: rows.map(({ unreadable }) => unreadable[name]), set, anomalies, rounded };
}

describe('a value that cannot be read', () => {
  test.each(chooseCases(3, received))(
    '%s is counted, found and shown with every character and digit',
    async (json, shown) => {
      const snapshot = await scratch.open();
      await publish(snapshot, [recordOf('1', {}, { anomalies: new Map([[COST, json]]) }), recordOf('2')]);
      expect(await readWhole(snapshot, COST)).toEqual({ shown: [shown, undefined], set: 1, anomalies: 1, rounded: 0 });
      const { notes } = await askReport(snapshot, { measures: ['recorded_cost', 'margin', COST] });
      expect(notes.find(({ kind }) => kind === 'unreadable')).toMatchObject({ records: 1 });
    },
  );

  test('a large one is kept to its last character', async () => {
    const json = JSON.stringify([`${'é\u0000'.repeat(2 ** 19)}end`]);
    const snapshot = await scratch.open();
    await publish(snapshot, [recordOf('1', {}, { anomalies: new Map([[TITLE, json]]) })]);
    expect((await readWhole(snapshot, TITLE)).shown).toEqual([json]);
  });
});

test('undeclared properties of any name and value stay in a form the store itself can read', async () => {
  const names = ['\ud83e', '\u0000', '', '__proto__', '$."x"', 'plain', '\u202e\n"'];
  const snapshot = await scratch.open();
  const extra = new Map(names.map((name) => [name, HALF]));
  await publish(snapshot, [recordOf('1', {}, { extra })]);
  await snapshot.close();
  const instance = await DuckDBInstance.create(scratch.path);
  const connection = await instance.connect();
  const result = await connection.run(`SELECT json_valid(extra), len(json_keys(extra)), extra->>'plain' FROM records`);
  expect((await result.getRows()).flat().map(String)).toEqual(['true', String(names.length), HALF]);
  connection.closeSync();
  instance.closeSync();
});

describe('a store of schema 1', () => {
  test.each(chooseCases(1, received))(
    'that holds %s becomes readable, and keeps every character and digit',
    async (json, shown) => {
      const before = await scratch.open();
      await publish(before, [
        recordOf('1', { title: 'one' }, { rounded: new Map([[COST, '0.1234567891']]) }),
        recordOf('2'),
      ]);
      await before.commit({ upsert: [recordOf('3')], remove: [], state: '{}', publish: false });
      await before.close();
      const instance = await DuckDBInstance.create(scratch.path);
      const connection = await instance.connect();
      const old = `{"${OWNER}":${json}}`;
      for (const [table, id] of [
        ['records', 2],
        ['waiting', 3],
      ] as const)
        await connection.run(`UPDATE ${table} SET anomalies = $1, extra = $2 WHERE id = ${id}`, [
          old,
          `{"odd":${json}}`,
        ]);
      await connection.run(`UPDATE meta SET value = '1' WHERE key = 'schema-version'`);
      connection.closeSync();
      instance.closeSync();

      for (let opened = 0; opened < 2; opened += 1) {
        const snapshot = await scratch.open();
        expect(await readWhole(snapshot, OWNER)).toEqual({
          shown: [undefined, shown],
          set: 1,
          anomalies: 1,
          rounded: 1,
        });
        await snapshot.close();
      }
      const snapshot = await scratch.open();
      await publish(snapshot, []);
      expect(await readWhole(snapshot, OWNER)).toMatchObject({ shown: [undefined, shown, shown], anomalies: 2 });
    },
  );
});
