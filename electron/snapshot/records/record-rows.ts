/** Selects records as rows of exact texts, for tables, files and the terminal. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import { isLocal } from '../../../src/domain/local-properties.ts';
import { localColumnSql } from '../conditions/directory-sql.ts';
import { shownTexts } from '../database/received-values.ts';
import { findColumn, ownColumns, readableSql } from '../database/schema.ts';
import { toText } from '../database/values.ts';

/** The list of a SELECT whose rows `recordRow` reads. @param columns full property names */
export function rowSelectList(columns: readonly string[]): string {
  return [ownColumns.id.sql, ownColumns.anomalies.sql, ...columns.map(selectedSql)].join(', ');
}

function selectedSql(name: string): string {
  return isLocal({ name }) ? localColumnSql({ name }) : readableSql(findColumn({ name }));
}

/** @param row values in the order of `rowSelectList(columns)` */
export function recordRow(row: readonly DuckDBValue[], columns: readonly string[]): RecordRow {
  const [id, anomalies, ...cells] = row;
  return {
    id: String(id),
    values: Object.fromEntries(columns.map((name, index) => [name, toText(cells[index])])),
    unreadable: typeof anomalies === 'string' ? readUnreadable(anomalies, columns) : {},
  };
}

/** What could not be read of these columns, as received. */
export function readUnreadable(anomalies: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries([...shownTexts(anomalies)].filter(([name]) => columns.includes(name)));
}
