/** Selects records as rows of exact texts, for tables, files and the terminal. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '#contract/api.ts';
import { isLocal } from '#domain/local-properties.ts';
import { localColumnSql } from '../conditions/directory-sql.ts';
import { readDisplayTexts } from '../database/received-values.ts';
import { findColumn, recordColumns, readableSql } from '../database/schema.ts';
import { toText } from '../database/values.ts';

/**
 * Compiles the list of a SELECT whose rows `toRecordRow` reads.
 * @param columns full property names
 */
export function rowColumnsSql(columns: readonly string[]): string {
  return [recordColumns.id.sql, recordColumns.anomalies.sql, ...columns.map(cellSql)].join(', ');
}

function cellSql(name: string): string {
  return isLocal({ name }) ? localColumnSql({ name }) : readableSql(findColumn({ name }));
}

/** @param row values in the order of `rowColumnsSql(columns)` */
export function toRecordRow(row: readonly DuckDBValue[], columns: readonly string[]): RecordRow {
  const [id, anomalies, ...cells] = row;
  return {
    id: String(id),
    values: Object.fromEntries(columns.map((name, index) => [name, toText(cells[index])])),
    unreadable: typeof anomalies === 'string' ? readUnreadable(anomalies, columns) : {},
  };
}

/** Reads the values of these columns that could not be read, as received. */
export function readUnreadable(anomalies: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries([...readDisplayTexts(anomalies)].filter(([name]) => columns.includes(name)));
}
