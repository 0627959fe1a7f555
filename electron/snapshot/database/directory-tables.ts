/**
 * The directory beside the records, in memory, so that statements join names, clients and teams instead of sending lists of ids. None of it
 * reaches the snapshot's file: its home is the journal.
 *
 * `directory.owners(id, name, team, searched)` and `directory.objects(type, id, name, client, currency, searched)`, all VARCHAR; ids and
 * `(type, id)` pairs are unique. `searched` holds the words of the names, as `toSearched` writes them.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { toSearched } from '../../../src/domain/filter/search.ts';
import { objectOfKey, type Directory } from '../../../src/domain/people/directory.ts';
import { Params } from './parameters.ts';

const tables = {
  owners: ['id', 'name', 'team', 'searched'],
  objects: ['type', 'id', 'name', 'client', 'currency', 'searched'],
} as const;
type Table = keyof typeof tables;

/** Run once for each opened file, outside a transaction; every connection sees it. */
export async function attachDirectory(connection: DuckDBConnection): Promise<void> {
  await connection.run("ATTACH ':memory:' AS directory");
  for (const [table, columns] of Object.entries(tables)) {
    await connection.run(`CREATE TABLE directory.${table} (${columns.map((name) => `${name} VARCHAR`).join(', ')})`);
  }
}

/** Within the caller's transaction: readers see the old directory or the new one, never some of each. */
export async function replaceDirectory(connection: DuckDBConnection, { owners, objects }: Directory): Promise<void> {
  await replaceRows(
    connection,
    'owners',
    Object.entries(owners).map(([id, { name, team }]) => ({ id, name, team, searched: toSearched([name]) })),
  );
  await replaceRows(
    connection,
    'objects',
    Object.entries(objects).map(([key, { name, client, currency }]) => ({
      ...objectOfKey(key),
      name,
      client,
      currency,
      searched: toSearched([name, client]),
    })),
  );
}

async function replaceRows<T extends Table>(
  connection: DuckDBConnection,
  table: T,
  rows: readonly Readonly<Record<(typeof tables)[T][number], string | null>>[],
): Promise<void> {
  await connection.run(`DELETE FROM directory.${table}`);
  if (rows.length === 0) return;
  const params = new Params();
  const columns: readonly (typeof tables)[T][number][] = tables[table];
  // As one text a column: binding each of a hundred thousand names takes four times as long.
  const toList = (name: (typeof columns)[number]) =>
    JSON.stringify(rows.map((row) => row[name]?.toWellFormed() ?? null));
  const lists = columns.map((name) => `unnest(from_json(${params.text(toList(name))}::JSON, '["VARCHAR"]'))`);
  await connection.run(`INSERT INTO directory.${table} SELECT ${lists.join(', ')}`, params.values, params.types);
}
