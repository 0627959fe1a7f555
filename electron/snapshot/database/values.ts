/** Turns store values into the exact text that tables, files and the terminal show. */
import { DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import { formatUnits } from '../../../src/domain/decimal.ts';
import { isLocal } from '../../../src/domain/local-properties.ts';
import { localColumnSql } from '../conditions/directory-sql.ts';
import { shownTexts } from './received-values.ts';
import { columnOf, ownColumns, readableSql } from './schema.ts';

/** Decimals exact without trailing zeros, dates `YYYY-MM-DD`, times ISO UTC, booleans true/false; null is unset. */
export function textOf(value: DuckDBValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof DuckDBDecimalValue) return formatUnits(value.value);
  if (value instanceof DuckDBDateValue) return new Date(value.days * 86_400_000).toISOString().slice(0, 10);
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n)).toISOString();
  throw new TypeError('The store gave a value of a type it has no column of');
}

/** The list of a SELECT whose rows `recordRow` reads. @param columns full property names */
export function rowSelectList(columns: readonly string[]): string {
  return [ownColumns.id.sql, ownColumns.anomalies.sql, ...columns.map(selectedSql)].join(', ');
}

function selectedSql(name: string): string {
  return isLocal({ name }) ? localColumnSql({ name }) : readableSql(columnOf({ name }));
}

/** @param row values in the order of `rowSelectList(columns)` */
export function recordRow(row: readonly DuckDBValue[], columns: readonly string[]): RecordRow {
  const [id, anomalies, ...cells] = row;
  return {
    id: String(id),
    values: Object.fromEntries(columns.map((name, index) => [name, textOf(cells[index])])),
    unreadable: typeof anomalies === 'string' ? unreadableOf(anomalies, columns) : {},
  };
}

function unreadableOf(anomalies: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries([...shownTexts(anomalies)].filter(([name]) => columns.includes(name)));
}
