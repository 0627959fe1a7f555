/**
 * Writes all records at one merge to one file, which is stored beside the change log and outlives the store. Together with the merges logged
 * since, it gives the latest records when the store is lost, so that a new download can be compared with them.
 */
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { nameBulkFile } from './database/connections.ts';
import { storedColumns, toColumnName } from './database/schema.ts';
import { differencesFrom, findDifferences, type RecordDifference } from './differences.ts';
import { collectLatest, createPatched } from './past.ts';

/** The columns of the file. A file with other columns is useless, because its missing values are unknown. */
export const baseColumns = storedColumns
  .map((column) => `${toColumnName(column)} ${column.type.toString()}`)
  .join(', ');

export interface FormerRecords {
  readonly path: string;
  /** The changes of the merges after the file's, oldest first. */
  readonly changes: () => Iterable<readonly RecordDifference[]>;
}

/** @returns the path of a new file in the store's folder */
export async function writeBase(connection: DuckDBConnection, folder: string): Promise<string> {
  const path = await nameBulkFile(folder);
  try {
    await connection.run(`COPY records TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
    return path;
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
}

/** Finds the differences of `records` from the former records, within the writer's transaction. */
export async function compareWithFormer(
  connection: DuckDBConnection,
  folder: string,
  { path, changes }: FormerRecords,
  onFound: (differences: readonly RecordDifference[]) => void,
): Promise<void> {
  // Statements can read no other folder.
  const copy = await nameBulkFile(folder);
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await connection.run(`CREATE OR REPLACE TEMP VIEW base AS SELECT * FROM read_parquet(${quoteText(copy)})`);
    await createPatched(connection, { table: 'base', view: 'former' }, collectLatest(changes()));
    await findDifferences(connection, onFound, differencesFrom('former'));
    await connection.run('DROP VIEW former; DROP VIEW base; DROP TABLE touched; DROP TABLE past');
  } finally {
    await rm(copy, { force: true });
  }
}

const quoteText = (path: string) => `'${path.replaceAll("'", "''")}'`;
