/**
 * Reads rows of exact texts many at a time: the store joins the cells of a row into one text, since handing over each by itself takes
 * longer than writing a file. The texts are those of `recordRow`.
 */
import { BIGINT, BOOLEAN, DATE, TIMESTAMP, VARCHAR } from '@duckdb/node-api';
import type { RecordRow } from '../../../src/contract/api.ts';
import { isLocal } from '../../../src/domain/local-properties.ts';
import { decimalTextSql } from '../conditions/number-sql.ts';
import { localColumnSql } from '../conditions/directory-sql.ts';
import { findColumn, ownColumns, type Column } from '../database/schema.ts';
import { readUnreadable } from './record-rows.ts';

/** Between two cells; for an unset one; before each of the three where it is part of a text, which then stands as a letter. */
const [BETWEEN, UNSET, ESCAPE] = ['\u001f', '\u001e', '\u001b'];
const letters: readonly (readonly [character: string, letter: string])[] = [
  [ESCAPE, 'e'],
  [UNSET, 'u'],
  [BETWEEN, 'b'],
];
const meanings = new Map(letters.map(([character, letter]) => [ESCAPE + letter, character]));
// eslint-disable-next-line no-control-regex -- it is what it looks for
const ESCAPED = /\u001b[eub]/g;

/** The one expression of a SELECT whose texts `splitRow` reads. @param columns full property names */
export function joinedRowSql(columns: readonly string[]): string {
  const cells = [textSql(ownColumns.id), textSql(ownColumns.anomalies), ...columns.map(cellSql)];
  return `concat(${cells.map((cell) => `coalesce(${cell}, ${characterSql(UNSET)})`).join(`, ${characterSql(BETWEEN)}, `)})`;
}

function cellSql(name: string): string {
  return isLocal({ name }) ? escapedSql(localColumnSql({ name })) : textSql(findColumn({ name }));
}

/** As `toText` writes values of these types. */
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

/** Texts with one of the three are rare. */
function escapedSql(sql: string): string {
  const isRare = letters.map(([character]) => `contains(${sql}, ${characterSql(character)})`).join(' OR ');
  const escaped = letters.reduce(
    (text, [character, letter]) =>
      `replace(${text}, ${characterSql(character)}, ${characterSql(ESCAPE)} || '${letter}')`,
    sql,
  );
  return `CASE WHEN ${isRare} THEN ${escaped} ELSE ${sql} END`;
}

function characterSql(character: string): string {
  return `chr(${character.charCodeAt(0)})`;
}

/** @param columns those of `joinedRowSql` */
export function splitRow(joined: string, columns: readonly string[]): RecordRow {
  const cells = joined.split(BETWEEN);
  const isEscaped = joined.includes(ESCAPE);
  const readCell = (at: number) => {
    const cell = cells[at];
    if (cell === undefined || cell === UNSET) return null;
    return isEscaped ? cell.replace(ESCAPED, (pair) => meanings.get(pair) ?? pair) : cell;
  };
  const values: Record<string, string | null> = {};
  for (let at = 0; at < columns.length; at += 1) values[columns[at] ?? ''] = readCell(at + 2);
  const anomalies = readCell(1);
  return { id: cells[0] ?? '', values, unreadable: anomalies === null ? {} : readUnreadable(anomalies, columns) };
}
