/**
 * Finds the texts that guards change. The store selects the few that might be affected, the guards check those, and the results are joined
 * to the lines.
 */
import { setImmediate } from 'node:timers/promises';
import { VARCHAR } from '@duckdb/node-api';
import type { BulkGuards } from '#domain/exports/bulk.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { readableSql } from '../database/schema.ts';
import type { BulkCell } from './cells.ts';
import { fromSql, MAX_JOINED, type Lines } from './chosen-lines.ts';

export interface ChangedColumn {
  readonly index: number;
  /** The texts that replace others in this column. */
  readonly replacements: ReadonlyMap<string, string>;
  readonly count: number;
}

/** Checking this many texts takes a few milliseconds, after which other work gets its turn. */
const TEXTS_PER_TURN = 1000;

/** The columns that are searched at once. More would take more memory, and `grouping` can distinguish only so many. */
export const MAX_COLUMNS = 16;

/**
 * @param indexes positions of text columns
 * @returns the changes of the guards, read in one pass; undefined if they change too many texts
 */
export async function findChangedTexts(
  lines: Lines,
  indexes: readonly number[],
  guards: BulkGuards,
): Promise<readonly ChangedColumn[] | undefined> {
  const params = new Params();
  const cells = indexes.flatMap((index) => lines.cells[index] ?? []);
  const names = indexes.map((index) => `t${index}`);
  const matchesSql = (pattern: string, text = 'found') => `regexp_matches(${text}, ${params.text(pattern)})`;
  const { any, values, harmless, plain } = guards.suspects;
  // Grouping texts that hardly repeat takes longer than checking each of them.
  const suspectSql = ({ text, isMostlyUnique }: BulkCell) =>
    isMostlyUnique === true ? `CASE WHEN NOT ${matchesSql(plain, text)} THEN ${text} END` : text;
  const texts = cells.map((cell, index) => `${suspectSql(cell)} AS ${names[index]}`).join(', ');
  const fromClause = fromSql({ ...lines, cells }, params);
  // Each text is checked once, however many lines have it. In a grouping set of one column, all other columns are null.
  const sql = `SELECT others, ${readableSql({ sql: 'found', type: VARCHAR })}, held
    FROM (SELECT grouping(${names.join(', ')}) AS others, coalesce(${names.join(', ')}) AS found, count(*) AS held
      FROM (SELECT ${texts} ${fromClause}) GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')}))
    WHERE ${matchesSql(any)} OR (${matchesSql(values)} AND NOT ${matchesSql(harmless)}) LIMIT ${MAX_JOINED + 1}`;
  const [rows] = await Promise.all([readRows(lines.connection, sql, params), guards.prepare()]);
  if (rows.length > MAX_JOINED) return undefined;
  const columns = indexes.map((index) => ({ index, replacements: new Map<string, string>(), count: 0 }));
  for (const [rowIndex, [others, textValue, lineCount]] of rows.entries()) {
    if (rowIndex % TEXTS_PER_TURN === 0) await setImmediate();
    const column = columns.find((_, index) => isSetOfColumn(BigInt(String(others)), index, indexes.length));
    if (!column) throw new Error('Each text belongs to one column');
    const text = String(textValue);
    const safe = guards.text(text, column.index === 0);
    if (safe === text) continue;
    column.replacements.set(text, safe);
    column.count += Number(lineCount);
  }
  return columns.filter(({ replacements }) => replacements.size > 0);
}

/** The first column's bit is the highest; a bit is 0 if the set is that column's. */
function isSetOfColumn(others: bigint, index: number, columns: number): boolean {
  return ((others >> BigInt(columns - 1 - index)) & 1n) === 0n;
}

export function joinReplacementsSql(
  cell: BulkCell | undefined,
  { index, replacements }: ChangedColumn,
  params: Params,
): string {
  return `LEFT JOIN (SELECT unnest(${params.texts([...replacements.keys()])}) AS x_from${index},
    unnest(${params.texts([...replacements.values()])}) AS x_to${index}) ON x_from${index} = ${cell?.text ?? 'NULL'}`;
}
