/** Reads the store once for one question: which rules count, which records were found, and which of them are marked as reviewed. */
import { DuckDBDecimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Check } from '#domain/checks/check.ts';
import { chooseRule, type Followers } from '#domain/checks/checks.ts';
import type { Units } from '#domain/decimal.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';
import { mapFollowers, foundRecordsSql, getTally, type CachedResults } from './cache.ts';
import { readDetails } from './finding-details.ts';
import type { ChosenCheck } from './matches.ts';
import type { RunQuestion, Thresholds } from './model.ts';
import type { Tally } from './statistics.ts';
import type { CheckTerms } from './terms.ts';

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
