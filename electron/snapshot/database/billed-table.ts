/**
 * Keeps next to the records which of them are billed, so that a condition looks them up by hash, however many they are. Its home is the
 * register of sent files: the table is written anew wherever the register says otherwise.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readMeta, saveMeta } from './metadata.ts';
import { Params } from './parameters.ts';

export interface BilledSource {
  /** The ids of the billed records, each once. */
  readonly billed: () => readonly string[];
  /** Identifies what the register says. */
  readonly version: () => string;
}

const VERSION = 'billed';

/** Whether the current row is billed; never null. */
export const BILLED_SQL = '(id IN (SELECT billed.id FROM billed))';

/** Runs once for each opened file; every connection sees the table. */
export async function createBilled(connection: DuckDBConnection): Promise<void> {
  await connection.run('CREATE TABLE IF NOT EXISTS billed (id BIGINT)');
}

/** Runs within the caller's transaction. What is stored already is not read. */
export async function replaceBilled(connection: DuckDBConnection, { billed, version }: BilledSource): Promise<void> {
  const newVersion = version();
  if ((await readMeta(connection, VERSION)) === newVersion) return;
  await writeBilled(connection, 'TABLE', billed());
  await saveMeta(connection, { [VERSION]: newVersion });
}

/** @param kind a temporary table is seen by its connection alone, and there instead of the file's */
export async function writeBilled(
  connection: DuckDBConnection,
  kind: 'TABLE' | 'TEMP TABLE',
  ids: readonly string[],
): Promise<void> {
  const params = new Params();
  // As one text, because binding each of some hundred thousand ids takes several times as long.
  const list = `unnest(from_json(${params.text(`[${ids.join(',')}]`)}::JSON, '["BIGINT"]'))`;
  await connection.run(`CREATE OR REPLACE ${kind} billed AS SELECT ${list} AS id`, params.values, params.types);
}
