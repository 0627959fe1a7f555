/** Runs all checks at once and reports for each the examined records, the open findings, and the amounts at stake. */
import { DuckDBDecimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { checks, chooseRule, type BehaviourCounts } from '#domain/checks/checks.ts';
import { divideHalfEven, formatUnits, type Units } from '#domain/decimal.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Check } from '#domain/checks/check.ts';
import { examinesSql, minutesSql, findStakeDivisor, stakeSql, type ChosenCheck } from './matches.ts';
import { countFollowers, getFoundRecords, foundRecordsSql, getTally, type CachedResults, type Stake } from './cache.ts';
import type { CheckFigures, ChecksRun, ChecksQuery, Thresholds } from './model.ts';
import type { FoundIds, Tally } from './statistics.ts';
import { readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { computeOnce } from '../database/shared-answers.ts';
import { readDetails } from './finding-details.ts';
import type { CheckTerms } from './terms.ts';

export interface CheckReading {
  readonly connection: DuckDBConnection;
  readonly thresholds: Thresholds;
  readonly results: CachedResults;
}

export const createTerms = ({ thresholds }: CheckReading): CheckTerms => ({ params: new Params(), thresholds });

export function toChosenCheck(check: Check, counts: BehaviourCounts): ChosenCheck {
  return { check, rule: check.kind === 'record' ? chooseRule(check, counts) : undefined };
}

/** Tallies all live records, regardless of the selection. */
export function readTallyOnce({ connection, thresholds, results }: CheckReading): Promise<Tally> {
  return getTally(connection, thresholds, results);
}

export async function chooseCheck(reading: CheckReading, check: Check): Promise<ChosenCheck> {
  const { behaviours } = await readTallyOnce(reading);
  return toChosenCheck(check, countFollowers(behaviours));
}

export function toUnitsOrNull(value: DuckDBValue | undefined): Units | null {
  return value instanceof DuckDBDecimalValue ? value.value : null;
}

/** Finds the marked records whose finding is unchanged since they were marked. */
export async function findReviewedIds(
  reading: CheckReading,
  chosenCheck: ChosenCheck,
  { marked }: ChecksQuery,
): Promise<bigint[]> {
  const { ids, holds } = marked(chosenCheck.check.id);
  if (ids.length === 0) return [];
  const stillFound = await findAmong(reading, chosenCheck, ids.map(BigInt));
  const details = await readDetails(reading.connection, chosenCheck, stillFound, createTerms(reading));
  return details.filter(holds).map(({ id }) => BigInt(id));
}

export async function findAmong(
  reading: CheckReading,
  chosenCheck: ChosenCheck,
  ids: readonly bigint[],
): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const terms = createTerms(reading);
  const foundSql = await foundRecordsSql(reading.connection, chosenCheck, terms, reading.results);
  const sql = `WITH found AS (${foundSql}) SELECT id FROM found WHERE id IN ${terms.params.integerRows(ids)}`;
  return (await readRows(reading.connection, sql, terms.params)).map(([id]) => BigInt(String(id)));
}

/** Finds the records of every check, regardless of the selection, or takes them from the cache. */
export async function findAll(reading: CheckReading) {
  const { connection, thresholds, results } = reading;
  const tally = await readTallyOnce(reading);
  const chosenChecks = checks.map((check) => toChosenCheck(check, countFollowers(tally.behaviours)));
  const foundByCheck: FoundIds[] = [];
  for (const check of chosenChecks) foundByCheck.push(await getFoundRecords(connection, check, thresholds, results));
  return { tally, chosenChecks, foundByCheck };
}

export async function runChecks(reading: CheckReading, query: ChecksQuery): Promise<ChecksRun> {
  const { tally, chosenChecks, foundByCheck } = await findAll(reading);
  const liveCounts = countExamined(tally, chosenChecks);
  const { records, examined } = isEverything(query.selection)
    ? liveCounts
    : await countExaminedIn(reading, chosenChecks, query.selection);
  const sums = await readSums(reading, chosenChecks, foundByCheck, query);
  const figures = chosenChecks.map(({ check: { id }, rule }, index): CheckFigures => {
    const openSums = sums.get(`${index} false`);
    const per = BigInt(findStakeDivisor(rule));
    return {
      id,
      examined: examined.get(id) ?? 0,
      open: openSums?.count ?? 0,
      reviewed: sums.get(`${index} true`)?.count ?? 0,
      value: openSums?.value == null ? null : formatUnits(divideHalfEven(openSums.value, per)),
      minutes: openSums?.minutes == null ? null : formatUnits(openSums.minutes),
      everywhere: { examined: liveCounts.examined.get(id) ?? 0, found: foundByCheck[index]?.count ?? 0 },
    };
  });
  return { records, checks: figures, behaviours: tally.behaviours };
}

function isEverything({ filterGroups, query, period }: Selection): boolean {
  return filterGroups.length === 0 && query === '' && !period;
}

/** The number of live records, and how many of them each check can examine. */
interface ExaminedCounts {
  readonly records: number;
  readonly examined: ReadonlyMap<string, number>;
}

function countExamined({ records, rules }: Tally, chosenChecks: readonly ChosenCheck[]): ExaminedCounts {
  const examined = chosenChecks.map(({ check, rule }) => {
    const ruleIndex = check.kind === 'record' ? check.rules.findIndex((checkRule) => checkRule === rule) : 0;
    return [check.id, rules.get(check.id)?.[ruleIndex]?.examined ?? 0] as const;
  });
  return { records, examined: new Map(examined) };
}

async function countExaminedIn(
  reading: CheckReading,
  chosenChecks: readonly ChosenCheck[],
  selection: Selection,
): Promise<ExaminedCounts> {
  const terms = createTerms(reading);
  const counts = chosenChecks.map((check) => `count(*) FILTER (${examinesSql(check, terms)})`);
  const sql = `SELECT count(*), ${counts.join(', ')} FROM records WHERE ${selectionSql(selection, terms.params)}`;
  const [[records, ...row] = []] = await readRows(reading.connection, sql, terms.params);
  return {
    records: Number(records),
    examined: new Map(chosenChecks.map(({ check }, index) => [check.id, Number(row[index])])),
  };
}

/** The store's sums; `value` is not yet divided by the rule's `per`. */
interface Sums {
  readonly count: number;
  readonly value: Units | null;
  readonly minutes: Units | null;
}

type NumberedCheck = readonly [index: number, check: ChosenCheck];
type SumsByPart = readonly (readonly [part: string, Sums])[];

/** Up to this many findings of a check are summed up here, because planning a statement about all checks takes longer. */
const FEW = 2_000;

/**
 * Reads sums by the check's position and whether its findings were reviewed, as in `3 false`. Only checks that found something are
 * included.
 */
async function readSums(
  reading: CheckReading,
  chosenChecks: readonly ChosenCheck[],
  foundByCheck: readonly FoundIds[],
  query: ChecksQuery,
): Promise<ReadonlyMap<string, Sums>> {
  const finders = [...chosenChecks.entries()].filter(([index]) => foundByCheck[index]?.count !== 0);
  const isFew = ([index]: NumberedCheck) => (foundByCheck[index]?.ids?.length ?? Infinity) <= FEW;
  const few = await sumUpFew(reading, finders.filter(isFew), query);
  const many = finders.filter((check) => !isFew(check));
  return new Map([...few, ...(await sumUpMany(reading, many, query))]);
}

/** Sums up the amounts at stake in the selected findings, from amounts that are cached for all selections. */
async function sumUpFew(
  reading: CheckReading,
  finders: readonly NumberedCheck[],
  query: ChecksQuery,
): Promise<SumsByPart> {
  if (finders.length === 0) return [];
  const stakes = await computeOnce(reading.results.stakes, 'few', () => readStakes(reading, finders));
  const params = new Params();
  const ids = params.integerRows([...new Set(stakes.map(({ id }) => id))]);
  const sql = `SELECT id FROM records WHERE id IN ${ids} AND ${selectionSql(query.selection, params)}`;
  const selected = new Set((await readRows(reading.connection, sql, params)).map(([id]) => BigInt(String(id))));
  const reviewed = new Map<number, ReadonlySet<bigint>>();
  for (const [index, check] of finders) reviewed.set(index, new Set(await findReviewedIds(reading, check, query)));
  const selectedStakes = stakes.filter(({ id }) => selected.has(id));
  const byPart = Map.groupBy(selectedStakes, ({ index, id }) => `${index} ${reviewed.get(index)?.has(id) === true}`);
  const add = (values: readonly (Units | null)[]) =>
    values.reduce((sum, value) => (sum === null || value === null ? (sum ?? value) : sum + value), null);
  return [...byPart].map(([part, found]) => [
    part,
    {
      count: found.length,
      value: add(found.map(({ value }) => value)),
      minutes: add(found.map(({ minutes }) => minutes)),
    },
  ]);
}

async function readStakes(reading: CheckReading, finders: readonly NumberedCheck[]): Promise<Stake[]> {
  const terms = createTerms(reading);
  const sql = await stakesSql(reading, finders, terms, () => 'false');
  return (await readRows(reading.connection, sql, terms.params)).map(([index, id, , value, minutes]) => ({
    index: Number(index),
    id: BigInt(String(id)),
    value: toUnitsOrNull(value),
    minutes: toUnitsOrNull(minutes),
  }));
}

async function sumUpMany(
  reading: CheckReading,
  finders: readonly NumberedCheck[],
  query: ChecksQuery,
): Promise<SumsByPart> {
  if (finders.length === 0) return [];
  const terms = createTerms(reading);
  const reviewed = new Map<number, string>();
  for (const [index, check] of finders)
    reviewed.set(index, `id IN ${terms.params.integerRows(await findReviewedIds(reading, check, query))}`);
  const stakes = await stakesSql(reading, finders, terms, (index) => reviewed.get(index) ?? 'false');
  const sql = `SELECT place, seen, count(*), sum(value), sum(minutes)
    FROM (${stakes} WHERE ${selectionSql(query.selection, terms.params)}) GROUP BY place, seen`;
  return (await readRows(reading.connection, sql, terms.params)).map(([index, seen, count, value, minutes]) => [
    `${Number(index)} ${String(seen)}`,
    { count: Number(count), value: toUnitsOrNull(value), minutes: toUnitsOrNull(minutes) },
  ]);
}

/** Compiles the findings of these checks with the amounts at stake in each; a condition on their records may be appended. */
async function stakesSql(
  reading: CheckReading,
  finders: readonly NumberedCheck[],
  terms: CheckTerms,
  seenSql: (index: number) => string,
): Promise<string> {
  const parts: string[] = [];
  for (const [index, check] of finders) {
    const found = await foundRecordsSql(reading.connection, check, terms, reading.results);
    parts.push(`SELECT ${index} AS place, id, part, whole, ${seenSql(index)} AS seen FROM (${found})`);
  }
  const choose = (compile: typeof stakeSql) =>
    `CASE place ${finders.map(([index, check]) => `WHEN ${index} THEN ${compile(check, terms)}`).join(' ')} END`;
  return `SELECT place, id, seen, ${choose(stakeSql)} AS value, ${choose(minutesSql)} AS minutes
    FROM (${parts.join(' UNION ALL ')}) JOIN records USING (id)`;
}
