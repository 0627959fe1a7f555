/** One read of the store for one question: which rules count, which records were found, and which of them are marked as reviewed. */
import { DuckDBDecimalValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { chooseRule, type Followers } from '../../../src/domain/checks/checks.ts';
import type { Check } from '../../../src/domain/checks/check.ts';
import type { Units } from '../../../src/domain/decimal.ts';
import { readDetails } from './finding-details.ts';
import type { ChosenCheck } from './matches.ts';
import { mapFollowers, foundBody, tallyAt, type Kept } from './cache.ts';
import type { RunQuestion, Thresholds } from './model.ts';
import type { CheckTerms } from './terms.ts';
import type { Tally } from './statistics.ts';
import { readRows } from '../database/connections.ts';
import { Params } from '../database/parameters.ts';

/** One question's view of the store. */
export interface Look {
  readonly connection: DuckDBConnection;
  readonly thresholds: Thresholds;
  readonly kept: Kept;
}

export const newTerms = ({ thresholds }: Look): CheckTerms => ({ params: new Params(), thresholds });

export function toChosenCheck(check: Check, followers: Followers): ChosenCheck {
  return { check, rule: check.kind === 'record' ? chooseRule(check, followers) : undefined };
}

/** Over all live records, whatever is selected. */
export function tallied({ connection, thresholds, kept }: Look): Promise<Tally> {
  return tallyAt(connection, thresholds, kept);
}

export async function chosenBy(look: Look, check: Check): Promise<ChosenCheck> {
  const { behaviours } = await tallied(look);
  return toChosenCheck(check, mapFollowers(behaviours));
}

export function unitsOrNull(value: DuckDBValue | undefined): Units | null {
  return value instanceof DuckDBDecimalValue ? value.value : null;
}

/** The marked records on which the check finds today what it found when they were marked. */
export async function reviewedIds(look: Look, chosen: ChosenCheck, { marked }: RunQuestion): Promise<bigint[]> {
  const { ids, holds } = marked(chosen.check.id);
  if (ids.length === 0) return [];
  const held = await foundAmong(look, chosen, ids.map(BigInt));
  const details = await readDetails(look.connection, chosen, held, newTerms(look));
  return details.filter(holds).map(({ id }) => BigInt(id));
}

export async function foundAmong(look: Look, chosen: ChosenCheck, ids: readonly bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const terms = newTerms(look);
  const found = await foundBody(look.connection, chosen, terms, look.kept);
  const sql = `WITH found AS (${found}) SELECT id FROM found WHERE id IN ${terms.params.integerRows(ids)}`;
  return (await readRows(look.connection, sql, terms.params)).map(([id]) => BigInt(String(id)));
}
