/**
 * Keeps next to the records which of them are billed, by which files and with which values, so that a condition looks them up by hash,
 * however many they are. Its home is the register of sent files: what a file says never changes, so only files that are new are read.
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
  /** Identifies what the register says. */
  readonly version: () => string;
}

/** The key of what is stored of them; another than that of an earlier version, whose table is dropped. */
export const BILLED = 'billings';

/** Whether the current row is billed; never null. */
export const BILLED_SQL = '(id IN (SELECT billings.id FROM billings))';
/** Whether more than one file bills it; never null. */
export const TWICE_SQL = '(id IN (SELECT billings.id FROM billings GROUP BY billings.id HAVING count(number) > 1))';
/** What the last file says of each record. */
const LAST = `(SELECT billings.id, arg_max_null(version, number) AS version, arg_max(was, number) AS was FROM billings GROUP BY billings.id)`;
/** Whether it was modified since; never null. */
export const MODIFIED_SQL = `(id IN (SELECT last.id FROM ${LAST} AS last WHERE last.version IS NOT NULL)
  AND (id, coalesce(epoch_ms(updated_at), 0)) NOT IN (SELECT last.id, last.version FROM ${LAST} AS last WHERE last.version IS NOT NULL))`;

/** The store's binding drops this character at the start of a text. */
const withoutMark = (sql: string) => `ltrim(${sql}, chr(65279))`;
const differences = sentColumns.map((name, at) => {
  const { sql, type } = findColumn(requireProperty(name));
  const was = `last.was[${at + 1}]`;
  return type === VARCHAR
    ? `${withoutMark(was)} IS DISTINCT FROM ${withoutMark(`records.${sql}`)}`
    : `TRY_CAST(${was} AS ${type.toString()}) IS DISTINCT FROM records.${sql}`;
});
/** Whether a value is another than the last file says; never null. */
export const CHANGED_SQL = `(id IN (SELECT records.id FROM records JOIN ${LAST} AS last ON last.id = records.id
  WHERE len(last.was) > 0 AND (${differences.join(' OR ')})))`;

/** The number that the last file says of a row of `records`. */
export const billedNumberSql = (name: string) =>
  `(SELECT TRY_CAST(arg_max(was, number)[${
    sentColumns.findIndex((column) => column === name) + 1
  }] AS ${decimalType.toString()}) FROM billings WHERE billings.id = records.id)`;

/** What the files say of a row of `records`, as JSON. */
export const BILLINGS_SQL = `(SELECT to_json({first: arg_min(file, number), last: arg_max(file, number), again: arg_max(again, number),
  was: arg_max(was, number)})::VARCHAR FROM billings WHERE billings.id = records.id)`;

const COLUMNS = 'id BIGINT, number BIGINT, digest VARCHAR, version BIGINT, file VARCHAR, again VARCHAR, was VARCHAR[]';

/** Runs once for each opened file; every connection sees the table. */
export async function createBilled(connection: DuckDBConnection): Promise<void> {
  // Written by an earlier version, without values.
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

/**
 * Makes a temporary table, which is seen by its connection alone, and there instead of the file's.
 * @param main the file's own
 */
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

/** So many records are written at a time. */
const PIECE = 20_000;

async function addMissing(connection: DuckDBConnection, files: readonly Billing[]): Promise<void> {
  const there = new Set((await readRows(connection, 'SELECT DISTINCT digest FROM billings')).flat());
  for (const { number, digest, file, again, records } of files) {
    if (there.has(digest)) continue;
    const all = records();
    for (let at = 0; at < all.length; at += PIECE) {
      const params = new Params();
      // As one text, because binding each of some hundred thousand values takes several times as long.
      const json = JSON.stringify(all.slice(at, at + PIECE).map(([id, version, was]) => ({ id, version, was })));
      const list = `from_json(${params.text(json)}::JSON, '[{"id":"VARCHAR","version":"BIGINT","was":["VARCHAR"]}]')`;
      const ours = `${number === null ? 'NULL' : params.integer(number)}, ${params.text(digest)}, record.version, ${params.text(file)}, ${again === null ? 'NULL' : params.text(again)}`;
      await connection.run(
        `INSERT INTO billings SELECT TRY_CAST(record.id AS BIGINT), ${ours}, record.was FROM (SELECT unnest(${list}) AS record)
          WHERE TRY_CAST(record.id AS BIGINT) IS NOT NULL`,
        params.values,
        params.types,
      );
    }
  }
}
