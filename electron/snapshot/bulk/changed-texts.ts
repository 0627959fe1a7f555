/**
 * Finds the texts that guards change. The store selects the few that might be affected, the guards judge those, and the results are joined
 * to the lines.
 */
import { setImmediate } from 'node:timers/promises';
import { VARCHAR } from '@duckdb/node-api';
import type { BulkGuards } from '#domain/exports/bulk.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { readableSql } from '../database/schema.ts';
import type { BulkCell } from './cells.ts';
import { fromSql, MOST_JOINED, type Lines } from './chosen-lines.ts';

export interface ChangedColumn {
  /** The position of the column, with its changed texts before and after. */
  readonly at: number;
  readonly changed: ReadonlyMap<string, string>;
  /** The number of lines that hold a changed text. */
  readonly count: number;
}

/** The number of texts judged in one turn, which takes a few milliseconds. */
const JUDGED_AT_ONCE = 1000;

/** The number of columns whose texts are searched at once: as many as `grouping` tells apart, and less memory than all of them. */
export const MOST_SETS = 16;

/**
 * @param places positions of text columns
 * @returns what the guards change in them, read in one pass; undefined where that is too much
 */
export async function findChanged(
  lines: Lines,
  places: readonly number[],
  guards: BulkGuards,
): Promise<readonly ChangedColumn[] | undefined> {
  const params = new Params();
  const cells = places.flatMap((at) => lines.cells[at] ?? []);
  const names = places.map((at) => `t${at}`);
  const matchesSql = (pattern: string, text = 'found') => `regexp_matches(${text}, ${params.text(pattern)})`;
  const { any, values, harmless, plain } = guards.suspects;
  // Grouping texts that hardly repeat takes longer than looking at each of them.
  const suspectSql = ({ text, isOwn }: BulkCell) =>
    isOwn === true ? `CASE WHEN NOT ${matchesSql(plain, text)} THEN ${text} END` : text;
  const texts = cells.map((cell, index) => `${suspectSql(cell)} AS ${names[index]}`).join(', ');
  const from = fromSql({ ...lines, cells }, params);
  // Each text is judged once, however many lines have it. In a grouping set of one column all others are null, and so are their bits.
  const sql = `SELECT others, ${readableSql({ sql: 'found', type: VARCHAR })}, held
    FROM (SELECT grouping(${names.join(', ')}) AS others, coalesce(${names.join(', ')}) AS found, count(*) AS held
      FROM (SELECT ${texts} ${from}) GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')}))
    WHERE ${matchesSql(any)} OR (${matchesSql(values)} AND NOT ${matchesSql(harmless)}) LIMIT ${MOST_JOINED + 1}`;
  const [rows] = await Promise.all([readRows(lines.connection, sql, params), guards.prepare()]);
  if (rows.length > MOST_JOINED) return undefined;
  const changed = places.map((at) => ({ at, changed: new Map<string, string>(), count: 0 }));
  for (const [at, [others, foundText, lineCount]] of rows.entries()) {
    if (at % JUDGED_AT_ONCE === 0) await setImmediate();
    const column = changed.find((_, index) => isSetOfColumn(BigInt(String(others)), index, places.length));
    if (!column) throw new Error('Each text is of one column');
    const text = String(foundText);
    const safe = guards.text(text, column.at === 0);
    if (safe === text) continue;
    column.changed.set(text, safe);
    column.count += Number(lineCount);
  }
  return changed.filter((column) => column.changed.size > 0);
}

/** The first column's bit is the highest, and 0 where the set is that column's. */
function isSetOfColumn(others: bigint, index: number, columns: number): boolean {
  return ((others >> BigInt(columns - 1 - index)) & 1n) === 0n;
}

export function changedSql(
  cell: BulkCell | undefined,
  at: number,
  changed: ReadonlyMap<string, string>,
  params: Params,
): string {
  return `LEFT JOIN (SELECT unnest(${params.texts([...changed.keys()])}) AS x_from${at},
    unnest(${params.texts([...changed.values()])}) AS x_to${at}) ON x_from${at} = ${cell?.text ?? 'NULL'}`;
}
