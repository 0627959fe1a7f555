/** Finds the texts that guards change: the store finds the few that might be, the guards judge those, and what became of them is joined. */
import { setImmediate } from 'node:timers/promises';
import { VARCHAR } from '@duckdb/node-api';
import type { BulkGuards } from '../../../src/domain/exports/bulk/bulk-lines.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { readableSql } from '../database/schema.ts';
import type { BulkCell } from './cells.ts';
import { fromSql, MOST_JOINED, type Lines } from './chosen-lines.ts';

export interface Guarded {
  /** Changed texts of one column, as they were and as they are. */
  readonly at: number;
  readonly changed: ReadonlyMap<string, string>;
  /** Of how many lines. */
  readonly count: number;
}

/** Texts: a few milliseconds' worth. */
const JUDGED_AT_ONCE = 1000;

/** Columns whose texts are looked through at once: as many as `grouping` tells apart, and less memory than all. */
export const MOST_SETS = 16;

/** @param places of columns of texts @returns what the guards change in them, read in one pass; undefined where that is too much */
export async function findChanged(
  lines: Lines,
  places: readonly number[],
  guards: BulkGuards,
): Promise<readonly Guarded[] | undefined> {
  const params = new Params();
  const cells = places.flatMap((at) => lines.cells[at] ?? []);
  const names = places.map((at) => `t${at}`);
  const matches = (pattern: string, text = 'found') => `regexp_matches(${text}, ${params.text(pattern)})`;
  const { any, values, harmless, plain } = guards.suspects;
  // Telling such texts apart takes longer than looking at each.
  const suspect = ({ text, isOwn }: BulkCell) =>
    isOwn === true ? `CASE WHEN NOT ${matches(plain, text)} THEN ${text} END` : text;
  const texts = cells.map((cell, index) => `${suspect(cell)} AS ${names[index]}`).join(', ');
  const from = fromSql({ ...lines, cells }, params);
  // Judged once each, however many lines have it. In a set of one column all others are null, and so are their bits.
  const sql = `SELECT others, ${readableSql({ sql: 'found', type: VARCHAR })}, held
    FROM (SELECT grouping(${names.join(', ')}) AS others, coalesce(${names.join(', ')}) AS found, count(*) AS held
      FROM (SELECT ${texts} ${from}) GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')}))
    WHERE ${matches(any)} OR (${matches(values)} AND NOT ${matches(harmless)}) LIMIT ${MOST_JOINED + 1}`;
  const [rows] = await Promise.all([readRows(lines.connection, sql, params), guards.prepare()]);
  if (rows.length > MOST_JOINED) return undefined;
  const changed = places.map((at) => ({ at, changed: new Map<string, string>(), count: 0 }));
  for (const [at, [others, found, held]] of rows.entries()) {
    if (at % JUDGED_AT_ONCE === 0) await setImmediate();
    const own = changed.find((_, index) => isOwn(BigInt(String(others)), index, places.length));
    if (!own) throw new Error('Each text is of one column');
    const text = String(found);
    const safe = guards.text(text, own.at === 0);
    if (safe === text) continue;
    own.changed.set(text, safe);
    own.count += Number(held);
  }
  return changed.filter((each) => each.changed.size > 0);
}

/** The first column's bit is the highest, and 0 where the set is its own. */
function isOwn(others: bigint, index: number, columns: number): boolean {
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
