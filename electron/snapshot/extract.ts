/** Reads the content of exported files: figures and rows of one state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordRow } from '#contract/api.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { recordChoiceSql, MONTH_TEXT, type RecordChoice, type BulkQuery } from './bulk/chosen-lines.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { createInterrupter, readCount, readRows, type Connections } from './database/connections.ts';
import { toStoreFailure } from './database/errors.ts';
import { readMeta, STATE } from './database/metadata.ts';
import { Params } from './database/parameters.ts';
import { createBulk, type Bulk } from './bulk/lines.ts';
import { fail } from '#contract/errors.ts';
import { isLocal } from '#domain/local-properties.ts';
import { unreadablePropertySql } from './database/schema.ts';
import { orderSql } from './conditions/order-sql.ts';
import { joinedRowSql, splitRow } from './joined-rows.ts';
import type { ReportOptions } from './report/context.ts';
import { readAnalysis, type Analysis } from './report/report-reader.ts';
import type { Sort } from '#domain/records/sort-order.ts';

export interface ExtractQuery {
  readonly selection: Selection;
  /** Full property names. */
  readonly columns: readonly string[];
  readonly sort?: Sort | undefined;
  /** The report's filter must be the selection's. */
  readonly report: CheckedReport;
  /** The settings that the report's amounts depend on. */
  readonly namesAndSettings?: Pick<ReportOptions, 'settings' | 'directory'> | undefined;
  /** Interrupts the running statement. */
  readonly signal?: AbortSignal | undefined;
}

/** Valid only while `work` runs. */
export interface ExtractLines {
  readonly rows: AsyncIterable<RecordRow[]>;
  /** Writes files of the same records in the store alone; undefined if it cannot write some of the cells. */
  bulk(request: Pick<BulkQuery, 'columns' | 'sources' | 'currencyIndex'>): Promise<Bulk | undefined>;
}

export interface ExtractMonth extends ExtractLines {
  /** The recorded month, `YYYY-MM`; null for records without a readable one. */
  readonly month: string | null;
  readonly records: number;
}

export interface Extract extends Pick<Analysis, 'figures' | 'notes'>, ExtractLines {
  readonly state: string | undefined;
  /** The number of values of the columns that could not be read. */
  readonly unreadable: number;
  /** The same records month by month, in order, those without a month last. */
  months(): Promise<readonly ExtractMonth[]>;
}

export type ExtractReading = ReturnType<typeof createExtractReading>;

export function createExtractReading(connections: Connections) {
  return {
    /** Reads figures, coverage and rows of one state of the store, regardless of what is committed while `work` reads them. */
    extract: <T>(query: ExtractQuery, work: (extract: Extract) => Promise<T>) => runExtract(connections, query, work),
  };
}

async function runExtract<T>(
  connections: Connections,
  { selection, columns, sort, report, namesAndSettings: reportSettings, signal }: ExtractQuery,
  work: (extract: Extract) => Promise<T>,
): Promise<T> {
  const { connection, releaseConnection, assertOpen } = await connections.lend();
  const assertRunning = () => {
    assertOpen();
    if (signal?.aborted) fail({ code: 'cancelled' });
  };
  const { release } = createInterrupter(connection, signal);
  try {
    assertRunning();
    const { figures, notes } = await readAnalysis(connection, report, { ...selection, ...reportSettings });
    const state = await readMeta(connection, STATE);
    const unreadable = await countUnreadable(connection, selection, columns);
    const readLines = (choice: RecordChoice): ExtractLines => ({
      rows: streamRows(connection, assertRunning, choice, columns, sort),
      bulk: (request) => createBulk(connection, connections.temporary, { ...choice, sort, ...request }),
    });
    return await work({
      figures,
      notes,
      state,
      unreadable,
      ...readLines({ selection }),
      months: async () =>
        (await countMonths(connection, selection)).map((month) => ({
          ...month,
          ...readLines({ selection, month: month.month }),
        })),
    });
  } catch (cause) {
    throw toStoreFailure(cause);
  } finally {
    release();
    releaseConnection();
  }
}

async function countUnreadable(
  connection: DuckDBConnection,
  selection: Selection,
  columns: readonly string[],
): Promise<number> {
  const conditions = columns
    .filter((name) => !isLocal({ name }))
    .map((name) => `CAST(${unreadablePropertySql({ name })} AS INTEGER)`);
  if (conditions.length === 0) return 0;
  const params = new Params();
  const where = selectionSql(selection, params);
  const sql = `SELECT coalesce(sum(${conditions.join(' + ')}), 0) FROM records WHERE anomalies IS NOT NULL AND ${where}`;
  return readCount(connection, sql, params);
}

async function countMonths(
  connection: DuckDBConnection,
  selection: Selection,
): Promise<Pick<ExtractMonth, 'month' | 'records'>[]> {
  const params = new Params();
  const where = selectionSql(selection, params);
  const sql = `SELECT ${MONTH_TEXT}, count(*) FROM records WHERE ${where} GROUP BY 1 ORDER BY 1 NULLS LAST`;
  const rows = await readRows(connection, sql, params);
  return rows.map(([month, records]) => ({
    month: typeof month === 'string' ? month : null,
    records: Number(records),
  }));
}

async function* streamRows(
  connection: DuckDBConnection,
  assertRunning: () => void,
  choice: RecordChoice,
  columns: readonly string[],
  sort: Sort | undefined,
): AsyncGenerator<RecordRow[]> {
  const params = new Params();
  const where = recordChoiceSql(choice, params);
  const sql = `SELECT ${joinedRowSql(columns)} FROM records WHERE ${where} ${orderSql(sort)}`;
  const result = await connection.stream(sql, params.values, params.types);
  for await (const rows of result.yieldRows()) {
    assertRunning();
    yield rows.map(([joined]) => splitRow(String(joined), columns));
  }
  // An interrupted stream just ends, as if it were complete.
  assertRunning();
}
