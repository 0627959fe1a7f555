/**
 * Reads everything that a store holds, in one state, as lines of JSON. This is the content of a saved workspace, which
 * features/workspace-file reads back.
 */
import { BOOLEAN, TIMESTAMP, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { readCount, readRows, type Connections } from './database/connections.ts';
import { toStoreFailure } from './database/errors.ts';
import { MERGE, readMerge, readMeta, STATE } from './database/metadata.ts';
import { tableColumns, type Column } from './database/schema.ts';
import { readFigures, type Figures } from './database/manifest.ts';

export type { Figures } from './database/manifest.ts';

export interface SnapshotContent {
  readonly state: string | undefined;
  /** The number of the last merge in the change log that the records carry. */
  readonly merge: number | undefined;
  readonly figures: Figures;
  /** The number of records that reports see. */
  readonly live: number;
  /** The ids that an incomplete refresh removes. */
  readonly removed: readonly string[];
  /**
   * A JSON array for each record, in the order of `tableColumns`: texts, ids, decimals and dates (`YYYY-MM-DD`) as strings, times as epoch
   * milliseconds, null for unset. The lines must be read while `work` runs.
   */
  readonly lines: (table: 'records' | 'waiting') => AsyncIterable<readonly string[]>;
}

export type ContentReading = ReturnType<typeof createContentReading>;

export function createContentReading(connections: Connections) {
  return {
    /** Reads counts and exact sums of everything committed. */
    figures: () => connections.survey(readFigures),
    counts: () =>
      connections.read(async (connection) => ({
        records: await readCount(connection, 'SELECT count(*) FROM records'),
        waiting: await readCount(connection, 'SELECT count(*) FROM waiting'),
      })),
    /** Reads one state of the store, regardless of what is committed while `work` reads it. */
    async readEverything<T>(work: (content: SnapshotContent) => Promise<T>): Promise<T> {
      const { connection, releaseConnection, assertOpen } = await connections.lend();
      try {
        return await work({
          state: await readMeta(connection, STATE),
          merge: readMerge(await readMeta(connection, MERGE)),
          figures: await readFigures(connection),
          live: await readCount(connection, 'SELECT count(*) FROM records WHERE NOT archived'),
          removed: (await readRows(connection, 'SELECT id FROM removed ORDER BY id')).map(([id]) => String(id)),
          lines: (table) => readLines(connection, assertOpen, table),
        });
      } catch (cause) {
        throw toStoreFailure(cause);
      } finally {
        releaseConnection();
      }
    },
  };
}

const lineSql = `CAST(json_array(${tableColumns.map(cellSql).join(', ')}) AS VARCHAR)`;

async function* readLines(
  connection: DuckDBConnection,
  assertOpen: () => void,
  table: 'records' | 'waiting',
): AsyncGenerator<readonly string[]> {
  const result = await connection.stream(`SELECT ${lineSql} FROM ${table}`);
  for await (const rows of result.yieldRows()) {
    assertOpen();
    yield rows.map(([line]) => String(line));
  }
  assertOpen();
}

function cellSql({ sql, type }: Column): string {
  if (type === TIMESTAMP) return `epoch_ms(${sql})`;
  return type === VARCHAR || type === BOOLEAN ? sql : `CAST(${sql} AS VARCHAR)`;
}
