/**
 * Caches what need not be computed again while records and thresholds are unchanged: measured rules, and the records on which a check finds
 * something.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppFailure } from '../../../src/contract/errors.ts';
import type { Followers } from '../../../src/domain/checks/checks.ts';
import type { Units } from '../../../src/domain/decimal.ts';
import { foundSql, WHOLE, type ChosenCheck } from './matches.ts';
import type { CheckTerms } from './terms.ts';
import { MOST_KEPT, readTally, type Found, type Measured, type Tally } from './statistics.ts';
import { readCount, readRows } from '../database/connections.ts';
import { storeFault } from '../database/errors.ts';
import { COMMITS } from '../records/sync-store.ts';
import { readMeta } from '../database/metadata.ts';
import { Params } from '../database/parameters.ts';

/** Promises, so that two questions at once share one computation. */
export interface Kept {
  readonly key: string;
  readonly tally: Map<'all', Promise<Tally>>;
  /** By check: those that compare neighbouring records. */
  readonly found: Map<string, Promise<Found>>;
}

const nothingKept = (key: string): Kept => ({ key, tally: new Map(), found: new Map() });

export class CheckMemory {
  private kept = nothingKept('');

  /** Within a read transaction: a cached result belongs to the state it was read from. */
  async at(connection: DuckDBConnection, thresholds: ReadonlyMap<string, Units>): Promise<Kept> {
    const commits = (await readMeta(connection, COMMITS)) ?? '';
    const key = `${commits} ${[...thresholds].map(([name, units]) => `${name}=${units}`).join(' ')}`;
    if (this.kept.key !== key) this.kept = nothingKept(key);
    return this.kept;
  }
}

/**
 * Computed by the first caller. A failed computation is tried again by the next caller; one whose caller left is taken over by those that
 * wait for it.
 */
async function once<K, T>(kept: Map<K, Promise<T>>, key: K, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const others = kept.get(key);
    if (!others) {
      const mine = work();
      kept.set(key, mine);
      mine.catch(() => kept.delete(key));
      return mine;
    }
    try {
      return await others;
    } catch (fault) {
      if (!wasLeft(fault)) throw fault;
    }
  }
}

function wasLeft(fault: unknown): boolean {
  const meant = storeFault(fault);
  return meant instanceof AppFailure && meant.error.code === 'cancelled';
}

export function tallyAt(
  connection: DuckDBConnection,
  thresholds: CheckTerms['thresholds'],
  { tally }: Kept,
): Promise<Tally> {
  return once(tally, 'all', () => readTally(connection, thresholds));
}

export function mapFollowers(measured: readonly Measured[]): Followers {
  return new Map(measured.map(({ id, follow }) => [id, follow]));
}

export async function foundAt(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
  kept: Kept,
): Promise<Found> {
  const { check, rule } = chosen;
  if (check.kind !== 'record') return once(kept.found, check.id, () => findNeighbours(connection, chosen, thresholds));
  const { rules } = await tallyAt(connection, thresholds, kept);
  const at = check.rules.findIndex((each) => each === rule);
  const found = rules.get(check.id)?.[at]?.found;
  if (!found) throw new RangeError(`The check ${check.id} has no such rule`);
  return found;
}

async function findNeighbours(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
): Promise<Found> {
  const few = new Params();
  const listed = `${foundSql(chosen, { params: few, thresholds })} LIMIT ${MOST_KEPT + 1}`;
  const rows = await readRows(connection, listed, few);
  if (rows.length <= MOST_KEPT) {
    const [ids, parts, wholes] = [0, 1, 2].map((at) => rows.map((row) => BigInt(String(row[at]))));
    return { count: rows.length, ids, ...(parts && wholes && { shares: { parts, wholes } }) };
  }
  const all = new Params();
  const sql = `SELECT count(*) FROM (${foundSql(chosen, { params: all, thresholds })})`;
  return { count: await readCount(connection, sql, all), ids: undefined };
}

/** The body of `found`, as `foundSql` has it, from the cache where possible. */
export async function foundBody(
  connection: DuckDBConnection,
  chosen: ChosenCheck,
  terms: CheckTerms,
  kept: Kept,
): Promise<string> {
  const { ids, shares } = await foundAt(connection, chosen, terms.thresholds, kept);
  if (!ids) return foundSql(chosen, terms);
  const { params } = terms;
  if (!shares) return `SELECT id, ${WHOLE} FROM ${params.integerRows(ids)} AS kept(id)`;
  return `SELECT unnest(${params.integers(ids)}) AS id, unnest(${params.integers(shares.parts)}) AS part, unnest(${params.integers(shares.wholes)}) AS whole`;
}
