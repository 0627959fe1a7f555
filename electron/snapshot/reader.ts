/** Reads the published records for screens and the terminal: pages, counts, distinct values, and how many records each month has. */
import { DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import type { RecordRow } from '#contract/api.ts';
import type { Selection } from '#domain/filter/match.ts';
import { FINDS, type FilterGroups } from '#domain/filter/model.ts';
import { COMMITS, MERGE, readMerge, readMeta, STATE } from './database/metadata.ts';
import { readCount, readRows, type Connections } from './database/connections.ts';
import { HeldValuesMemory, readDistinctValues, findKnownNumbers, findUnheldValues } from './distinct-values.ts';
import { keyedOrderSql, orderSql, firstKeySql } from './conditions/order-sql.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { findMisspeltWords, findSearchScopes, listTermsSql } from './conditions/search-sql.ts';
import { Params, toText } from './database/parameters.ts';
import type { RecordedWeeksMemory } from './recorded-weeks.ts';
import { toRecordRow, rowColumnsSql } from './joined-rows.ts';
import { columnSql } from './database/schema.ts';
import type { Sort } from '#domain/records/sort-order.ts';
import { propertyNames } from '#domain/properties.ts';
import { findSearch, removeSearch } from '#domain/filter/search.ts';
import type { WordMatches } from '#domain/filter/find-values.ts';

/** Pages that start after this many records are found by their ids. */
const DEEP_OFFSET = 2_000;

export interface RecordPageQuery extends Selection {
  /** Full property names. */
  readonly columns: readonly string[];
  /** Without a sort, records are ordered by id, ascending. */
  readonly sort?: Sort | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface SnapshotSummary {
  readonly records: number;
  readonly archived: number;
  /** The values that could not be read, over all live records. */
  readonly anomalies: number;
  /** The values that had more than 8 decimals, over all live records. */
  readonly rounded: number;
  /** Live records by recorded month, `YYYY-MM-DD` as recorded, oldest first; null (no readable month) last. */
  readonly months: readonly { readonly month: string | null; readonly held: number }[];
}

/** The state of the store in which records were read. */
export interface StateRead {
  readonly state: string | undefined;
  /** The last merge of the change log that the records carry. */
  readonly merge: number | undefined;
}

/** A record with its id, when it was last modified (epoch milliseconds), and some of its values as text. */
export type RecordValues = readonly [id: string, version: number, values: (string | null)[]];

/**
 * No answer includes archived records or an incomplete refresh. `signal` cancels a query whose caller no longer waits
 * (AppFailure `cancelled`); after a minute any query ends (`took-too-long`).
 */
export function createRecordsReading(connections: Connections, weeks: RecordedWeeksMemory) {
  const stretches = new StretchMemory();
  const heldValues = new HeldValuesMemory();
  return {
    page: (query: RecordPageQuery, signal?: AbortSignal): Promise<{ rows: RecordRow[]; total: number }> =>
      connections.survey(async (connection) => {
        const params = new Params();
        const selected = selectionSql(query, params, await findSearchScopes(connection, query.filterGroups));
        if (isSearch(query)) return readSearchedPage(connection, query, selected, params);
        const { total, where, offset } = await findPageStart(connection, query, selected, params, stretches);
        const order = orderSql(query.sort);
        // Full rows are read for this page only, because sorting a million of them to skip half takes time and memory.
        const ids = `SELECT id FROM records WHERE ${where} ${order}
          LIMIT ${params.integer(query.limit)} OFFSET ${params.integer(offset)}`;
        const sql = `SELECT ${rowColumnsSql(query.columns)} FROM records WHERE id IN (${ids}) ${order}`;
        const rows = await readRows(connection, sql, params);
        return { rows: rows.map((row) => toRecordRow(row, query.columns)), total };
      }, signal),

    /** Reads the first rows of a search if they are near the beginning of its order: perhaps fewer than `limit`, or none. */
    firstFound: ({ columns, sort, limit, ...selection }: Omit<RecordPageQuery, 'offset'>, signal?: AbortSignal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const where = await firstMatchesSql(connection, selection, { sort, limit }, params);
        const sql = `SELECT ${rowColumnsSql(columns)} FROM records WHERE ${where} ${orderSql(sort)}`;
        const rows = await readRows(connection, sql, params);
        return rows.map((row) => toRecordRow(row, columns));
      }, signal),

    countSelected: (selection: Selection, signal?: AbortSignal) =>
      connections.survey(async (connection) => {
        const params = new Params();
        const selected = selectionSql(selection, params, await findSearchScopes(connection, selection.filterGroups));
        return readCount(connection, `SELECT count(*) FROM records WHERE ${selected}`, params);
      }, signal),

    /**
     * Reads values as text, one for all that a filter treats as equal, most frequent first, then by value, without unset values.
     * `contains` ignores case and accents. Counts are of the selection; without one, of all records.
     */
    distinctValues: (
      propertyName: string,
      contains: string,
      limit: number,
      signal?: AbortSignal,
      selection?: Selection,
    ) =>
      connections.survey(
        (connection) => readDistinctValues(connection, propertyName, contains, limit, selection),
        signal,
      ),

    countByWords: (selection: Selection, signal?: AbortSignal) =>
      connections.survey((connection) => countByWords(connection, selection), signal),

    unheldValues: (propertyName: string, values: readonly string[], signal?: AbortSignal) =>
      connections.survey((connection) => findUnheldValues(connection, propertyName, values, heldValues), signal),

    misspeltWords: (groups: FilterGroups, signal?: AbortSignal) =>
      connections.survey((connection) => findMisspeltWords(connection, groups), signal),

    knownNumbers: (numbers: readonly string[], signal?: AbortSignal) =>
      connections.survey((connection) => findKnownNumbers(connection, numbers), signal),

    /**
     * Reads a few values of every selected record, in the order of ids.
     * @param columns full property names
     * @param onPiece receives them in batches, because they may be all records
     */
    behind: (
      selection: Selection,
      columns: readonly string[],
      onPiece: (records: readonly RecordValues[]) => void,
      signal?: AbortSignal,
    ) =>
      connections.survey(async (connection): Promise<StateRead> => {
        const params = new Params();
        const selected = selectionSql(selection, params, await findSearchScopes(connection, selection.filterGroups));
        const values = ['id', 'epoch_ms(updated_at)', ...columns.map((name) => columnSql(name))].join(', ');
        const sql = `SELECT ${values} FROM records WHERE ${selected} ORDER BY id`;
        const result = await connection.stream(sql, params.values, params.types);
        for await (const rows of result.yieldRows()) {
          onPiece(rows.map(([id, version, ...cells]) => [String(id), Number(version), cells.map(toText)] as const));
        }
        return {
          state: await readMeta(connection, STATE),
          merge: readMerge(await readMeta(connection, MERGE)),
        };
      }, signal),

    summary: () => connections.survey(readSummary),
    /** Reads the weekday on which the records' weeks begin, computed once for each state of the store. */
    recordedWeeks: () => connections.read((connection) => weeks.getWeeks(connection)),
  };
}

/** More words are not counted, because each doubles the number of combinations. */
const MAX_WORDS = 12;

/** Counts the records by the words that they contain, in one pass over the texts. */
async function countByWords(
  connection: DuckDBConnection,
  selection: Selection,
): Promise<{ words: string[]; matches: WordMatches[] }> {
  const { filterGroups } = selection;
  const params = new Params();
  const terms = listTermsSql(findSearch(filterGroups) ?? '', params, await findSearchScopes(connection, filterGroups));
  const words = terms.map(({ text }) => text);
  if (words.length < 2 || words.length > MAX_WORDS) return { words, matches: [] };
  const others = selectionSql({ ...selection, filterGroups: removeSearch(filterGroups) }, params);
  const bits = terms.map(({ sql }, index) => `CASE WHEN ${sql} THEN ${1 << index} ELSE 0 END`);
  const rows = await readRows(
    connection,
    `SELECT ${bits.join(' + ')} AS bits, count(*) FROM records WHERE ${others} GROUP BY bits HAVING bits > 0`,
    params,
  );
  return {
    words,
    matches: rows.map(([bitSum, records]) => ({
      has: words.map((_, index) => (Number(bitSum) & (1 << index)) !== 0),
      count: Number(records),
    })),
  };
}

/** Counts the selection and finds the start of its page. For a deep page in the order of ids it narrows the selection to fewer records. */
async function findPageStart(
  connection: DuckDBConnection,
  { sort, offset, limit, filterGroups, query }: RecordPageQuery,
  where: string,
  params: Params,
  memory: StretchMemory,
): Promise<{ total: number; where: string; offset: number }> {
  if (sort || offset < DEEP_OFFSET) {
    return { total: await readCount(connection, `SELECT count(*) FROM records WHERE ${where}`, params), where, offset };
  }
  // With filters or words, the directory may decide as well, and its changes are not part of the cache's key.
  const isPlain = filterGroups.length === 0 && query === '';
  const stretches = isPlain
    ? await memory.getStretches(connection, where, params)
    : await countStretches(connection, where, params);
  const window = findIdWindow(stretches, { offset, limit });
  if (!window.ids) return { total: window.total, where: `${where} AND false`, offset: 0 };
  const [first, last] = window.ids.map((id) => params.integer(id));
  return { total: window.total, where: `${where} AND id BETWEEN ${first} AND ${last}`, offset: window.offset };
}

/** Reads rows and count together, because a search reads every text and should do so only once. */
async function readSearchedPage(
  connection: DuckDBConnection,
  { columns, sort, offset, limit }: RecordPageQuery,
  where: string,
  params: Params,
): Promise<{ rows: RecordRow[]; total: number }> {
  const { keys, order } = keyedOrderSql(sort);
  const answer = await readRows(
    connection,
    `WITH found AS MATERIALIZED (SELECT id${keys} FROM records WHERE ${where})
      SELECT (SELECT count(*) FROM found), (SELECT list(id) FROM (
        SELECT id FROM found ${order} LIMIT ${params.integer(limit)} OFFSET ${params.integer(offset)}))`,
    params,
  );
  const [total, ids] = answer[0] ?? [];
  if (!(ids instanceof DuckDBListValue)) return { rows: [], total: Number(total ?? 0) };
  const rows = await readRows(
    connection,
    `SELECT ${rowColumnsSql(columns)} FROM records WHERE id IN (${ids.items.join(', ')}) ${orderSql(sort)}`,
  );
  return { rows: rows.map((row) => toRecordRow(row, columns)), total: Number(total) };
}

function isSearch({ filterGroups }: Selection): boolean {
  return filterGroups.some(({ filters }) => filters.some(({ operator }) => operator === FINDS));
}

const countKeysSql = (column: string) => `coalesce(sum(len(json_keys(${column}))) FILTER (WHERE NOT archived), 0)`;

async function readSummary(connection: DuckDBConnection): Promise<SnapshotSummary> {
  const [counts = []] = await readRows(
    connection,
    `SELECT count(*) FILTER (WHERE NOT archived), count(*) FILTER (WHERE archived),
      ${countKeysSql('anomalies')}, ${countKeysSql('rounded')} FROM records`,
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
    months: months.map(([value, records]) => ({ month: toText(value), held: Number(records) })),
  };
}

/** This many records are sorted in a few milliseconds; four times as many take the store five times as long. */
const SEARCHED_RECORDS = 5_000;

/**
 * Searches only the first few thousand records, in order, that pass the other filters. Its matches are therefore the first rows of the
 * complete answer, but perhaps fewer than requested, or none.
 * @returns a condition for those records, with its values added to `params`
 */
async function firstMatchesSql(
  connection: DuckDBConnection,
  selection: Selection,
  { sort, limit }: { readonly sort: Sort | undefined; readonly limit: number },
  params: Params,
): Promise<string> {
  const key = firstKeySql(sort);
  const bounds = new Params();
  const others = selectionSql({ ...selection, filterGroups: removeSearch(selection.filterGroups) }, bounds);
  const [last = []] = await readRows(
    connection,
    `SELECT CAST(${key.lastAggregate}(key) AS VARCHAR), typeof(${key.lastAggregate}(key)) FROM (SELECT ${key.sql} AS key FROM records WHERE ${others} ORDER BY key ${key.direction} NULLS LAST
      LIMIT ${bounds.integer(SEARCHED_RECORDS)})`,
    bounds,
  );
  const [bound, type] = last;
  if (typeof bound !== 'string' || typeof type !== 'string') return 'false';
  const selected = selectionSql(selection, params, await findSearchScopes(connection, selection.filterGroups));
  return `id IN (SELECT id FROM records WHERE ${key.sql} ${key.operator} CAST(${params.text(bound)} AS ${type}) AND ${selected}
    ${orderSql(sort)} LIMIT ${params.integer(limit)})`;
}

/** The ids between which a deep page lies, so that only their records are sorted instead of everything before the page. */
interface IdWindow {
  readonly total: number;
  /** The first and last id, inclusive; undefined when nothing is selected. */
  readonly ids: readonly [first: bigint, last: bigint] | undefined;
  /** Where the page begins among the records with these ids. */
  readonly offset: number;
}

/** Ids are cut into this many stretches of equal length, so that a page lies in one or a few of them. */
const STRETCHES = 4096n;

/** The stretches of ids with their numbers of records, in the order of ids, without the empty ones. */
interface IdStretches {
  readonly leastId: bigint;
  readonly length: bigint;
  readonly counts: readonly { readonly stretch: bigint; readonly records: number }[];
}

/** Caches the stretches for each state of the store, because a table is scrolled page by page. */
class StretchMemory {
  private cached: { readonly key: string; readonly stretches: IdStretches } | undefined;

  /** Called within a read transaction, and valid for the state it sees. */
  async getStretches(connection: DuckDBConnection, where: string, params: Params): Promise<IdStretches> {
    const key = JSON.stringify([await readMeta(connection, COMMITS), where, params.values.map(String)]);
    if (this.cached?.key === key) return this.cached.stretches;
    const stretches = await countStretches(connection, where, params);
    this.cached = { key, stretches };
    return stretches;
  }
}

/** @param where the selection's condition, with its values in `params` */
async function countStretches(connection: DuckDBConnection, where: string, params: Params): Promise<IdStretches> {
  const [bounds = []] = await readRows(connection, 'SELECT min(id), max(id) FROM records');
  const [leastId, greatestId] = bounds;
  if (typeof leastId !== 'bigint' || typeof greatestId !== 'bigint') return { leastId: 0n, length: 1n, counts: [] };
  const length = (greatestId - leastId) / STRETCHES + 1n;
  const rows = await readRows(
    connection,
    `SELECT (id - ${leastId}) // ${length} AS stretch, count(*) FROM records WHERE ${where} GROUP BY stretch ORDER BY stretch`,
    params,
  );
  const counts = rows.flatMap(([stretch, records]) =>
    typeof stretch === 'bigint' ? [{ stretch, records: Number(records) }] : [],
  );
  return { leastId, length, counts };
}

/** @param offset where the page begins in ascending order of ids */
function findIdWindow(
  { leastId, length, counts }: IdStretches,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): IdWindow {
  let total = 0;
  let first: { readonly stretch: bigint; readonly recordsBefore: number } | undefined;
  let lastStretch = 0n;
  for (const { stretch, records } of counts) {
    if (total + records > offset) first ??= { stretch, recordsBefore: total };
    if (total < offset + limit) lastStretch = stretch;
    total += records;
  }
  if (!first) return { total, ids: undefined, offset: 0 };
  const ids = [leastId + first.stretch * length, leastId + (lastStretch + 1n) * length - 1n] as const;
  return { total, ids, offset: offset - first.recordsBefore };
}
