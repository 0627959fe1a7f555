/**
 * All records at one merge as one file, which lies beside the change log and outlives the store. With what the log says of the merges since,
 * the records of the last one are known when the store is lost, and the store that is downloaded anew is compared with them.
 */
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { nameBulkFile } from './database/connections.ts';
import { storedColumns, toColumnName } from './database/schema.ts';
import { differencesFrom, findDifferences, type RecordDifference } from './differences.ts';
import { collectLatest, createPatched } from './past.ts';

/** The columns of the file: one of others is of no use, since what it lacks is not known. */
export const baseColumns = storedColumns
  .map((column) => `${toColumnName(column)} ${column.type.toString()}`)
  .join(', ');

export interface FormerRecords {
  readonly path: string;
  /** What the merges after that of the file changed, oldest first. */
  readonly changes: () => Iterable<readonly RecordDifference[]>;
}

/** @returns the path of a new file in the store's own folder */
export async function writeBase(connection: DuckDBConnection, folder: string): Promise<string> {
  const path = await nameBulkFile(folder);
  try {
    await connection.run(`COPY records TO ${quote(path)} (FORMAT parquet, COMPRESSION zstd)`);
    return path;
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
}

/** Finds what `records` has another than the former records, within the writer's transaction. */
export async function compareWithFormer(
  connection: DuckDBConnection,
  folder: string,
  { path, changes }: FormerRecords,
  onFound: (differences: readonly RecordDifference[]) => void,
): Promise<void> {
  // Statements reach no other folder.
  const near = await nameBulkFile(folder);
  try {
    await copyFile(path, near, constants.COPYFILE_FICLONE);
    await connection.run(`CREATE OR REPLACE TEMP VIEW base AS SELECT * FROM read_parquet(${quote(near)})`);
    await createPatched(connection, { table: 'base', view: 'former' }, collectLatest(changes()));
    await findDifferences(connection, onFound, differencesFrom('former'));
    await connection.run('DROP VIEW former; DROP VIEW base; DROP TABLE touched; DROP TABLE past');
  } finally {
    await rm(near, { force: true });
  }
}

const quote = (path: string) => `'${path.replaceAll("'", "''")}'`;
