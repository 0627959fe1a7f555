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
    `SELECT i, unicode(lower(chr(i::INTEGER))) FROM range(1, 1114112) AS all_of_them(i) WHERE NOT i BETWEEN 55296 AND 57343`,
  );
  const others = rows.filter(([code, lower]) => {
    const folded = foldCase(String.fromCodePoint(Number(code)));
    return folded !== String.fromCodePoint(Number(lower));
  });
  expect(rows.length).toBeGreaterThan(1_110_000);
  expect(others.map(([code]) => Number(code).toString(16))).toEqual([]);
});

test('a letter is folded by itself, whatever is beside it', () => {
  expect(foldCase('ΟΔΟΣ')).toBe('οδοσ');
  expect(foldCase('STRAẞE İI')).toBe('straße ii');
  expect(foldCase('CAFE\u0301')).toBe('cafe\u0301');
});
