/** What need not be reckoned again while records and thresholds are the same: behaviours, and on which records a check finds something. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Followers } from '../../src/domain/checks/checks.ts';
import type { Units } from '../../src/domain/decimal.ts';
import { foundSql, type ChosenCheck } from './checks-found.ts';
import type { CheckTerms } from './checks-sql.ts';
import { countOf, rowsOf } from './connections.ts';
import { COMMITS } from './holding.ts';
import { metaOf } from './meta.ts';
import { Params } from './params.ts';

export interface Measured {
  readonly id: string;
  readonly of: number;
  readonly follow: number;
}

/** More ids than these are reckoned each time: keeping them would cost more. */
const MOST_KEPT = 50_000;

/** Over all live records, whatever is selected. */
export interface Found {
  readonly count: number;
  /** Undefined: too many to keep. */
  readonly ids: readonly bigint[] | undefined;
}

/** Live records, and how many of them each check could look at. */
export interface Examined {
  readonly records: number;
  readonly examined: ReadonlyMap<string, number>;
}

export interface Kept {
  readonly key: string;
  measured: readonly Measured[] | undefined;
  examined: Examined | undefined;
  readonly found: Map<string, Found>;
}

const nothingKept = (key: string): Kept => ({ key, measured: undefined, examined: undefined, found: new Map() });

export class CheckMemory {
  private kept = nothingKept('');

  /** Within a read transaction: what is kept belongs to the state it sees. */
  async at(connection: DuckDBConnection, thresholds: ReadonlyMap<string, Units>): Promise<Kept> {
    const commits = (await metaOf(connection, COMMITS)) ?? '';
    const key = `${commits} ${[...thresholds].map(([name, units]) => `${name}=${units}`).join(' ')}`;
    if (this.kept.key !== key) this.kept = nothingKept(key);
    return this.kept;
  }
}

export async function measuredAt(
  kept: Kept,
  measure: () => Promise<readonly Measured[]>,
): Promise<readonly Measured[]> {
  kept.measured ??= await measure();
  return kept.measured;
}

export function followersOf(measured: readonly Measured[]): Followers {
  return new Map(measured.map(({ id, follow }) => [id, follow]));
}

export async function foundAt(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
  kept: Kept,
): Promise<Found> {
  const known = kept.found.get(chosen.check.id);
  if (known) return known;
  const found = await find(connection, chosen, thresholds);
  kept.found.set(chosen.check.id, found);
  return found;
}

async function find(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
): Promise<Found> {
  const few = new Params();
  const listed = `${foundSql(chosen, { params: few, thresholds })} LIMIT ${MOST_KEPT + 1}`;
  const rows = await rowsOf(connection, listed, few);
  if (rows.length <= MOST_KEPT) return { count: rows.length, ids: rows.map(([id]) => BigInt(String(id))) };
  const all = new Params();
  const sql = `SELECT count(*) FROM (${foundSql(chosen, { params: all, thresholds })})`;
  return { count: await countOf(connection, sql, all), ids: undefined };
}

/** The body of `found`, from what is kept where something is. */
export async function foundBody(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  terms: CheckTerms,
  kept: Kept,
): Promise<string> {
  const { ids } = await foundAt(connection, chosen, terms.thresholds, kept);
  return ids ? `SELECT id FROM ${terms.params.integerRows(ids)} AS kept(id)` : foundSql(chosen, terms);
}
