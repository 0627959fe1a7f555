/** Compiles an order of records, and a range of rows in that order. */
import type { Selection } from '#domain/filter/match.ts';
import { requireReadable, isLocal } from '#domain/local-properties.ts';
import { listSorts, type Sort, type SortOrder } from '#domain/records/sort-order.ts';
import { columnSql } from '../database/schema.ts';
import type { Params } from '../database/parameters.ts';
import { localColumnSql } from './directory-sql.ts';
import { selectionSql } from './selection-sql.ts';

/** A range of a selection's rows in an order. */
export interface RowRange {
  readonly sort?: Sort | undefined;
  /** Counts from 0. */
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

/** Sorts unset values last in both directions, text regardless of case, and ties by id, ascending. */
export function orderSql(sort: Sort | undefined): string {
  return `ORDER BY ${[...listSorts(sort).map(keySql), 'id'].join(', ')}`;
}

/**
 * Compiles the same order for a statement that selects the compared values first, so that they are computed once. `keys` is appended to a
 * list of columns.
 */
export function keyedOrderSql(sort: Sort | undefined): { readonly keys: string; readonly order: string } {
  const sorts = listSorts(sort);
  const keys = sorts.map((sort, index) => `, ${comparedSql(sort)} AS key${index}`).join('');
  return {
    keys,
    order: `ORDER BY ${[...sorts.map((sort, index) => directedSql(`key${index}`, sort)), 'id'].join(', ')}`,
  };
}

/** Describes the first sort key: the aggregate that gives its last value among some records, and the operator for keys up to that value. */
export function firstKeySql(sort: Sort | undefined) {
  const [first] = listSorts(sort);
  const sql = first ? comparedSql(first) : 'id';
  return first?.direction === 'DESCENDING'
    ? ({ sql, direction: 'DESC', lastAggregate: 'min', operator: '>=' } as const)
    : ({ sql, direction: 'ASC', lastAggregate: 'max', operator: '<=' } as const);
}

const keySql = (sort: SortOrder) => directedSql(comparedSql(sort), sort);

function comparedSql({ propertyName }: SortOrder): string {
  const property = requireReadable(propertyName);
  const sql = isLocal(property) ? localColumnSql(property) : columnSql(property.name);
  return property.type === 'string' && sql !== 'id' ? `lower(${sql})` : sql;
}

function directedSql(key: string, { direction }: SortOrder): string {
  return `${key} ${direction === 'ASCENDING' ? 'ASC' : 'DESC'} NULLS LAST`;
}
