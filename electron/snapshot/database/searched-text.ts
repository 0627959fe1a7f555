/** Writes the searched text of each record in files from before the search. */
import { BIGINT, LIST, listValue, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { searchedProperties, joinSearchWords } from '#domain/filter/search.ts';
import { readRows } from './connections.ts';
import { Params } from './parameters.ts';
import { columnSql, searchedColumn } from './schema.ts';

/** The rows written in one statement: few enough for memory, and enough that finding them takes little time in comparison. */
const PIECE = 20_000;

/**
 * Runs within the caller's transaction.
 * @param piece the number of rows at once
 */
export async function writeSearched(
  connection: DuckDBConnection,
  table: 'records' | 'waiting',
  piece = PIECE,
): Promise<void> {
  const columns = searchedProperties.map(columnSql).join(', ');
  for (let after = '-1'; ;) {
    const rows = await readRows(
      connection,
      `SELECT id, ${columns} FROM ${table} WHERE id > ${after} ORDER BY id LIMIT ${piece}`,
    );
    const [first] = rows;
    if (!first) return;
    const [least, most] = [String(first[0]), String(rows.at(-1)?.[0])];
    const params = new Params();
    const ids = params.add(listValue(rows.map(([id = null]) => id)), LIST(BIGINT));
    const texts = rows.map(([, ...values]) => joinSearchWords(values.map(toText)));
    const searched = params.add(listValue(texts), LIST(VARCHAR));
    await connection.run(
      `UPDATE ${table} SET ${searchedColumn.sql} = given.searched
        FROM (SELECT unnest(${ids}) AS id, unnest(${searched}) AS searched) AS given
        WHERE ${table}.id = given.id AND ${table}.id BETWEEN ${least} AND ${most}`,
      params.values,
      params.types,
    );
    after = most;
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);
