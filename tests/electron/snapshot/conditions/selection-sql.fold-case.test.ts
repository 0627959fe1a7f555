/** Texts compare regardless of case in the same way wherever they are compared. */
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '#electron/snapshot/database/connections.ts';
import { foldCase } from '#domain/filter/text.ts';

let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
});
afterAll(() => instance.closeSync());

test('every letter there is has the same lower case in the program and in the store', async () => {
  const connection = await instance.connect();
  const rows = await readRows(
    connection,
    `SELECT i, unicode(lower(chr(i::INTEGER))) AS low FROM range(1, 1114112) AS all_of_them(i)
     WHERE NOT i BETWEEN 55296 AND 57343 AND low <> i`,
  );
  const inStore = new Map(rows.map(([code, lower]) => [Number(code), String.fromCodePoint(Number(lower))]));
  const inProgram = new Map<number, string>();
  for (let code = 1; code < 1_114_112; code += 1) {
    if (code >= 55_296 && code <= 57_343) continue;
    const letter = String.fromCodePoint(code);
    const folded = foldCase(letter);
    if (folded !== letter) inProgram.set(code, folded);
  }
  expect(inStore.size).toBeGreaterThan(1_300);
  expect(inProgram).toEqual(inStore);
});

test('a letter is folded by itself, whatever is beside it', () => {
  expect(foldCase('ΟΔΟΣ')).toBe('οδοσ');
  expect(foldCase('STRAẞE İI')).toBe('straße ii');
  expect(foldCase('CAFE\u0301')).toBe('cafe\u0301');
});
