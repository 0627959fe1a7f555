/**
 * Stores small texts next to the records: the schema version, the sync state, and facts about this file, such as where its records came
 * from.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Params } from './parameters.ts';
import { readSharedRows } from './shared-answers.ts';

export const STATE = 'sync-state';
/** The key of the number of changes in this file. */
export const COMMITS = 'commits';
/** The key of the number of the last merge in the change log that these records carry. */
export const MERGE = 'merge';

export function readMerge(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

export async function readMeta(connection: DuckDBConnection, key: string, table = 'meta'): Promise<string | undefined> {
  const params = new Params();
  const [row] = await readSharedRows(connection, `SELECT value FROM ${table} WHERE key = ${params.text(key)}`, params);
  return typeof row?.[0] === 'string' ? row[0] : undefined;
}

/** Runs within the caller's transaction, in one statement if all keys exist, because every change of the records writes some. */
export async function saveMeta(connection: DuckDBConnection, texts: Readonly<Record<string, string>>): Promise<void> {
  const params = new Params();
  const entries = Object.entries(texts).map(([key, value]) => ({ key: params.text(key), value: params.text(value) }));
  const keys = entries.map(({ key }) => key).join(', ');
  const values = entries.map(({ key, value }) => `WHEN ${key} THEN ${value}`).join(' ');
  const run = (sql: string) => connection.run(sql, params.values, params.types);
  const { rowsChanged } = await run(`UPDATE meta SET value = CASE key ${values} END WHERE key IN (${keys})`);
  if (rowsChanged === entries.length) return;
  const rows = entries.map(({ key, value }) => `(${key}, ${value})`).join(', ');
  await run(`INSERT INTO meta SELECT * FROM (VALUES ${rows}) AS kept (key, value)
    WHERE key NOT IN (SELECT key FROM meta)`);
}

/** Runs within the caller's transaction. */
export async function dropMeta(connection: DuckDBConnection, key: string): Promise<void> {
  const params = new Params();
  await connection.run(`DELETE FROM meta WHERE key = ${params.text(key)}`, params.values, params.types);
}
