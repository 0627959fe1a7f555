/** Runs every check at once: how many records it examined, how many findings are open, and what is at stake. */
import { DuckDBDecimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { checks, chooseRule, type Followers } from '#domain/checks/checks.ts';
import { divideHalfEven, formatUnits, type Units } from '#domain/decimal.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Check } from '#domain/checks/check.ts';
import { examinesSql, minutesSql, findStakeDivisor, stakeSql, type ChosenCheck } from './matches.ts';
import { mapFollowers, getFoundRecords, foundRecordsSql, getTally, type CachedResults } from './cache.ts';
import type { CheckFigures, ChecksRun, RunQuestion, Thresholds } from './model.ts';
import type { FoundIds, Tally } from './statistics.ts';
import { readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { readDetails } from './finding-details.ts';
import type { CheckTerms } from './terms.ts';

// Reads the store once for one question: which rules count, which records were found, and which of them are marked as reviewed.

export interface CheckReading {
  readonly connection: DuckDBConnection;
  readonly thresholds: Thresholds;
  readonly results: CachedResults;
}

export const createTerms = ({ thresholds }: CheckReading): CheckTerms => ({ params: new Params(), thresholds });

export function toChosenCheck(check: Check, followers: Followers): ChosenCheck {
  return { check, rule: check.kind === 'record' ? chooseRule(check, followers) : undefined };
}

/** Tallies all live records, whatever is selected. */
export function readTallyOnce({ connection, thresholds, results }: CheckReading): Promise<Tally> {
  return getTally(connection, thresholds, results);
}

export async function chooseCheck(reading: CheckReading, check: Check): Promise<ChosenCheck> {
  const { behaviours } = await readTallyOnce(reading);
  return toChosenCheck(check, mapFollowers(behaviours));
}

export function toUnitsOrNull(value: DuckDBValue | undefined): Units | null {
  return value instanceof DuckDBDecimalValue ? value.value : null;
}

/** Finds the marked records on which the check finds today what it found when they were marked. */
export async function findReviewedIds(
  reading: CheckReading,
  chosenCheck: ChosenCheck,
  { marked }: RunQuestion,
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

/** Finds the records of every check, whatever is selected, or takes them from the cache. */
export async function findAll(reading: CheckReading) {
  const { connection, thresholds, results } = reading;
  const tally = await readTallyOnce(reading);
  const chosenChecks = checks.map((check) => toChosenCheck(check, mapFollowers(tally.behaviours)));
  const foundByCheck: FoundIds[] = [];
  for (const check of chosenChecks) foundByCheck.push(await getFoundRecords(connection, check, thresholds, results));
  return { tally, chosenChecks, foundByCheck };
}

export async function runChecks(reading: CheckReading, question: RunQuestion): Promise<ChecksRun> {
  const { tally, chosenChecks, foundByCheck } = await findAll(reading);
  const liveCounts = countExamined(tally, chosenChecks);
  const { records, examined } = isEverything(question.selection)
    ? liveCounts
    : await countExaminedIn(reading, chosenChecks, question.selection);
  const sums = await readSums(reading, chosenChecks, foundByCheck, question);
  const figures = chosenChecks.map(({ check: { id }, rule }, at): CheckFigures => {
    const openSums = sums.get(`${at} false`);
    const per = BigInt(findStakeDivisor(rule));
    return {
      id,
      examined: examined.get(id) ?? 0,
      open: openSums?.count ?? 0,
      reviewed: sums.get(`${at} true`)?.count ?? 0,
      value: openSums?.value == null ? null : formatUnits(divideHalfEven(openSums.value, per)),
      minutes: openSums?.minutes == null ? null : formatUnits(openSums.minutes),
      everywhere: { examined: liveCounts.examined.get(id) ?? 0, found: foundByCheck[at]?.count ?? 0 },
    };
  });
  return { records, checks: figures, behaviours: tally.behaviours };
}

function isEverything({ filterGroups, query, period }: Selection): boolean {
  return filterGroups.length === 0 && query === '' && !period;
}

/** The live records, and how many of them each check can look at. */
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
    examined: new Map(chosenChecks.map(({ check }, at) => [check.id, Number(row[at])])),
  };
}

/** The store's sums; `value` is still multiplied by the rule's `per`. */
interface Sums {
  readonly count: number;
  readonly value: Units | null;
  readonly minutes: Units | null;
}

/**
 * Reads sums by the check's position and whether its findings were reviewed, as in `3 false`. Only checks that found something are
 * included.
 */
async function readSums(
  reading: CheckReading,
  chosenChecks: readonly ChosenCheck[],
  foundByCheck: readonly FoundIds[],
  question: RunQuestion,
): Promise<ReadonlyMap<string, Sums>> {
  const terms = createTerms(reading);
  const { params } = terms;
  const parts: string[] = [];
  for (const [at, check] of chosenChecks.entries()) {
    if (foundByCheck[at]?.count === 0) continue;
    const reviewedRows = params.integerRows(await findReviewedIds(reading, check, question));
    const foundSql = await foundRecordsSql(reading.connection, check, terms, reading.results);
    parts.push(`SELECT ${at} AS place, id, part, whole, id IN ${reviewedRows} AS seen FROM (${foundSql})`);
  }
  if (parts.length === 0) return new Map();
  const stakes = chosenChecks.map((check, at) => `WHEN ${at} THEN ${stakeSql(check, terms)}`);
  const minutes = chosenChecks.map((check, at) => `WHEN ${at} THEN ${minutesSql(check, terms)}`);
  const sql = `WITH every AS (${parts.join(' UNION ALL ')})
    SELECT place, seen, count(*), sum(CASE place ${stakes.join(' ')} END), sum(CASE place ${minutes.join(' ')} END)
    FROM every JOIN records USING (id) WHERE ${selectionSql(question.selection, params)} GROUP BY place, seen`;
  const rows = await readRows(reading.connection, sql, params);
  return new Map(
    rows.map(([at, seen, count, value, minutes]) => [
      `${Number(at)} ${String(seen)}`,
      { count: Number(count), value: toUnitsOrNull(value), minutes: toUnitsOrNull(minutes) },
    ]),
  );
}
