/**
 * Stores next to the records which of them are billed, in which files and with which values, so that a condition looks them up by hash,
 * however many there are. The source is the register of sent files, which never change, so only new files are read.
 */
import { VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { sentColumns, type Billing } from '#domain/filter/billed.ts';
import { requireProperty } from '#domain/properties.ts';
import { readRows } from './connections.ts';
import { readMeta, saveMeta } from './metadata.ts';
import { Params } from './parameters.ts';
import { decimalType, findColumn } from './schema.ts';

export interface BilledSource {
  readonly billed: () => readonly Billing[];
  /** Identifies the content of the register. */
  readonly version: () => string;
}

/** The key of the stored version. An earlier program used a different key, and its table is dropped. */
export const BILLED = 'billings';

/** The condition that the current row is billed; never null. */
export const BILLED_SQL = '(id IN (SELECT billings.id FROM billings))';
/** The condition that more than one file bills it; never null. */
export const TWICE_SQL = '(id IN (SELECT billings.id FROM billings GROUP BY billings.id HAVING count(number) > 1))';
/** The values of each record in its last file. */
const LAST = `(SELECT billings.id, arg_max_null(version, number) AS version, arg_max(was, number) AS was FROM billings GROUP BY billings.id)`;
/** The condition that it was modified since; never null. */
export const MODIFIED_SQL = `(id IN (SELECT last.id FROM ${LAST} AS last WHERE last.version IS NOT NULL)
  AND (id, coalesce(epoch_ms(updated_at), 0)) NOT IN (SELECT last.id, last.version FROM ${LAST} AS last WHERE last.version IS NOT NULL))`;

/** The store's binding drops this character at the start of a text. */
const stripMarkSql = (sql: string) => `ltrim(${sql}, chr(65279))`;
const differences = sentColumns.map((name, index) => {
  const { sql, type } = findColumn(requireProperty(name));
  const was = `last.was[${index + 1}]`;
  return type === VARCHAR
    ? `${stripMarkSql(was)} IS DISTINCT FROM ${stripMarkSql(`records.${sql}`)}`
    : `TRY_CAST(${was} AS ${type.toString()}) IS DISTINCT FROM records.${sql}`;
});
/** The condition that a value differs from the last file's; never null. */
export const CHANGED_SQL = `(id IN (SELECT records.id FROM records JOIN ${LAST} AS last ON last.id = records.id
  WHERE len(last.was) > 0 AND (${differences.join(' OR ')})))`;

/** Compiles a number of a row of `records` in its last file. */
export const billedNumberSql = (name: string) =>
  `(SELECT TRY_CAST(arg_max(was, number)[${
    sentColumns.findIndex((column) => column === name) + 1
  }] AS ${decimalType.toString()}) FROM billings WHERE billings.id = records.id)`;

/** The values of a row of `records` in its files, as JSON. */
export const BILLINGS_SQL = `(SELECT to_json({first: arg_min(file, number), last: arg_max(file, number), again: arg_max(again, number),
  was: arg_max(was, number)})::VARCHAR FROM billings WHERE billings.id = records.id)`;

const COLUMNS = 'id BIGINT, number BIGINT, digest VARCHAR, version BIGINT, file VARCHAR, again VARCHAR, was VARCHAR[]';

/** Runs once for each opened file; every connection sees the table. */
export async function createBilled(connection: DuckDBConnection): Promise<void> {
  // An earlier version wrote this table, without values.
  await connection.run('DROP TABLE IF EXISTS billed');
  await connection.run(`CREATE TABLE IF NOT EXISTS billings (${COLUMNS})`);
}

/** Runs within the caller's transaction. The register is read only when its version has changed. */
export async function replaceBilled(connection: DuckDBConnection, { billed, version }: BilledSource): Promise<void> {
  const newVersion = version();
  if ((await readMeta(connection, BILLED)) === newVersion) return;
  const files = billed();
  const params = new Params();
  const sql = `DELETE FROM billings WHERE digest NOT IN (SELECT unnest(${params.texts(files.map(({ digest }) => digest))}))`;
  await connection.run(sql, params.values, params.types);
  await addMissing(connection, files);
  await saveMeta(connection, { [BILLED]: newVersion });
}

/** Creates a temporary table, which hides the file's table on this connection only. @param main the file's table */
export async function writeBilled(
  connection: DuckDBConnection,
  main: string,
  files: readonly Billing[],
): Promise<void> {
  const params = new Params();
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE billings AS SELECT * FROM ${main}
      WHERE digest IN (SELECT unnest(${params.texts(files.map(({ digest }) => digest))}))`,
    params.values,
    params.types,
  );
  await addMissing(connection, files);
}

/** The records written at a time. */
const BATCH_SIZE = 20_000;

async function addMissing(connection: DuckDBConnection, files: readonly Billing[]): Promise<void> {
  const existing = new Set((await readRows(connection, 'SELECT DISTINCT digest FROM billings')).flat());
  for (const { number, digest, file, again, records } of files) {
    if (existing.has(digest)) continue;
    const all = records();
    for (let at = 0; at < all.length; at += BATCH_SIZE) {
      const params = new Params();
      // Values are sent as one text, because binding some hundred thousand of them separately takes several times as long.
      const json = JSON.stringify(all.slice(at, at + BATCH_SIZE).map(([id, version, was]) => ({ id, version, was })));
      const list = `from_json(${params.text(json)}::JSON, '[{"id":"VARCHAR","version":"BIGINT","was":["VARCHAR"]}]')`;
      const fileColumns = `${number === null ? 'NULL' : params.integer(number)}, ${params.text(digest)}, record.version, ${params.text(file)}, ${again === null ? 'NULL' : params.text(again)}`;
      await connection.run(
        `INSERT INTO billings SELECT TRY_CAST(record.id AS BIGINT), ${fileColumns}, record.was FROM (SELECT unnest(${list}) AS record)
          WHERE TRY_CAST(record.id AS BIGINT) IS NOT NULL`,
        params.values,
        params.types,
      );
    }
  }
}
