/** Finds the first rows of a search among the records that come first in its order: before all are looked through, and counted. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Selection } from '../../../src/domain/filter/match.ts';
import { withoutSearch } from '../../../src/domain/filter/search.ts';
import type { Sort } from '../../../src/domain/records/sort-order.ts';
import { firstKeySql, orderSql } from '../conditions/order-sql.ts';
import { findSearchPlaces } from '../conditions/search-sql.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';

/** So many are put in order in a few milliseconds; four times as many take the store five times as long. */
const LOOKED_THROUGH = 5_000;

/**
 * Whatever passes the other filters and comes no later in the order than the last of a few thousand is looked through. So what it finds
 * are the first rows of the whole answer, but perhaps fewer than asked for, or none.
 * @returns a condition for those records, its values added to `params`
 */
export async function firstFoundSql(
  connection: DuckDBConnection,
  selection: Selection,
  { sort, limit }: { readonly sort: Sort | undefined; readonly limit: number },
  params: Params,
): Promise<string> {
  const key = firstKeySql(sort);
  const bounds = new Params();
  const others = selectionSql({ ...selection, filterGroups: withoutSearch(selection.filterGroups) }, bounds);
  const [last = []] = await readRows(
    connection,
    `SELECT CAST(${key.last}(key) AS VARCHAR), typeof(${key.last}(key)) FROM (SELECT ${key.sql} AS key FROM records WHERE ${others} ORDER BY key ${key.direction} NULLS LAST
      LIMIT ${bounds.integer(LOOKED_THROUGH)})`,
    bounds,
  );
  const [bound, type] = last;
  if (typeof bound !== 'string' || typeof type !== 'string') return 'false';
  const selected = selectionSql(selection, params, await findSearchPlaces(connection, selection.filterGroups));
  return `id IN (SELECT id FROM records WHERE ${key.sql} ${key.isWithin} CAST(${params.text(bound)} AS ${type}) AND ${selected}
    ${orderSql(sort)} LIMIT ${params.integer(limit)})`;
}
