/**
 * Small texts stored beside the records: the schema version, the sync state, and what belongs to this file (where its records came from).
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows } from './connections.ts';
import { Params } from './parameters.ts';

/** Key of the sync state. */
export const STATE = 'sync-state';

export async function readMeta(connection: DuckDBConnection, key: string): Promise<string | undefined> {
  const params = new Params();
  const [row] = await readRows(connection, `SELECT value FROM meta WHERE key = ${params.text(key)}`, params);
  return typeof row?.[0] === 'string' ? row[0] : undefined;
}

/** Within the caller's transaction. One statement, however many: each change of the records writes some. */
export async function saveMeta(connection: DuckDBConnection, texts: Readonly<Record<string, string>>): Promise<void> {
  const params = new Params();
  const rows = Object.entries(texts).map(([key, value]) => `(${params.text(key)}, ${params.text(value)})`);
  await connection.run(
    `MERGE INTO meta USING (VALUES ${rows.join(', ')}) AS kept (key, value) ON meta.key = kept.key
      WHEN MATCHED THEN UPDATE SET value = kept.value WHEN NOT MATCHED THEN INSERT VALUES (kept.key, kept.value)`,
    params.values,
    params.types,
  );
}

/** Within the caller's transaction. */
export async function dropMeta(connection: DuckDBConnection, key: string): Promise<void> {
  const params = new Params();
  await connection.run(`DELETE FROM meta WHERE key = ${params.text(key)}`, params.values, params.types);
}
