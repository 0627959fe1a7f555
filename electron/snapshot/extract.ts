/** Reads what exported files are made of: figures and rows of one state of the store. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordRow } from '../../src/contract/api.ts';
import type { Selection } from '../../src/domain/filter/match.ts';
import type { CheckedReport } from '../../src/domain/reports/definition/check.ts';
import { chosenSql, MONTH_TEXT, type Chosen } from './conditions/month-sql.ts';
import { selectionSql } from './conditions/selection-sql.ts';
import { readRows, type Connections } from './database/connections.ts';
import { storeFault } from './database/errors.ts';
import { readMeta, STATE } from './database/metadata.ts';
import { Params } from './database/parameters.ts';
import type { BulkQuestion } from './bulk/chosen-lines.ts';
import { createBulk, type Bulk } from './bulk/lines.ts';
import { fail } from '../../src/contract/errors.ts';
import { isLocal } from '../../src/domain/local-properties.ts';
import { isUnreadable } from './database/schema.ts';
import { orderSql } from './conditions/order-sql.ts';
import { joinedRowSql, splitRow } from './records/joined-rows.ts';
import type { ReportOptions } from './report/context.ts';
import { readAnalysis, type Analysis } from './report/report-reader.ts';
import type { Sort } from '../../src/domain/records/sort-order.ts';

/** The content of a file. */
export interface ExtractQuestion {
  readonly selection: Selection;
  /** Full property names. */
  readonly columns: readonly string[];
  readonly sort?: Sort | undefined;
  /** Its filter must be the selection's. */
  readonly report: CheckedReport;
  /** Settings that the report's amounts depend on. */
  readonly beside?: Pick<ReportOptions, 'settings' | 'directory'> | undefined;
  /** Ends whatever statement runs. */
  readonly signal?: AbortSignal | undefined;
}

/** Must be used within the work. */
export interface ExtractLines {
  readonly rows: AsyncIterable<RecordRow[]>;
  /** Files of the same records, made by the store alone; undefined where it cannot make some cells. */
  bulk(asked: Pick<BulkQuestion, 'columns' | 'sources' | 'currencyAt'>): Promise<Bulk | undefined>;
}

export interface ExtractMonth extends ExtractLines {
  /** `YYYY-MM`, as it was recorded; null: without one that could be read. */
  readonly month: string | null;
  readonly records: number;
}

export interface Extract extends Pick<Analysis, 'figures' | 'notes'>, ExtractLines {
  /** The sync state as of the same moment. */
  readonly state: string | undefined;
  /** How many values of the columns could not be read. */
  readonly unreadable: number;
  /** The same records month by month, in order, those without one last. */
  months(): Promise<readonly ExtractMonth[]>;
}

export interface ExtractReading {
  /** Figures, coverage and rows of one state of the store, whatever is committed while `work` reads them. */
  extract<T>(question: ExtractQuestion, work: (extract: Extract) => Promise<T>): Promise<T>;
}

export function createExtractReading(connections: Connections): ExtractReading {
  return { extract: (asked, work) => extract(connections, asked, work) };
}

async function extract<T>(
  connections: Connections,
  { selection, columns, sort, report, beside, signal }: ExtractQuestion,
  work: (extract: Extract) => Promise<T>,
): Promise<T> {
  const { connection, giveBack, assertOpen } = await connections.lend();
  const assertWanted = () => {
    assertOpen();
    if (signal?.aborted) fail({ code: 'cancelled' });
  };
  const release = interruptWhen(signal, connection);
  try {
    assertWanted();
    // Ended by giving the connection back: nothing was changed.
    await connection.run('BEGIN TRANSACTION READ ONLY');
    const { figures, notes } = await readAnalysis(connection, report, { ...selection, ...beside });
    const state = await readMeta(connection, STATE);
    const unreadable = await countUnreadable(connection, selection, columns);
    const readLines = (chosen: Chosen): ExtractLines => ({
      rows: rowsFrom(connection, assertWanted, chosen, columns, sort),
      bulk: (asked) => createBulk(connection, connections.temporary, { ...chosen, sort, ...asked }),
    });
    return await work({
      figures,
      notes,
      state,
      unreadable,
      ...readLines({ selection }),
      months: async () =>
        (await countMonths(connection, selection)).map((each) => ({
          ...each,
          ...readLines({ selection, month: each.month }),
        })),
    });
  } catch (cause) {
    throw storeFault(cause);
  } finally {
    release();
    giveBack();
  }
}

/** Between two statements there is nothing to interrupt. */
const AGAIN_MS = 20;

/** @returns ends the watching. */
function interruptWhen(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let again: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    again ??= setInterval(() => connection.interrupt(), AGAIN_MS);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  return () => {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(again);
  };
}

async function countUnreadable(
  connection: DuckDBConnection,
  selection: Selection,
  columns: readonly string[],
): Promise<number> {
  const counted = columns
    .filter((name) => !isLocal({ name }))
    .map((name) => `CAST(${isUnreadable({ name })} AS INTEGER)`);
  if (counted.length === 0) return 0;
  const params = new Params();
  const where = selectionSql(selection, params);
  const sql = `SELECT coalesce(sum(${counted.join(' + ')}), 0) FROM records WHERE anomalies IS NOT NULL AND ${where}`;
  const [row] = (await connection.runAndReadAll(sql, params.values, params.types)).getRows();
  return Number(row?.[0] ?? 0);
}

async function countMonths(
  connection: DuckDBConnection,
  selection: Selection,
): Promise<Pick<ExtractMonth, 'month' | 'records'>[]> {
  const params = new Params();
  const where = selectionSql(selection, params);
  const sql = `SELECT ${MONTH_TEXT}, count(*) FROM records WHERE ${where} GROUP BY 1 ORDER BY 1 NULLS LAST`;
  const counted = await readRows(connection, sql, params);
  return counted.map(([month, records]) => ({
    month: typeof month === 'string' ? month : null,
    records: Number(records),
  }));
}

async function* rowsFrom(
  connection: DuckDBConnection,
  assertWanted: () => void,
  chosen: Chosen,
  columns: readonly string[],
  sort: Sort | undefined,
): AsyncGenerator<RecordRow[]> {
  const params = new Params();
  const where = chosenSql(chosen, params);
  const sql = `SELECT ${joinedRowSql(columns)} FROM records WHERE ${where} ${orderSql(sort)}`;
  const result = await connection.stream(sql, params.values, params.types);
  for await (const rows of result.yieldRows()) {
    assertWanted();
    yield rows.map(([joined]) => splitRow(String(joined), columns));
  }
  // An interrupted stream just ends, as if it were complete.
  assertWanted();
}
