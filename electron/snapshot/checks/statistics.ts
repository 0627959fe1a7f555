/**
 * One pass over all live records for everything that is computed from each record alone: which rules they follow, how many each check could
 * examine, and on which it finds something. Each rule of a check is counted, because which one holds is known only afterwards.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { behaviours } from '../../../src/domain/checks/behaviours.ts';
import { checks } from '../../../src/domain/checks/checks.ts';
import type { Condition } from '../../../src/domain/checks/condition.ts';
import { conditionSql } from './condition-sql.ts';
import type { CheckTerms } from './terms.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';

export interface Measured {
  readonly id: string;
  readonly of: number;
  readonly follow: number;
}

/** Records on which a check finds something, over all live ones, whatever is selected. */
export interface Found {
  readonly count: number;
  /** Undefined: too many to cache. */
  readonly ids: readonly bigint[] | undefined;
  /** How much of each of them is in question; absent: all. */
  readonly shares?: { readonly parts: readonly bigint[]; readonly wholes: readonly bigint[] };
}

export interface RuleTally {
  readonly examined: number;
  /** Undefined: needs a comparison with other records. */
  readonly found: Found | undefined;
}

export interface Tally {
  /** Live records. */
  readonly records: number;
  readonly behaviours: readonly Measured[];
  /** By check, in the order of its rules. */
  readonly rules: ReadonlyMap<string, readonly RuleTally[]>;
}

/** Beyond this many ids they are computed each time: caching them would cost more. */
export const MOST_KEPT = 50_000;

type IdsByRule = ReadonlyMap<number, readonly bigint[]>;

interface Counted {
  readonly id: string;
  readonly examines: Condition;
  /** Undefined: needs a comparison with other records. */
  readonly finds?: Condition;
}

const counted: readonly Counted[] = checks.flatMap((check) =>
  check.kind === 'record'
    ? check.rules.map(({ examines, finds }) => ({ id: check.id, examines, finds }))
    : [{ id: check.id, examines: check.examines }],
);
const places = counted.map((_, at) => at);
/** Without the rules that rarely hold: on most records they find something. */
const usual = places.filter((at) => counted[at]?.id !== counted[at - 1]?.id);

export async function readTally(connection: DuckDBConnection, thresholds: CheckTerms['thresholds']): Promise<Tally> {
  const params = new Params();
  const counts = [
    ...behaviours.flatMap((_, at) => [`o${at}`, `b${at}`]),
    ...counted.flatMap(({ finds }, at) => [`e${at}`, ...(finds ? [`f${at}`] : [])]),
  ];
  const sql = `SELECT count(*), CASE WHEN count_if(bits <> 0) <= ${MOST_KEPT} THEN ${FOUND} END, count_if(bits <> 0), ${counts.map((name) => `count_if(${name})`).join(', ')}
    FROM (SELECT *, ${toBitsSql(usual)} AS bits FROM (${judgedSql({ params, thresholds })}))`;
  const [[records, found, some, ...row] = []] = await readRows(connection, sql, params);
  const readCount = (name: string) => Number(row[counts.indexOf(name)]);
  const many = places.map((at) => (counted[at]?.finds ? readCount(`f${at}`) : 0));
  const few = places.filter((at) => (many[at] ?? 0) > 0 && (many[at] ?? 0) <= MOST_KEPT);
  const ids = await readIds(connection, thresholds, few, Number(some) <= MOST_KEPT ? idsByRule(found) : undefined);
  const rules = counted.map(({ id, finds }, at) => ({
    id,
    examined: readCount(`e${at}`),
    found: finds && { count: many[at] ?? 0, ids: (many[at] ?? 0) > MOST_KEPT ? undefined : (ids.get(at) ?? []) },
  }));
  return {
    records: Number(records),
    behaviours: behaviours.map(({ id }, at) => ({ id, of: readCount(`o${at}`), follow: readCount(`b${at}`) })),
    rules: Map.groupBy(rules, ({ id }) => id),
  };
}

/** Live records with o, b of each behaviour and e, f of each rule. A comparison that several share is made once. */
function judgedSql(terms: CheckTerms): string {
  const names = new Map<string, string>();
  const compared: string[] = [];
  const shared = (condition: Condition, compile: () => string) => {
    const key = JSON.stringify(condition);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `c${names.size}`;
    names.set(key, name);
    compared.push(`(${compile()}) AS ${name}`);
    return name;
  };
  const sql = (condition: Condition) => conditionSql(condition, { ...terms, shared });
  const told = [
    ...behaviours.flatMap(({ of, follows }, at) => [
      `(${sql(of)}) AS o${at}`,
      `(${sql(of)} AND ${sql(follows)}) AS b${at}`,
    ]),
    ...counted.flatMap(({ examines, finds }, at) => [
      `(${sql(examines)}) AS e${at}`,
      finds ? `(${sql(examines)} AND ${sql(finds)}) AS f${at}` : `false AS f${at}`,
    ]),
  ];
  return `SELECT id, ${told.join(', ')} FROM (SELECT *, ${compared.join(', ')} FROM records WHERE NOT archived)`;
}

/** One bit for each rule that found something. */
function toBitsSql(rules: readonly number[]): string {
  return rules.length === 0 ? '0' : rules.map((at) => `CASE WHEN f${at} THEN ${2 ** at} ELSE 0 END`).join(' + ');
}

/** `id:bits` of records with any. Skips null, where a FILTER would copy every column. */
const FOUND = `string_agg(CASE WHEN bits <> 0 THEN concat(id, ':', bits) END, ' ')`;

/** @param held the first pass's results; undefined: some rule found many, so the others' records are read separately. */
async function readIds(
  connection: DuckDBConnection,
  thresholds: CheckTerms['thresholds'],
  few: readonly number[],
  held: IdsByRule | undefined,
): Promise<IdsByRule> {
  const missing = few.filter((at) => held?.has(at) !== true);
  if (missing.length === 0) return held ?? new Map();
  const params = new Params();
  const sql = `SELECT ${FOUND} FROM (SELECT id, ${toBitsSql(missing)} AS bits FROM (${judgedSql({ params, thresholds })})) WHERE bits <> 0`;
  const [[found] = []] = await readRows(connection, sql, params);
  return new Map([...(held ?? []), ...idsByRule(found)]);
}

function idsByRule(found: DuckDBValue | undefined): IdsByRule {
  const ids = new Map<number, bigint[]>();
  if (typeof found !== 'string') return ids;
  for (const pair of found.split(' ')) {
    const [id = '', bits = ''] = pair.split(':');
    for (let left = Number(bits), at = 0; left > 0; left = Math.floor(left / 2), at += 1) {
      if (left % 2 === 0) continue;
      const held = ids.get(at);
      if (held) held.push(BigInt(id));
      else ids.set(at, [BigInt(id)]);
    }
  }
  return ids;
}
