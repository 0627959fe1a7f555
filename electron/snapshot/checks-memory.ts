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

/** Promises, so that two questions at once reckon a thing once. */
export interface Kept {
  readonly key: string;
  measured: Promise<readonly Measured[]> | undefined;
  examined: Promise<Examined> | undefined;
  readonly found: Map<string, Promise<Found>>;
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

export function measuredAt(kept: Kept, measure: () => Promise<readonly Measured[]>): Promise<readonly Measured[]> {
  kept.measured ??= forgetting(measure(), () => (kept.measured = undefined));
  return kept.measured;
}

export function examinedAt(kept: Kept, count: () => Promise<Examined>): Promise<Examined> {
  kept.examined ??= forgetting(count(), () => (kept.examined = undefined));
  return kept.examined;
}

/** What failed is tried again by whoever asks next. */
function forgetting<T>(work: Promise<T>, forget: () => void): Promise<T> {
  work.catch(forget);
  return work;
}

export function followersOf(measured: readonly Measured[]): Followers {
  return new Map(measured.map(({ id, follow }) => [id, follow]));
}

export function foundAt(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
  { found }: Kept,
): Promise<Found> {
  const { id } = chosen.check;
  const known = found.get(id);
  if (known) return known;
  const finding = forgetting(find(connection, chosen, thresholds), () => found.delete(id));
  found.set(id, finding);
  return finding;
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
