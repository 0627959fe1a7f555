/** Compiles an order of records, and rows that are chosen by their places in it. */
import type { Selection } from '../../../src/domain/filter/match.ts';
import { requireReadable, isLocal } from '../../../src/domain/local-properties.ts';
import { listSorts, type Sort, type SortOrder } from '../../../src/domain/records/sort-order.ts';
import { columnSql } from '../database/schema.ts';
import type { Params } from '../database/parameters.ts';
import { localColumnSql } from './directory-sql.ts';
import { selectionSql } from './selection-sql.ts';

/** Rows of a selection, by their places in an order. */
export interface RowRange {
  readonly sort?: Sort | undefined;
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
}

/** @returns the condition for the selection, or for these rows of it. */
export function rowsSql(selection: Selection, rows: RowRange | undefined, params: Params): string {
  const selected = selectionSql(selection, params);
  if (!rows) return selected;
  return `id IN (SELECT id FROM records WHERE ${selected} ${orderSql(rows.sort)}
    LIMIT ${params.integer(rows.limit)} OFFSET ${params.integer(rows.offset)})`;
}

/** Unset sorts last in both directions; text regardless of case; ties by id, ascending. */
export function orderSql(sort: Sort | undefined): string {
  return `ORDER BY ${[...listSorts(sort).map(keySql), 'id'].join(', ')}`;
}

function keySql({ propertyName, direction }: SortOrder): string {
  const property = requireReadable(propertyName);
  const sql = isLocal(property) ? localColumnSql(property) : columnSql(property.name);
  const key = property.type === 'string' && sql !== 'id' ? `lower(${sql})` : sql;
  return `${key} ${direction === 'ASCENDING' ? 'ASC' : 'DESC'} NULLS LAST`;
}
