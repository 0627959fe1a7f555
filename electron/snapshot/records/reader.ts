/** Reads the published records for screens and the terminal: pages, counts, distinct values, and how many records each month has. */
import { DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import { FINDS } from '../../../src/domain/filter/model.ts';
import type { RecordedWeeks } from '../../../src/domain/time/weeks.ts';
import { readCount, readRows, type Connections } from '../database/connections.ts';
import { distinctValues, unheldValues, type DistinctValues } from './distinct-values.ts';
import { keyedOrderSql, orderSql } from '../conditions/order-sql.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { findSearchPlaces } from '../conditions/search-sql.ts';
import { firstFoundSql } from './first-found.ts';
import { idWindow } from './keyset-page.ts';
import { Params } from '../database/parameters.ts';
import type { RecordedWeeksMemory } from './recorded-weeks.ts';
import { recordRow, rowSelectList } from './record-rows.ts';
import { toText } from '../database/values.ts';
import { columnSql } from '../database/schema.ts';
import type { Sort } from '../../../src/domain/records/sort-order.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

/** Pages that start after this many records are found by their ids. */
const DEEP = 2_000;

export interface PageQuestion extends Selection {
  /** Full property names. */
  readonly columns: readonly string[];
  /** Without one: by id, ascending. */
  readonly sort?: Sort | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface SnapshotSummary {
  /** Live records. */
  readonly records: number;
  readonly archived: number;
  /** Values that could not be read, over all live records. */
  readonly anomalies: number;
  /** Values that had more than 8 decimals, over all live records. */
  readonly rounded: number;
  /** Live records by recorded month, `YYYY-MM-DD` as recorded, oldest first; null (no readable month) last. */
  readonly months: readonly { readonly month: string | null; readonly held: number }[];
}

/**
 * Archived records are in none of these answers, nor is an incomplete refresh. `signal` cancels a question whose caller no longer waits
 * (AppFailure `cancelled`); after a minute any question ends (`took-too-long`).
 */
export interface RecordsReading {
  page(question: PageQuestion, signal?: AbortSignal): Promise<{ rows: RecordRow[]; total: number }>;
  /** The first rows of a search, as far as they are found near the beginning of its order: perhaps fewer than `limit`, or none. */
  firstFound(question: Omit<PageQuestion, 'offset'>, signal?: AbortSignal): Promise<RecordRow[]>;
  countSelected(selection: Selection, signal?: AbortSignal): Promise<number>;
  /**
   * Values as text, one for all that a filter treats as equal, most frequent first, then by value; unset ones are left out. `contains`
   * ignores case.
   */
  distinctValues(propertyName: string, contains: string, limit: number, signal?: AbortSignal): Promise<DistinctValues>;
  /** Which of these values of a text or an enumeration no record has. */
  unheldValues(propertyName: string, values: readonly string[], signal?: AbortSignal): Promise<string[]>;
  summary(): Promise<SnapshotSummary>;
  /** The weekdays on which the records' own weeks begin; computed once for each state of the store. */
  recordedWeeks(): Promise<RecordedWeeks>;
}

export function createRecordsReading(connections: Connections, weeks: RecordedWeeksMemory): RecordsReading {
  return {
    page: (question, signal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const selected = selectionSql(question, params, await findSearchPlaces(connection, question.filterGroups));
        if (isSearch(question)) return readSearchedPage(connection, question, selected, params);
        const { total, where, offset } = await findStart(connection, question, selected, params);
        const order = orderSql(question.sort);
        // Full rows are read of this page only: sorting a million of them to skip half takes time and memory.
        const ids = `SELECT id FROM records WHERE ${where} ${order}
          LIMIT ${params.integer(question.limit)} OFFSET ${params.integer(offset)}`;
        const sql = `SELECT ${rowSelectList(question.columns)} FROM records WHERE id IN (${ids}) ${order}`;
        const rows = await readRows(connection, sql, params);
        return { rows: rows.map((row) => recordRow(row, question.columns)), total };
      }, signal),

    firstFound: ({ columns, sort, limit, ...selection }, signal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const where = await firstFoundSql(connection, selection, { sort, limit }, params);
        const sql = `SELECT ${rowSelectList(columns)} FROM records WHERE ${where} ${orderSql(sort)}`;
        const rows = await readRows(connection, sql, params);
        return rows.map((row) => recordRow(row, columns));
      }, signal),

    countSelected: (selection, signal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const selected = selectionSql(selection, params, await findSearchPlaces(connection, selection.filterGroups));
        return readCount(connection, `SELECT count(*) FROM records WHERE ${selected}`, params);
      }, signal),

    distinctValues: (propertyName, contains, limit, signal) =>
      connections.survey((connection) => distinctValues(connection, propertyName, contains, limit), signal),

    unheldValues: (propertyName, values, signal) =>
      connections.survey((connection) => unheldValues(connection, propertyName, values), signal),

    summary: () => connections.survey(readSummary),
    recordedWeeks: () => connections.read((connection) => weeks.at(connection)),
  };
}

