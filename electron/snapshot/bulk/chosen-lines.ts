/** Compiles the chosen records with what is joined to them, from which every bulk copy selects. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ExportColumn } from '#domain/exports/model.ts';
import type { CellSource } from '#domain/exports/record-columns.ts';
import type { Selection } from '#domain/filter/match.ts';
import { propertyNames } from '#domain/properties.ts';
import type { Sort } from '#domain/records/sort-order.ts';
import { orderSql } from '../conditions/order-sql.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { readCount } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { columnSql } from '../database/schema.ts';
import { joinsSql, type BulkCell } from './cells.ts';

export interface BulkQuery extends RecordChoice {
  readonly sort?: Sort | undefined;
  readonly columns: readonly ExportColumn[];
  /** One source for each column. */
  readonly sources: readonly CellSource[];
  readonly currencyIndex: number | undefined;
}

/**
 * The most texts that are joined to the lines. With more, the file is written line by line, because joining them would take the memory that
 * bulk copies save.
 */
export const MAX_JOINED = 50_000;

export interface Lines {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly query: BulkQuery;
  readonly cells: readonly BulkCell[];
  /** Texts by record id. */
  readonly unreadable: ReadonlyMap<bigint, string>;
  /** A range of the row numbers that `numberRecords` assigned; without it, all records. */
  readonly part?: { readonly after: number; readonly upTo: number };
}

/**
 * Numbers the chosen records in their order, from 1, until the transaction ends, so that many lines can be split into parts.
 * @returns the number of records.
 */
export async function numberRecords(connection: DuckDBConnection, query: BulkQuery): Promise<number> {
  const params = new Params();
  const sql = `CREATE OR REPLACE TEMP TABLE placed AS
    SELECT id AS x_placed, row_number() OVER (${orderSql(query.sort)}) AS x_place FROM records WHERE ${recordChoiceSql(query, params)}`;
  await connection.run(sql, params.values, params.types);
  return readCount(connection, 'SELECT count(*) FROM placed');
}

/** Selects the lines in order. They are sorted before their values become texts, which take three times as long to sort. */
export function orderedSql(lines: Lines, params: Params, textJoins = ''): string {
  const order = lines.part ? 'ORDER BY x_place' : orderSql(lines.query.sort);
  return `FROM (SELECT * ${fromSql(lines, params, textJoins)} ${order})`;
}

/** Compiles `FROM … WHERE …` of the chosen records with what is joined to them. @param textJoins further joins, of texts */
export function fromSql({ query, cells, unreadable, part }: Lines, params: Params, textJoins = ''): string {
  const joins = joinsSql(cells, unreadable, params);
  if (!part) return `FROM records ${joins} ${textJoins} WHERE ${recordChoiceSql(query, params)}`;
  const { after, upTo } = part;
  return `FROM records JOIN placed ON x_placed = id ${joins} ${textJoins}
    WHERE x_place > ${params.integer(after)} AND x_place <= ${params.integer(upTo)}`;
}

export interface RecordChoice {
  readonly selection: Selection;
  /** `YYYY-MM`; null for records without a readable month; undefined for every month. */
  readonly month?: string | null | undefined;
}

const MONTH_COLUMN = columnSql(propertyNames.month);
/** Months are written as hive partitions are named. */
export const MONTH_TEXT = `strftime(${MONTH_COLUMN}, '%Y-%m')`;

/** Compiles which records an extract reads: those of a selection, or of one recorded month among them. */
export function recordChoiceSql({ selection, month }: RecordChoice, params: Params): string {
  const selected = selectionSql(selection, params);
  if (month === undefined) return selected;
  if (month === null) return `(${selected}) AND ${MONTH_COLUMN} IS NULL`;
  const first = `CAST(${params.text(`${month}-01`)} AS DATE)`;
  return `(${selected}) AND ${MONTH_COLUMN} BETWEEN ${first} AND last_day(${first})`;
}
