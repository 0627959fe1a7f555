/**
 * Refuses a store that holds anything that computes: a macro called `sum` in it would answer every report. The check runs before anything
 * else, by statements that nothing in the file can answer instead: built-in functions by their full names, and no operator.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { readRows } from './connections.ts';

/** Each statement returns a row for every object that a store of ours does not have. */
const foreignObjectQueries = [
  'SELECT function_name FROM system.main.duckdb_functions() WHERE NOT internal',
  'SELECT view_name FROM system.main.duckdb_views() WHERE NOT internal',
  'SELECT schema_name FROM system.main.duckdb_schemas() WHERE NOT internal',
  'SELECT type_name FROM system.main.duckdb_types() WHERE NOT internal',
  'SELECT sequence_name FROM system.main.duckdb_sequences()',
  'SELECT index_name FROM system.main.duckdb_indexes()',
];
const TABLES = 'SELECT table_name, sql FROM system.main.duckdb_tables() WHERE NOT internal';
const COLUMNS =
  'SELECT table_name, column_name, data_type FROM system.main.duckdb_columns() WHERE NOT internal ORDER BY column_index';

/** @throws AppFailure `store-damaged` for a file with macros, views, other schemas, or columns that are more than a name and a type. */
export async function refuseForeignCatalogue(connection: DuckDBConnection): Promise<void> {
  for (const sql of foreignObjectQueries) {
    if ((await readRows(connection, sql)).length > 0) fail({ code: 'store-damaged' });
  }
  const columns = (await readRows(connection, COLUMNS)).map((row) => row.map(String));
  for (const [table, sql] of (await readRows(connection, TABLES)).map((row) => row.map(String))) {
    const tableColumns = columns.filter(([name]) => name === table).map(([, name, type]) => `${name} ${type}`);
    // The store itself writes a table without defaults, computed columns and constraints like this.
    if (sql?.replaceAll('"', '') !== `CREATE TABLE ${table}(${tableColumns.join(', ')});`)
      fail({ code: 'store-damaged' });
  }
}