/** Counts the selection and finds where its page begins: for a deep page in the order of ids, among fewer records. */
async function findStart(
  connection: DuckDBConnection,
  { sort, offset, limit }: PageQuestion,
  where: string,
  params: Params,
): Promise<{ total: number; where: string; offset: number }> {
  if (sort || offset < DEEP) {
    return { total: await readCount(connection, `SELECT count(*) FROM records WHERE ${where}`, params), where, offset };
  }
  const window = await idWindow(connection, where, params, { offset, limit });
  if (!window.ids) return { total: window.total, where: `${where} AND false`, offset: 0 };
  const [first, last] = window.ids.map((id) => params.integer(id));
  return { total: window.total, where: `${where} AND id BETWEEN ${first} AND ${last}`, offset: window.offset };
}

/** A search looks at every text: once for rows and count together, not once for each. */
async function readSearchedPage(
  connection: DuckDBConnection,
  { columns, sort, offset, limit }: PageQuestion,
  where: string,
  params: Params,
): Promise<{ rows: RecordRow[]; total: number }> {
  const { keys, order } = keyedOrderSql(sort);
  const found = await readRows(
    connection,
    `WITH found AS MATERIALIZED (SELECT id${keys} FROM records WHERE ${where})
      SELECT (SELECT count(*) FROM found), (SELECT list(id) FROM (
        SELECT id FROM found ${order} LIMIT ${params.integer(limit)} OFFSET ${params.integer(offset)}))`,
    params,
  );
  const [total, ids] = found[0] ?? [];
  if (!(ids instanceof DuckDBListValue)) return { rows: [], total: Number(total ?? 0) };
  const rows = await readRows(
    connection,
    `SELECT ${rowSelectList(columns)} FROM records WHERE id IN (${ids.items.join(', ')}) ${orderSql(sort)}`,
  );
  return { rows: rows.map((row) => recordRow(row, columns)), total: Number(total) };
}

function isSearch({ filterGroups }: Selection): boolean {
  return filterGroups.some(({ filters }) => filters.some(({ operator }) => operator === FINDS));
}

const jsonKeys = (column: string) => `coalesce(sum(len(json_keys(${column}))) FILTER (WHERE NOT archived), 0)`;

async function readSummary(connection: DuckDBConnection): Promise<SnapshotSummary> {
  const [counts = []] = await readRows(
    connection,
    `SELECT count(*) FILTER (WHERE NOT archived), count(*) FILTER (WHERE archived),
      ${jsonKeys('anomalies')}, ${jsonKeys('rounded')} FROM records`,
  );
  const month = columnSql(propertyNames.month);
  const months = await readRows(
    connection,
    `SELECT ${month} AS month, count(*) FROM records WHERE NOT archived GROUP BY month ORDER BY month NULLS LAST`,
  );
  const [records = 0, archived = 0, anomalies = 0, rounded = 0] = counts.map(Number);
  return {
    records,
    archived,
    anomalies,
    rounded,
    months: months.map(([value, held]) => ({ month: toText(value), held: Number(held) })),
  };
}
