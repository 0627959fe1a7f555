/**
 * Stores the directory next to the records, so that statements join names, clients and teams instead of sending lists of ids. The journal
 * is the source; the tables are rewritten when its version changes.
 * | `directory_owners(id, name, team, searched)` and `directory_objects(type, id, name, client, currency, searched)`, all VARCHAR; ids and
 * `(type, id)` pairs are unique. `searched` holds the words of the names, as `joinSearchWords` writes them.
 */
import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { joinSearchWords } from '#domain/filter/search.ts';
import { parseObjectKey, type Directory } from '#domain/people/directory.ts';
import { readMeta, saveMeta } from './metadata.ts';
import { Params } from './parameters.ts';

const tables = {
  owners: ['id', 'name', 'team', 'searched'],
  objects: ['type', 'id', 'name', 'client', 'currency', 'searched'],
} as const;
type Table = keyof typeof tables;
/** A temporary table hides the file's table on its connection only. */
type TableKind = 'TABLE' | 'TEMP TABLE';

/** Must be raised when the same directory is stored with different columns or words. */
const LAYOUT = 1;
const VERSION = 'directory';

export interface DirectorySource {
  readonly directory: Directory | (() => Directory);
  /** Identifies a directory; without it, the directory counts as new. */
  readonly version?: (() => string) | undefined;
}

/** Runs once for each opened file; every connection sees the tables. */
export async function createDirectory(connection: DuckDBConnection): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    const typed = columns.map((name) => `${name} VARCHAR`).join(', ');
    await connection.run(`CREATE TABLE IF NOT EXISTS directory_${table} (${typed})`);
  }
}

/**
 * Runs within the caller's transaction, so that readers never see a mixture of the old and the new directory. The
 * directory is read only when its version has changed.
 */
export async function replaceDirectory(
  connection: DuckDBConnection,
  { directory, version = randomUUID }: DirectorySource,
  kind: TableKind = 'TABLE',
): Promise<void> {
  const storedVersion = await readMeta(connection, VERSION);
  // The version is read synchronously with the names, because an import in between would store its names under the earlier version.
  const newVersion = `${LAYOUT} ${version()}`;
  if (storedVersion === newVersion) return;
  const { owners, objects } = typeof directory === 'function' ? directory() : directory;
  await replaceRows(
    connection,
    kind,
    'owners',
    Object.entries(owners).map(([id, { name, team }]) => ({ id, name, team, searched: joinSearchWords([name]) })),
  );
  await replaceRows(
    connection,
    kind,
    'objects',
    Object.entries(objects).map(([key, { name, client, currency }]) => ({
      ...parseObjectKey(key),
      name,
      client,
      currency,
      searched: joinSearchWords([name, client]),
    })),
  );
  await saveMeta(connection, { [VERSION]: newVersion });
}

async function replaceRows<T extends Table>(
  connection: DuckDBConnection,
  kind: TableKind,
  table: T,
  rows: readonly Readonly<Record<(typeof tables)[T][number], string | null>>[],
): Promise<void> {
  const params = new Params();
  const columns: readonly (typeof tables)[T][number][] = tables[table];
  // Each column is sent as one text, because binding each of a hundred thousand names takes four times as long.
  const toList = (name: (typeof columns)[number]) =>
    JSON.stringify(rows.map((row) => row[name]?.toWellFormed() ?? null));
  const lists = columns.map(
    (name) => `unnest(from_json(${params.text(toList(name))}::JSON, '["VARCHAR"]')) AS ${name}`,
  );
  await connection.run(
    `CREATE OR REPLACE ${kind} directory_${table} AS SELECT ${lists.join(', ')}`,
    params.values,
    params.types,
  );
}
