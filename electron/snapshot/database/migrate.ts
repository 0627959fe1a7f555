/** Migrates a file of an older schema or catalogue to today's columns and keeps its records, so that they are not downloaded twice. */
import { LIST, listValue, VARCHAR, BIGINT, type DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { searchedProperties, joinSearchWords } from '#domain/filter/search.ts';
import { readRows } from './connections.ts';
import { Params } from './parameters.ts';
import { rewriteSchema1Values } from './received-values.ts';
import {
  createStatements,
  toColumnName,
  recordColumns,
  searchedColumn,
  storedColumns,
  tableColumns,
  type Column,
  columnSql,
} from './schema.ts';

/** Without these columns a row has neither identity nor age, so such a file cannot be migrated. */
const essential: readonly Column[] = [
  recordColumns.id,
  recordColumns.createdAt,
  recordColumns.updatedAt,
  recordColumns.archived,
];
const fixedColumns: readonly Column[] = Object.values(recordColumns);
const tables = ['records', 'waiting'] as const;

/**
 * @param existing the tables of the file
 * @returns true if both tables have exactly today's columns, in today's order, because rows are written by position
 */
export async function hasCurrentColumns(connection: DuckDBConnection, existing: readonly unknown[]): Promise<boolean> {
  for (const table of tables) {
    if (!existing.includes(table)) return false;
    const columns = await readColumns(connection, table);
    const names = [...columns.keys()];
    if (names.length !== storedColumns.length) return false;
    if (!storedColumns.every((column, index) => names[index] === toColumnName(column) && hasColumn(columns, column)))
      return false;
  }
  return true;
}

/**
 * Runs within the caller's transaction.
 * @param existing the tables of the file
 * @returns `complete`: true if every property of today's catalogue had been fetched; otherwise the rows lack values that only the service has
 * @throws AppFailure `store-damaged` if an essential column is missing
 */
export async function migrate(
  connection: DuckDBConnection,
  existing: readonly unknown[],
): Promise<{ readonly complete: boolean }> {
  const columnsBefore = new Map<(typeof tables)[number], ReadonlyMap<string, string>>();
  for (const table of tables) {
    if (!existing.includes(table)) continue;
    const columns = await readColumns(connection, table);
    if (!essential.every((column) => hasColumn(columns, column))) fail({ code: 'store-damaged' });
    columnsBefore.set(table, columns);
    await connection.run(`ALTER TABLE ${table} RENAME TO older_${table}`);
  }
  for (const sql of createStatements) await connection.run(sql.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
  for (const [table, columns] of columnsBefore) {
    const shared = storedColumns
      .filter((column) => hasColumn(columns, column))
      .map(({ sql }) => sql)
      .join(', ');
    await connection.run(`INSERT INTO ${table} (${shared}) SELECT ${shared} FROM older_${table}`);
    await connection.run(`DROP TABLE older_${table}`);
    if (!hasColumn(columns, searchedColumn)) await writeSearched(connection, table);
  }
  const properties = tableColumns.filter((column) => !fixedColumns.includes(column));
  return {
    complete: [...columnsBefore.values()].every((columns) => properties.every((column) => hasColumn(columns, column))),
  };
}

/** The rows rewritten in one statement. */
const BATCH_ROWS = 2_000;
/** `rounded` is left out, because it was already written as digits in a text, as today. */
const rewritten: readonly Column[] = [recordColumns.anomalies, recordColumns.extra];

/** Rewrites received values, which schema 1 stored in a form that the store cannot always read. */
async function rewriteReceived(connection: DuckDBConnection): Promise<void> {
  for (const table of tables) {
    for (const { sql } of rewritten) {
      for (let lastId = '-1'; ;) {
        const batchSql = `SELECT id, ${sql} FROM ${table} WHERE ${sql} IS NOT NULL AND id > ${lastId} ORDER BY id LIMIT ${BATCH_ROWS}`;
        const rows = await readRows(connection, batchSql);
        if (rows.length === 0) break;
        const params = new Params();
        const ids = params.add(listValue(rows.map(([id = null]) => id)), LIST(BIGINT));
        const texts = params.add(listValue(rows.map(([, json]) => rewriteSchema1Values(String(json)))), LIST(VARCHAR));
        await connection.run(
          `UPDATE ${table} SET ${sql} = given.kept FROM (SELECT unnest(${ids}) AS id, unnest(${texts}) AS kept) AS given
            WHERE ${table}.id = given.id`,
          params.values,
          params.types,
        );
        lastId = String(rows.at(-1)?.[0]);
      }
    }
  }
}

/** The rewrites in order, each with the schema version that it leads to. */
const rewrites: readonly (readonly [version: number, rewrite: (connection: DuckDBConnection) => Promise<void>])[] = [
  [2, rewriteReceived],
];

/** Rewrites the values of an older version's file, within the caller's transaction and after the migration of columns. */
export async function rewriteSince(connection: DuckDBConnection, version: number): Promise<void> {
  for (const [newVersion, rewrite] of rewrites) if (version < newVersion) await rewrite(connection);
}

/** Reads types by column name, in the table's order. Listing all columns with those of DuckDB's system tables takes ten times as long. */
export async function readColumns(connection: DuckDBConnection, table: string): Promise<ReadonlyMap<string, string>> {
  const result = await connection.run(`SELECT * FROM main."${table.replaceAll('"', '""')}" LIMIT 0`);
  return new Map(result.columnNames().map((name, index) => [name, String(result.columnType(index))]));
}

function hasColumn(types: ReadonlyMap<string, string>, column: Column): boolean {
  return types.get(toColumnName(column)) === column.type.toString();
}

/** The rows written in one statement: few enough for memory, and enough that finding them takes little time in comparison. */
const SEARCHED_BATCH_ROWS = 20_000;

/** Writes the searched text of each record in files from before the search. Runs within the caller's transaction. */
export async function writeSearched(
  connection: DuckDBConnection,
  table: 'records' | 'waiting',
  batchRows = SEARCHED_BATCH_ROWS,
): Promise<void> {
  const columns = searchedProperties.map(columnSql).join(', ');
  for (let lastId = '-1'; ;) {
    const rows = await readRows(
      connection,
      `SELECT id, ${columns} FROM ${table} WHERE id > ${lastId} ORDER BY id LIMIT ${batchRows}`,
    );
    const [first] = rows;
    if (!first) return;
    const [firstId, newLastId] = [String(first[0]), String(rows.at(-1)?.[0])];
    const params = new Params();
    const ids = params.add(listValue(rows.map(([id = null]) => id)), LIST(BIGINT));
    const texts = rows.map(([, ...values]) => joinSearchWords(values.map(toText)));
    const searched = params.add(listValue(texts), LIST(VARCHAR));
    await connection.run(
      `UPDATE ${table} SET ${searchedColumn.sql} = given.searched
        FROM (SELECT unnest(${ids}) AS id, unnest(${searched}) AS searched) AS given
        WHERE ${table}.id = given.id AND ${table}.id BETWEEN ${firstId} AND ${newLastId}`,
      params.values,
      params.types,
    );
    lastId = newLastId;
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);
