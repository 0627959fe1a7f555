/** Finds the ids between which a deep page lies, so that only those are sorted instead of everything before them. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows } from '../database/connections.ts';
import type { Params } from '../database/parameters.ts';

export interface IdWindow {
  /** Records of the whole selection. */
  readonly total: number;
  /** First and last id, inclusive; undefined: nothing is selected. */
  readonly ids: readonly [first: bigint, last: bigint] | undefined;
  /** Where the page begins among the records with these ids. */
  readonly offset: number;
}

/** Ids are cut into as many stretches of equal length: a page lies in one or a few of them. */
const STRETCHES = 4096n;

/**
 * @param where the selection's condition, its values in `params`
 * @param offset of the page in ascending order of ids
 */
export async function idWindow(
  connection: DuckDBConnection,
  where: string,
  params: Params,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<IdWindow> {
  const [bounds = []] = await readRows(connection, 'SELECT min(id), max(id) FROM records');
  const [least, most] = bounds;
  if (typeof least !== 'bigint' || typeof most !== 'bigint') return { total: 0, ids: undefined, offset: 0 };
  const length = (most - least) / STRETCHES + 1n;
  const rows = await readRows(
    connection,
    `SELECT (id - ${least}) // ${length} AS stretch, count(*) FROM records WHERE ${where} GROUP BY stretch ORDER BY stretch`,
    params,
  );
  let passed = 0;
  let first: { readonly stretch: bigint; readonly passed: number } | undefined;
  let last = 0n;
  for (const [stretch, held] of rows) {
    if (typeof stretch !== 'bigint') continue;
    const next = passed + Number(held);
    if (next > offset) first ??= { stretch, passed };
    if (passed < offset + limit) last = stretch;
    passed = next;
  }
  if (!first) return { total: passed, ids: undefined, offset: 0 };
  const ids = [least + first.stretch * length, least + (last + 1n) * length - 1n] as const;
  return { total: passed, ids, offset: offset - first.passed };
}
