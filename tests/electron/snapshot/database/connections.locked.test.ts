/** The connections the app uses reach no file, no network and no extension, and nothing in the store's file computes. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { createDirectory } from '#electron/snapshot/database/directory-tables.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { prepareStore, publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';
import { chooseCases } from '#tests/support/tier.ts';

const folder = mkdtempSync(join(tmpdir(), 'locked-'));
const secret = join(folder, 'secret.csv');
afterAll(() => rmSync(folder, { recursive: true }));

const refused = [
  `SELECT * FROM read_text('${secret}')`,
  `SELECT * FROM read_blob('${secret}')`,
  `SELECT * FROM read_csv('${secret}')`,
  `SELECT * FROM read_json('${secret}')`,
  `SELECT * FROM read_parquet('${secret}')`,
  `SELECT * FROM '${secret}'`,
  `SELECT * FROM glob('${folder}/*')`,
  `SELECT * FROM sniff_csv('${secret}')`,
  `SELECT * FROM read_text('https://127.0.0.1:1/')`,
  `ATTACH '${folder}/other.duckdb' AS other`,
  `ATTACH '${secret}' AS other (TYPE sqlite)`,
  `COPY (SELECT 1) TO '${folder}/out.csv'`,
  `COPY (SELECT 1) TO '${folder}/out.parquet' (FORMAT parquet)`,
  `COPY directory_owners FROM '${secret}'`,
  `EXPORT DATABASE '${folder}/out'`,
  `IMPORT DATABASE '${folder}'`,
  'INSTALL httpfs',
  'LOAD httpfs',
  `LOAD '${folder}/any.duckdb_extension'`,
  'SET enable_external_access = true',
  'SET lock_configuration = false',
  `SET allowed_configs = ['threads']`,
  `SET allowed_directories = ['/']`,
  'SET autoinstall_known_extensions = true',
  'SET autoload_known_extensions = true',
  'RESET lock_configuration',
  `SET temp_directory = '${folder}'`,
  `SET profiling_output = '${folder}/profile'`,
  `SET GLOBAL threads = 1`,
];

describe('on every kind of connection the app works with', () => {
  let connections: Connections;
  beforeAll(async () => {
    writeFileSync(secret, 'id,name\n1,of this computer\n');
    connections = await openConnections(join(folder, 'snapshot.duckdb'));
    await connections.write(createDirectory);
  });
  afterAll(() => connections.close());

  const kinds: Readonly<
    Record<string, (work: (connection: DuckDBConnection) => Promise<unknown>) => Promise<unknown>>
  > = {
    read: (work) => connections.read(work),
    survey: (work) => connections.survey(work),
    write: (work) => connections.write(work),
    lend: async (work) => {
      const { connection, releaseConnection } = await connections.lend();
      try {
        return await work(connection);
      } finally {
        releaseConnection();
      }
    },
  };

  test.each(Object.keys(kinds))(
    '%s: files, networks, extensions and the configuration are out of reach',
    async (kind) => {
      for (const sql of refused)
        await expect(
          kinds[kind]!((connection) => connection.run(sql)),
          sql,
        ).rejects.toThrow(/disabled|locked|Permission|Cannot|not allowed/i);
      expect(readdirSync(folder).filter((name) => !name.startsWith('snapshot.duckdb'))).toEqual(['secret.csv']);
    },
  );

  test('the memory may still be set, and what exceeds it goes through temporary files', async () => {
    const rows = await connections.survey(async (connection) => {
      await connection.run("SET memory_limit = '100MB'");
      const sorted = await connection.run(
        'SELECT count(*), sum(n) FROM (SELECT i AS n, repeat(md5(i::VARCHAR), 8) AS t FROM range(400000) r(i) ORDER BY t DESC LIMIT 300000)',
      );
      return sorted.getRows();
    });
    expect(Number(rows[0]?.[0])).toBe(300_000);
  });
});

describe('a file that holds more than records', () => {
  let scratch: Scratch;
  const ofTwo = prepareStore(async (own) => {
    const snapshot = await own.open();
    await publish(snapshot, [recordOf('1', {}), recordOf('2', {})]);
    await snapshot.close();
  });
  afterAll(() => ofTwo.remove());
  beforeEach(async () => {
    scratch = scratchSnapshot();
    await ofTwo.copyTo(scratch);
  });
  afterEach(() => scratch.dispose());

  const additions = [
    'CREATE MACRO sum(x) AS list_sum(list(x)) * 2',
    "CREATE VIEW more AS SELECT content FROM read_text('/etc/hostname')",
    'CREATE SCHEMA other; CREATE TABLE other.records (id BIGINT)',
    'CREATE INDEX ids ON records (id)',
    "CREATE TABLE computed (id BIGINT, never BIGINT GENERATED ALWAYS AS (CAST(error('computed') AS BIGINT)))",
    "CREATE TYPE mood AS ENUM ('sad')",
    'CREATE SEQUENCE serial',
    'ALTER TABLE removed ALTER id SET DEFAULT 7',
    'CREATE TABLE "\uFEFFrecords" (id BIGINT)',
    'CREATE MACRO "+"(a, b) AS 42',
    'CREATE MACRO duckdb_functions() AS TABLE SELECT 1 AS function_name WHERE false; CREATE MACRO count(x) AS 7',
    'ALTER TABLE records RENAME TO kept; CREATE VIEW records AS SELECT * FROM kept',
    'CREATE TABLE computed (id BIGINT, twice BIGINT GENERATED ALWAYS AS (id * 2))',
    'CREATE TABLE bounded (id BIGINT CHECK (id > 0))',
  ];
  test.each(chooseCases(9, additions))('is refused as damaged: %s', async (sql) => {
    await scratch.tamper(sql);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  });

  test('is refused even where its macros would answer for what it holds', async () => {
    await scratch.tamper('CREATE MACRO sum(x) AS list_sum(list(x)) * 2');
    for (const name of ['functions', 'views', 'tables', 'columns', 'schemas', 'types'])
      await scratch.tamper(`CREATE MACRO duckdb_${name}() AS TABLE SELECT 1 AS internal WHERE false`);
    await expect(scratch.open()).rejects.toMatchObject({ error: { code: 'store-damaged' } });
  });

  test('is none, when it is ours', async () => {
    const again = await scratch.open();
    expect(await again.count({})).toBe(2);
  });
});
