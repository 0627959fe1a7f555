/**
 * Keeps the ids of billed records in a table next to the records, so that a condition looks them up by hash, however many they are. The
 * register of sent files is their home; the table is written anew when its version changes.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BilledRecords } from '#domain/filter/match.ts';
import { readMeta, saveMeta } from './metadata.ts';
import { Params } from './parameters.ts';

export interface BilledSource {
  readonly billed: () => BilledRecords;
  /** Identifies what the register says. */
  readonly version: () => string;
}

const BILLED = 'billed';

/** True where the current row is billed; never null. */
export const BILLED_SQL = '(id IN (SELECT billed.id FROM billed))';
/** True where the current row was modified after it was billed; never null. */
export const MODIFIED_SQL = `(id IN (SELECT billed.id FROM billed WHERE billed.version IS NOT NULL)
  AND (id, coalesce(epoch_ms(updated_at), 0)) NOT IN (SELECT billed.id, billed.version FROM billed WHERE billed.version IS NOT NULL))`;

/** Runs once for each opened file; every connection sees the table. */
export async function createBilled(connection: DuckDBConnection): Promise<void> {
  await connection.run('CREATE TABLE IF NOT EXISTS billed (id BIGINT, version BIGINT)');
}

/** Runs within the caller's transaction. The register is read only when its version has changed. */
export async function replaceBilled(connection: DuckDBConnection, { billed, version }: BilledSource): Promise<void> {
  const newVersion = version();
  if ((await readMeta(connection, BILLED)) === newVersion) return;
  await writeBilled(connection, 'TABLE', billed());
  await saveMeta(connection, { [BILLED]: newVersion });
}

/** @param kind a temporary table is seen by its connection alone, and there instead of the file's */
export async function writeBilled(
  connection: DuckDBConnection,
  kind: 'TABLE' | 'TEMP TABLE',
  records: BilledRecords,
): Promise<void> {
  const params = new Params();
  // The values are sent as one text, because binding each of some hundred thousand ids takes several times as long.
  const list = (values: Iterable<string | number | null>) =>
    `unnest(from_json(${params.text(JSON.stringify([...values]))}::JSON, '["BIGINT"]'))`;
  await connection.run(
    `CREATE OR REPLACE ${kind} billed AS SELECT * FROM
      (SELECT ${list(records.keys())} AS id, ${list(records.values())} AS version) WHERE id IS NOT NULL`,
    params.values,
    params.types,
  );
}
