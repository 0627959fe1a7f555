/** Brings a file of an older schema or catalogue to today's columns: its records are kept, so that nothing is paid for twice. */
import { LIST, listValue, VARCHAR, BIGINT, type DuckDBConnection } from '@duckdb/node-api';
import { fail } from '../../../src/contract/errors.ts';
import { readRows } from './connections.ts';
import { Params } from './parameters.ts';
import { keptTextOfSchema1 } from './received-values.ts';
import { writeSearched } from './searched-text.ts';
import {
  createStatements,
  columnName,
  ownColumns,
  searchedColumn,
  storedColumns,
  tableColumns,
  type Column,
} from './schema.ts';

/** Without these a row has neither identity nor age: such a file cannot be migrated. */
const essential: readonly Column[] = [ownColumns.id, ownColumns.createdAt, ownColumns.updatedAt, ownColumns.archived];
const own: readonly Column[] = Object.values(ownColumns);
const tables = ['records', 'waiting'] as const;

/** @returns whether both tables have exactly today's columns, in today's order: rows are written by position. */
export async function isCurrent(connection: DuckDBConnection): Promise<boolean> {
  for (const table of tables) {
    const held = await readColumns(connection, table);
    const names = [...held.keys()];
    if (names.length !== storedColumns.length) return false;
    if (!storedColumns.every((each, at) => names[at] === columnName(each) && isHeld(held, each))) return false;
  }
  return true;
}

/**
 * Within the caller's transaction.
 * @returns whether every property of today's catalogue had been fetched; if not, the rows lack something that only the service has.
 * @throws AppFailure `store-damaged` when what makes a row a record is missing.
 */
export async function migrate(connection: DuckDBConnection): Promise<{ readonly whole: boolean }> {
  const before = new Map<(typeof tables)[number], ReadonlyMap<string, string>>();
  for (const table of tables) {
    const held = await readColumns(connection, table);
    if (held.size === 0) continue;
    if (!essential.every((each) => isHeld(held, each))) fail({ code: 'store-damaged' });
    before.set(table, held);
    await connection.run(`ALTER TABLE ${table} RENAME TO older_${table}`);
  }
  for (const sql of createStatements) await connection.run(sql.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
  for (const [table, held] of before) {
    const shared = storedColumns
      .filter((each) => isHeld(held, each))
      .map(({ sql }) => sql)
      .join(', ');
    await connection.run(`INSERT INTO ${table} (${shared}) SELECT ${shared} FROM older_${table}`);
    await connection.run(`DROP TABLE older_${table}`);
    if (!isHeld(held, searchedColumn)) await writeSearched(connection, table);
  }
  const properties = tableColumns.filter((each) => !own.includes(each));
  return { whole: [...before.values()].every((held) => properties.every((each) => isHeld(held, each))) };
}

/** Rows rewritten in one statement. */
const PIECE = 2_000;
/** `rounded` was written as it is today: digits in a text. */
const rewritten: readonly Column[] = [ownColumns.anomalies, ownColumns.extra];

/** Schema 1 kept received values in a form the store cannot always read. */
async function rewriteReceived(connection: DuckDBConnection): Promise<void> {
  for (const table of tables) {
    for (const { sql } of rewritten) {
      for (let after = '-1'; ;) {
        const piece = `SELECT id, ${sql} FROM ${table} WHERE ${sql} IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${PIECE}`;
        const rows = await readRows(connection, piece);
        if (rows.length === 0) break;
        const params = new Params();
        const ids = params.add(listValue(rows.map(([id = null]) => id)), LIST(BIGINT));
        const kept = params.add(listValue(rows.map(([, json]) => keptTextOfSchema1(String(json)))), LIST(VARCHAR));
        await connection.run(
          `UPDATE ${table} SET ${sql} = given.kept FROM (SELECT unnest(${ids}) AS id, unnest(${kept}) AS kept) AS given
            WHERE ${table}.id = given.id`,
          params.values,
          params.types,
        );
        after = String(rows.at(-1)?.[0]);
      }
    }
  }
}

/** By the schema version that each leads to, in order. */
const rewrites: readonly (readonly [version: number, rewrite: (connection: DuckDBConnection) => Promise<void>])[] = [
  [2, rewriteReceived],
];

/** Rewrites what a file of an older version holds, within the caller's transaction and over today's columns. */
export async function rewriteSince(connection: DuckDBConnection, version: number): Promise<void> {
  for (const [to, rewrite] of rewrites) if (version < to) await rewrite(connection);
}

/** Types by column name, in the table's order; empty for a table that does not exist. */
async function readColumns(connection: DuckDBConnection, table: string): Promise<ReadonlyMap<string, string>> {
  const params = new Params();
  const rows = await readRows(
    connection,
    `SELECT column_name, data_type FROM duckdb_columns()
      WHERE table_name = ${params.text(table)} AND schema_name = 'main' ORDER BY column_index`,
    params,
  );
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

function isHeld(held: ReadonlyMap<string, string>, column: Column): boolean {
  return held.get(columnName(column)) === column.type.toString();
}
