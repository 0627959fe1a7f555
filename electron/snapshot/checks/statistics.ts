/**
 * Reads all live records in one pass for everything that is computed from each record alone: which rules they follow, how many each check
 * could examine, and on which it finds something. Each rule of a check is counted, because the one that applies is known only afterwards.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { behaviours } from '#domain/checks/behaviours.ts';
import { checks } from '#domain/checks/checks.ts';
import type { Condition } from '#domain/checks/condition.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { conditionSql } from './condition-sql.ts';
import type { CheckTerms } from './terms.ts';

export interface MeasuredBehaviour {
  readonly id: string;
  readonly of: number;
  readonly follow: number;
}

/** The records on which a check finds something, over all live ones, regardless of the selection. */
export interface FoundIds {
  readonly count: number;
  /** Undefined when there are too many to cache. */
  readonly ids: readonly bigint[] | undefined;
  /** The share of each record that is in question; absent when it is always the whole record. */
  readonly shares?: { readonly parts: readonly bigint[]; readonly wholes: readonly bigint[] };
}

export interface RuleTally {
  readonly examined: number;
  /** Undefined when finding records needs a comparison with others. */
  readonly found: FoundIds | undefined;
}

export interface Tally {
  readonly records: number;
  readonly behaviours: readonly MeasuredBehaviour[];
  /** Tallies by check, in the order of its rules. */
  readonly rules: ReadonlyMap<string, readonly RuleTally[]>;
}

/** Longer lists of ids are computed each time, because caching them would cost more. */
export const MAX_CACHED = 50_000;

type IdsByRule = ReadonlyMap<number, readonly bigint[]>;

interface CountedRule {
  readonly id: string;
  readonly scope: Condition;
  /** Undefined when finding records needs a comparison with others. */
  readonly condition?: Condition;
}

const countedRules: readonly CountedRule[] = checks.flatMap((check) =>
  check.kind === 'record'
    ? check.rules.map(({ scope, condition }) => ({ id: check.id, scope, condition }))
    : [{ id: check.id, scope: check.scope }],
);
const ruleIndexes = countedRules.map((_, index) => index);
/** Leaves out the rules that rarely hold, because they find something on most records. */
const usualRuleIndexes = ruleIndexes.filter((index) => countedRules[index]?.id !== countedRules[index - 1]?.id);

export async function readTally(connection: DuckDBConnection, thresholds: CheckTerms['thresholds']): Promise<Tally> {
  const params = new Params();
  const counts = [
    ...behaviours.flatMap((_, index) => [`o${index}`, `b${index}`]),
    ...countedRules.flatMap(({ condition }, index) => [`e${index}`, ...(condition ? [`f${index}`] : [])]),
  ];
  const sql = `SELECT count(*), CASE WHEN count_if(bits <> 0) <= ${MAX_CACHED} THEN ${FOUND} END, count_if(bits <> 0), ${counts.map((name) => `count_if(${name})`).join(', ')}
    FROM (SELECT *, ${toBitsSql(usualRuleIndexes)} AS bits FROM (${judgedSql({ params, thresholds })}))`;
  const [[records, foundPairs, foundCount, ...row] = []] = await readRows(connection, sql, params);
  const readCount = (name: string) => Number(row[counts.indexOf(name)]);
  const foundCounts = ruleIndexes.map((index) => (countedRules[index]?.condition ? readCount(`f${index}`) : 0));
  const cached = ruleIndexes.filter(
    (index) => (foundCounts[index] ?? 0) > 0 && (foundCounts[index] ?? 0) <= MAX_CACHED,
  );
  const ids = await readIds(
    connection,
    thresholds,
    cached,
    Number(foundCount) <= MAX_CACHED ? parseIdsByRule(foundPairs) : undefined,
  );
  const rules = countedRules.map(({ id, condition }, index) => ({
    id,
    examined: readCount(`e${index}`),
    found: condition && {
      count: foundCounts[index] ?? 0,
      ids: (foundCounts[index] ?? 0) > MAX_CACHED ? undefined : (ids.get(index) ?? []),
    },
  }));
  return {
    records: Number(records),
    behaviours: behaviours.map(({ id }, index) => ({ id, of: readCount(`o${index}`), follow: readCount(`b${index}`) })),
    rules: Map.groupBy(rules, ({ id }) => id),
  };
}

/**
 * Compiles the live records with flags: `o` (a behaviour applies) and `b` (the record follows it) for each behaviour, `e` (examined) and `f`
 * (found) for each rule. A comparison that several conditions share is made once.
 */
function judgedSql(terms: CheckTerms): string {
  const names = new Map<string, string>();
  const compared: string[] = [];
  const nameShared = (condition: Condition, compile: () => string) => {
    const key = JSON.stringify(condition);
    const knownName = names.get(key);
    if (knownName !== undefined) return knownName;
    const name = `c${names.size}`;
    names.set(key, name);
    compared.push(`(${compile()}) AS ${name}`);
    return name;
  };
  const toSql = (condition: Condition) => conditionSql(condition, { ...terms, shared: nameShared });
  const columns = [
    ...behaviours.flatMap(({ scope, follows }, index) => [
      `(${toSql(scope)}) AS o${index}`,
      `(${toSql(scope)} AND ${toSql(follows)}) AS b${index}`,
    ]),
    ...countedRules.flatMap(({ scope, condition }, index) => [
      `(${toSql(scope)}) AS e${index}`,
      condition ? `(${toSql(scope)} AND ${toSql(condition)}) AS f${index}` : `false AS f${index}`,
    ]),
  ];
  return `SELECT id, ${columns.join(', ')} FROM (SELECT *, ${compared.join(', ')} FROM records WHERE NOT archived)`;
}

/** Compiles one bit for each rule that found something. */
function toBitsSql(rules: readonly number[]): string {
  return rules.length === 0
    ? '0'
    : rules.map((index) => `CASE WHEN f${index} THEN ${2 ** index} ELSE 0 END`).join(' + ');
}

/** Lists `id:bits` of records with any bit. It skips null itself, because a FILTER would copy every column. */
const FOUND = `string_agg(CASE WHEN bits <> 0 THEN concat(id, ':', bits) END, ' ')`;

/** @param firstPass the ids of the first pass; undefined if one rule found too many records, so that all others are read separately */
async function readIds(
  connection: DuckDBConnection,
  thresholds: CheckTerms['thresholds'],
  indexes: readonly number[],
  firstPass: IdsByRule | undefined,
): Promise<IdsByRule> {
  const missing = indexes.filter((index) => firstPass?.has(index) !== true);
  if (missing.length === 0) return firstPass ?? new Map();
  const params = new Params();
  const sql = `SELECT ${FOUND} FROM (SELECT id, ${toBitsSql(missing)} AS bits FROM (${judgedSql({ params, thresholds })})) WHERE bits <> 0`;
  const [[pairs] = []] = await readRows(connection, sql, params);
  return new Map([...(firstPass ?? []), ...parseIdsByRule(pairs)]);
}

function parseIdsByRule(pairs: DuckDBValue | undefined): IdsByRule {
  const ids = new Map<number, bigint[]>();
  if (typeof pairs !== 'string') return ids;
  for (const pair of pairs.split(' ')) {
    const [id = '', bits = ''] = pair.split(':');
    for (let rest = Number(bits), index = 0; rest > 0; rest = Math.floor(rest / 2), index += 1) {
      if (rest % 2 === 0) continue;
      const ruleIds = ids.get(index);
      if (ruleIds) ruleIds.push(BigInt(id));
      else ids.set(index, [BigInt(id)]);
    }
  }
  return ids;
}
