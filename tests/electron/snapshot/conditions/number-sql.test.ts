/** The store writes each number with the digits that the program would. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { formatUnits, SCALE } from '#domain/decimal.ts';
import { decimalTextSql, hoursTextSql } from '#electron/snapshot/conditions/number-sql.ts';

async function ask(sql: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const tablesOf = (values: readonly string[]) => values.map((value) => `(${value}::DECIMAL(18,8))`).join(', ');

test('numbers of no to eight decimals, on either side of nought, to the widest', async () => {
  const digits = Array.from({ length: SCALE + 1 }, (_, decimals) =>
    [12n, 1n, 340n].map((n) => n * 10n ** BigInt(SCALE - decimals)),
  );
  const units = [0n, 99_999_999n, 9_999_999_999n * 10n ** 8n, 10n ** 18n - 1n, ...digits.flat()].flatMap((n) => [
    n,
    -n,
  ]);
  const exact = (n: bigint) =>
    `${n < 0n ? '-' : ''}${String(n < 0n ? -n : n)
      .padStart(SCALE + 1, '0')
      .replace(/(\d{8})$/, '.$1')}`;
  const told = await ask(`SELECT ${decimalTextSql('n')} FROM (VALUES ${tablesOf(units.map(exact))}) AS given(n)`);
  expect(told).toEqual(units.map((n) => [formatUnits(n)]));
});

test('a number of a wider type, and none', async () => {
  const wide = decimalTextSql('n', 28);
  const told = await ask(
    `SELECT ${wide} FROM (VALUES (12345678901234567890.001::DECIMAL(28,8)), (-7), (NULL)) AS given(n)`,
  );
  expect(told).toEqual([['12345678901234567890.001'], ['-7'], [null]]);
});

test('hours of parts of a minute, whole hours among them', async () => {
  const told = await ask(`SELECT ${hoursTextSql()} FROM (VALUES
    (90.5, NULL), (0.00000001, NULL), (-30.25, NULL), (600.00000001, NULL), (75, NULL), (NULL, 1.25), (NULL, 3), (NULL, -0.5), (NULL, NULL)
  ) AS given(minutes, hours), LATERAL (SELECT CAST(minutes AS DECIMAL(18,8)) AS a552213_total_minutes, CAST(hours AS DECIMAL(18,8)) AS a552213_total_hours)`);
  expect(told).toEqual(
    ['1.50833333', '0', '-0.50416667', '10', '1.25', '1.25', '3', '-0.5', null].map((text) => [text]),
  );
});
