/**
 * Reads many rows of exact texts at a time. The store joins the cells of a row into one text, because transferring each cell separately takes
 * longer than writing a file. The texts equal those of `toRecordRow`.
 */
import { BIGINT, BOOLEAN, DATE, TIMESTAMP, VARCHAR, type DuckDBValue } from '@duckdb/node-api';
import type { RecordRow } from '#contract/api.ts';
import { isLocal } from '#domain/local-properties.ts';
import { localColumnSql } from './conditions/directory-sql.ts';
import { decimalTextSql } from './conditions/number-sql.ts';
import { toText } from './database/parameters.ts';
import { readDisplayTexts } from './database/received-values.ts';
import { findColumn, recordColumns, type Column, readableSql } from './database/schema.ts';

/** A separator of cells, a mark for an unset cell, and an escape for any of the three in a text, followed by the character's letter. */
const [SEPARATOR, UNSET, ESCAPE] = ['\u001f', '\u001e', '\u001b'];
const letters: readonly (readonly [character: string, letter: string])[] = [
  [ESCAPE, 'e'],
  [UNSET, 'u'],
  [SEPARATOR, 'b'],
];
const charactersByEscape = new Map(letters.map(([character, letter]) => [ESCAPE + letter, character]));
// eslint-disable-next-line no-control-regex -- the pattern looks for control characters
const ESCAPED = /\u001b[eub]/g;

/** Compiles the one expression of a SELECT whose texts `splitRow` reads. @param columns full property names */
export function joinedRowSql(columns: readonly string[]): string {
  const cells = [textSql(recordColumns.id), textSql(recordColumns.anomalies), ...columns.map(cellSql)];
  return `concat(${cells.map((cell) => `coalesce(${cell}, ${characterSql(UNSET)})`).join(`, ${characterSql(SEPARATOR)}, `)})`;
}

function cellSql(name: string): string {
  return isLocal({ name }) ? escapedSql(localColumnSql({ name })) : textSql(findColumn({ name }));
}

/** Writes values of these types as `toText` does. */
function textSql({ sql, type }: Column): string {
  switch (type) {
    case VARCHAR:
      return escapedSql(sql);
    case TIMESTAMP:
      return `strftime(${sql}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
    case DATE:
    case BOOLEAN:
    case BIGINT:
      return `CAST(${sql} AS VARCHAR)`;
    default:
      return decimalTextSql(sql);
  }
}

/** Escapes texts with one of the three characters, which are rare. */
function escapedSql(sql: string): string {
  const needsEscape = letters.map(([character]) => `contains(${sql}, ${characterSql(character)})`).join(' OR ');
  const escaped = letters.reduce(
    (text, [character, letter]) =>
      `replace(${text}, ${characterSql(character)}, ${characterSql(ESCAPE)} || '${letter}')`,
    sql,
  );
  return `CASE WHEN ${needsEscape} THEN ${escaped} ELSE ${sql} END`;
}

function characterSql(character: string): string {
  return `chr(${character.charCodeAt(0)})`;
}

/** @param columns the columns that `joinedRowSql` was given */
export function splitRow(joined: string, columns: readonly string[]): RecordRow {
  const cells = joined.split(SEPARATOR);
  const isEscaped = joined.includes(ESCAPE);
  const readCell = (index: number) => {
    const cell = cells[index];
    if (cell === undefined || cell === UNSET) return null;
    return isEscaped ? cell.replace(ESCAPED, (pair) => charactersByEscape.get(pair) ?? pair) : cell;
  };
  const values: Record<string, string | null> = {};
  for (let index = 0; index < columns.length; index += 1) values[columns[index] ?? ''] = readCell(index + 2);
  const anomalies = readCell(1);
  return { id: cells[0] ?? '', values, unreadable: anomalies === null ? {} : readUnreadable(anomalies, columns) };
}

/** Compiles the list of a SELECT whose rows `toRecordRow` reads. @param columns full property names */
export function rowColumnsSql(columns: readonly string[]): string {
  return [recordColumns.id.sql, recordColumns.anomalies.sql, ...columns.map(displayedCellSql)].join(', ');
}

function displayedCellSql(name: string): string {
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

export function readUnreadable(anomalies: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries([...readDisplayTexts(anomalies)].filter(([name]) => columns.includes(name)));
}
