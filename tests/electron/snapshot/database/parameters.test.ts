import { describe, expect, onTestFinished, test } from 'vitest';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DuckDBInstance,
  dateValue,
  decimalValue,
  TIMESTAMP,
  timestampValue,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { Params, readChunks } from '#electron/snapshot/database/parameters.ts';
import { DAY_MS } from '#domain/time/utc.ts';

async function connect() {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return connection;
}

/** Reads a value and the name of its type in the store. */
async function readBack(write: (params: Params) => string) {
  const connection = await connect();
  const params = new Params();
  const value = write(params);
  const chunks = await readChunks(connection, `SELECT ${value}, typeof(${value})`, params);
  return chunks.flatMap((chunk) => chunk.getRows())[0];
}

const readBound = (value: DuckDBValue, type: DuckDBType) => readBack((params) => params.add(value, type));
const countBound = (write: (params: Params) => string) => {
  const params = new Params();
  write(params);
  return params.values.length;
};

describe('a value in a statement is what a bound value of its type would be', () => {
  test.for(['', 'EUR', 'Client-1', 'a_b c.d:e@f/g', '10000000042', '--', '1 OR 1'])(
    'the word %o, as a literal',
    async (text) => {
      expect(await readBack((params) => params.text(text))).toEqual(await readBound(text, VARCHAR));
      expect(countBound((params) => params.text(text))).toBe(0);
    },
  );

  test.for([
    "it's",
    "'",
    "''",
    "x' OR true --",
    'a;b',
    '$1',
    '\\',
    '"',
    '/*',
    'ä',
    '\u{1f600}',
    'a\nb',
    'a\0b',
    'x'.repeat(101),
  ])('the text %o, bound', async (text) => {
    expect(await readBack((params) => params.text(text))).toEqual([text, 'VARCHAR']);
    expect(countBound((params) => params.text(text))).toBe(1);
  });

  test.for([0n, 1n, -1n, 42n, 2n ** 63n - 1n, -(2n ** 63n)])('the integer %s', async (value) => {
    expect(await readBack((params) => params.integer(value))).toEqual(await readBound(value, BIGINT));
  });

  test.for([true, false])('%s', async (value) => {
    expect(await readBack((params) => params.boolean(value))).toEqual(await readBound(value, BOOLEAN));
  });

  test.for([0n, 1n, -1n, 123_456_789n, -123_456_789n, 10n ** 18n - 1n, 1n - 10n ** 18n])(
    'the decimal of %s hundred-millionths',
    async (units) => {
      expect(await readBack((params) => params.decimal(units))).toEqual(
        await readBound(decimalValue(units, 18, 8), DECIMAL(18, 8)),
      );
    },
  );

  test.for([
    [10n ** 18n, 10n ** 18n],
    [1n - 10n ** 38n, 1n - 10n ** 38n],
    [10n ** 40n, 10n ** 38n - 1n],
    [-(10n ** 40n), 1n - 10n ** 38n],
  ] as const)('the wide decimal of %s hundred-millionths', async ([units, bounded]) => {
    expect(await readBack((params) => params.decimal(units))).toEqual(
      await readBound(decimalValue(bounded, 38, 8), DECIMAL(38, 8)),
    );
  });

  test.for(['-000044-03-15', '0000-02-29', '0001-01-01', '1969-12-31', '2026-11-29', '9999-12-31', '+010000-01-01'])(
    'the day and moment %s',
    async (day) => {
      const midnight = Date.parse(`${day}T00:00:00.000Z`);
      const moment = midnight + 86_399_001;
      expect(await readBack((params) => params.date(midnight))).toEqual(
        await readBound(dateValue(midnight / DAY_MS), DATE),
      );
      expect(await readBack((params) => params.timestamp(moment))).toEqual(
        await readBound(timestampValue(BigInt(moment) * 1000n), TIMESTAMP),
      );
    },
  );
});
