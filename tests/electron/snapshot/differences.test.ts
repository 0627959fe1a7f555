import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { findDifferences, readCells } from '#electron/snapshot/differences.ts';

it.each(['[7]', '[["a"]]', '{"0":"a"}'])('reads no values of a record out of %s', (text) => {
  expect(() => readCells(text)).toThrow('Invalid');
});

it('takes each changed value with its place, before and after, and nothing else', async () => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const find = async (changed: string) => {
    const found: unknown[] = [];
    await findDifferences(connection, (some) => found.push(...some), [`SELECT '1', NULL, NULL, '${changed}'`]);
    return found;
  };
  try {
    expect(await find('[["0",null,"a"]]')).toMatchObject([['1', {}, {}]]);
    for (const other of ['[["0","a"]]', '[["0","a",7]]', '[["0","a","b","c"]]', '{"0":["0","a","b"]}'])
      await expect(find(other)).rejects.toThrow('Invalid');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
