/**
 * Caches what need not be computed again while records and thresholds are unchanged: measured rules, and the records on which a check finds
 * something.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BehaviourCounts } from '#domain/checks/checks.ts';
import type { Units } from '#domain/decimal.ts';
import { BILLED } from '../database/billed-table.ts';
import { readCount, readRows } from '../database/connections.ts';
import { COMMITS, readMeta } from '../database/metadata.ts';
import { Params } from '../database/parameters.ts';
import { computeOnce } from '../database/shared-answers.ts';
import { foundSql, WHOLE, type ChosenCheck } from './matches.ts';
import { MAX_CACHED, readTally, type FoundIds, type MeasuredBehaviour, type Tally } from './statistics.ts';
import type { CheckTerms } from './terms.ts';

/** Holds promises, so that two simultaneous queries share one computation. */
export interface CachedResults {
  readonly key: string;
  readonly tally: Map<'all', Promise<Tally>>;
  /** The findings of checks that compare neighbouring records, by check. */
  readonly neighbours: Map<string, Promise<FoundIds>>;
  /** The amounts at stake in the findings of checks with few findings. */
  readonly stakes: Map<'few', Promise<readonly Stake[]>>;
}

/** The amounts at stake in one finding; `value` is not yet divided by the rule's `per`. */
export interface Stake {
  readonly index: number;
  readonly id: bigint;
  readonly value: Units | null;
  readonly minutes: Units | null;
}

const createResults = (key: string): CachedResults => ({
  key,
  tally: new Map(),
  neighbours: new Map(),
  stakes: new Map(),
});

export class CheckMemory {
  private results: readonly CachedResults[] = [];

  /** Called within a read transaction, because a cached result belongs to the state it was read from. */
  async getResults(connection: DuckDBConnection, thresholds: ReadonlyMap<string, Units>): Promise<CachedResults> {
    const commits = `${await readMeta(connection, COMMITS)} ${await readMeta(connection, BILLED)}`;
    const key = `${commits} ${[...thresholds].map(([name, units]) => `${name}=${units}`).join(' ')}`;
    const results = this.results.find((candidate) => candidate.key === key) ?? createResults(key);
    // A look may see an earlier state than the shared results.
    this.results = [results, ...this.results.filter((other) => other !== results)].slice(0, 2);
    return results;
  }
}

export function getTally(
  connection: DuckDBConnection,
  thresholds: CheckTerms['thresholds'],
  { tally }: CachedResults,
): Promise<Tally> {
  return computeOnce(tally, 'all', () => readTally(connection, thresholds));
}

export function countFollowers(measured: readonly MeasuredBehaviour[]): BehaviourCounts {
  return new Map(measured.map(({ id, follow }) => [id, follow]));
}

export async function getFoundRecords(
  connection: DuckDBConnection,
  chosenCheck: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
  results: CachedResults,
): Promise<FoundIds> {
  const { check, rule } = chosenCheck;
  if (check.kind !== 'record')
    return computeOnce(results.neighbours, check.id, () => findNeighbours(connection, chosenCheck, thresholds));
  const { rules } = await getTally(connection, thresholds, results);
  const index = check.rules.findIndex((checkRule) => checkRule === rule);
  const records = rules.get(check.id)?.[index]?.found;
  if (!records) throw new RangeError(`The check ${check.id} has no such rule`);
  return records;
}

async function findNeighbours(
  connection: DuckDBConnection,
  chosenCheck: ChosenCheck,
  thresholds: CheckTerms['thresholds'],
): Promise<FoundIds> {
  const listParams = new Params();
  const listSql = `${foundSql(chosenCheck, { params: listParams, thresholds })} LIMIT ${MAX_CACHED + 1}`;
  const rows = await readRows(connection, listSql, listParams);
  if (rows.length <= MAX_CACHED) {
    const [ids, parts, wholes] = [0, 1, 2].map((column) => rows.map((row) => BigInt(String(row[column]))));
    return { count: rows.length, ids, ...(parts && wholes && { shares: { parts, wholes } }) };
  }
  const countParams = new Params();
  const sql = `SELECT count(*) FROM (${foundSql(chosenCheck, { params: countParams, thresholds })})`;
  return { count: await readCount(connection, sql, countParams), ids: undefined };
}

/** Compiles the body of `found` as `foundSql` does, but from the cache if possible. */
export async function foundRecordsSql(
  connection: DuckDBConnection,
  chosenCheck: ChosenCheck,
  terms: CheckTerms,
  results: CachedResults,
): Promise<string> {
  const { ids, shares } = await getFoundRecords(connection, chosenCheck, terms.thresholds, results);
  if (!ids) return foundSql(chosenCheck, terms);
  const { params } = terms;
  if (!shares) return `SELECT id, ${WHOLE} FROM ${params.integerRows(ids)} AS kept(id)`;
  return `SELECT unnest(${params.integers(ids)}) AS id, unnest(${params.integers(shares.parts)}) AS part, unnest(${params.integers(shares.wholes)}) AS whole`;
}
