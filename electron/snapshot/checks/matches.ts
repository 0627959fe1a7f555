/** Finds the records a check concerns, as a common table expression `found` over all live records, regardless of the selection. */
import type { DuplicateCheck, Check, Rule } from '#domain/checks/check.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { columnSql } from '../database/schema.ts';
import { LOGGED_MINUTES } from '../report/aggregates.ts';
import { amountSql, conditionSql } from './condition-sql.ts';
import type { CheckTerms } from './terms.ts';

/** A check with the rule that applies to these records; checks that compare neighbours have none. */
export interface ChosenCheck {
  readonly check: Check;
  readonly rule: Rule | undefined;
}

const OWNER = columnSql(OWNER_PROPERTY);
const STARTS = columnSql(propertyNames.firstStart);
const ENDS = columnSql(propertyNames.firstEnd);
const MINUTES = columnSql(propertyNames.totalMinutes);

/** The columns that distinguish two entries of a person with equal times. */
export const distinguishingColumns = [propertyNames.objectType, propertyNames.objectId, propertyNames.title].map(
  (name) => columnSql(name),
);

export function examinesSql({ check, rule }: ChosenCheck, terms: CheckTerms): string {
  const scope = check.kind === 'record' ? rule?.scope : check.scope;
  if (!scope) throw new RangeError(`The check ${check.id} has no rule`);
  return conditionSql(scope, terms);
}

function findsSql(rule: Rule, terms: CheckTerms): string {
  return `(${conditionSql(rule.scope, terms)} AND ${conditionSql(rule.condition, terms)})`;
}

/**
 * @returns the body of `found`, with the columns `id`, `part` and `whole`. The finding is about `part / whole` of each record, and about all
 * of it if the check judges each record alone.
 */
export function foundSql(chosenCheck: ChosenCheck, terms: CheckTerms): string {
  const { check, rule } = chosenCheck;
  if (check.kind === 'record') {
    if (!rule) throw new RangeError(`The check ${check.id} has no rule`);
    return `SELECT id, ${WHOLE} FROM records WHERE NOT archived AND ${findsSql(rule, terms)}`;
  }
  const examined = `NOT archived AND ${conditionSql(check.scope, terms)}`;
  return check.kind === 'overlap' ? overlapSql(examined) : duplicateSql(check, examined);
}

export const WHOLE = '1 AS part, 1 AS whole';

/**
 * First finds overlaps by times and a digest of the owner, which leaves few entries. Among these, entries that are equal in everything count
 * as one, because the second is a duplicate and not an overlap. An entry and those it overlaps always pass the first step together, so none
 * is lost.
 */
function overlapSql(examined: string): string {
  const times = `${STARTS} AS starts, ${ENDS} AS ends`;
  const candidates = `SELECT id FROM ${overlappingSql(`SELECT id, hash(${OWNER}) AS owner, ${times} FROM records WHERE ${examined}`, 'starts')}`;
  const identity = [OWNER, STARTS, ENDS, MINUTES, ...distinguishingColumns].join(', ');
  const single = `SELECT min(id) AS id, ${OWNER} AS owner, ${times} FROM records WHERE id IN (${candidates}) GROUP BY ${identity}`;
  // Of two entries that begin at the same time, the longer one counts as earlier.
  return `SELECT id, ${LOGGED_BEFORE} AS part, epoch_ms(ends) - epoch_ms(starts) AS whole
    FROM ${overlappingSql(single, 'starts, ends DESC, id')}`;
}

/** The milliseconds of an entry that overlap one that began earlier. */
const LOGGED_BEFORE = 'CASE WHEN ended > starts THEN epoch_ms(least(ends, ended)) - epoch_ms(starts) ELSE 0 END';

/**
 * Finds overlaps in one pass over any data. Sorted by start, an entry overlaps another if one before it ends later than it starts, or if
 * the next one starts before it ends.
 */
function overlappingSql(entries: string, order: string): string {
  const window = `PARTITION BY owner ORDER BY ${order}`;
  return `(SELECT * FROM (
      SELECT id, starts, ends,
        max(ends) OVER (${window} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ended,
        lead(starts) OVER (${window}) AS next
      FROM (${entries}))
    WHERE ended > starts OR next < ends)`;
}

/** Compares digests of what must be equal first, so that few of a million records are compared in full. */
function duplicateSql({ requiredEqual, equalOrUnset }: DuplicateCheck, examined: string): string {
  const digest = `hash(${requiredEqual.map(columnSql).join(', ')})`;
  const group = `PARTITION BY ${[...requiredEqual, ...equalOrUnset].map(columnSql).join(', ')}`;
  const value = columnSql(propertyNames.billableAmount);
  return `SELECT id, CASE place WHEN 1 THEN 0 ELSE 1 END AS part, 1 AS whole FROM (
      SELECT id, count(*) OVER (${group}) AS held, row_number() OVER (${group} ORDER BY abs(${value}) DESC NULLS LAST, id) AS place
      FROM records WHERE ${examined}
        AND ${digest} IN (SELECT ${digest} FROM records WHERE ${examined} GROUP BY ${digest} HAVING count(*) > 1))
    WHERE held > 1`;
}

/** Compiles the money at stake on one record of `found`, times `findStakeDivisor`, to 8 decimals. */
export function stakeSql({ check, rule }: ChosenCheck, terms: CheckTerms): string {
  const value = columnSql(propertyNames.billableAmount);
  if (check.kind !== 'record') return shareSql(value);
  return widenSql(rule?.stake ? amountSql(rule.stake.amount, terms) : value);
}

export const findStakeDivisor = (rule: Rule | undefined): number => rule?.stake?.per ?? 1;

/** The logged minutes, or 60 times the hours if there are no minutes. */
export const loggedMinutesSql = widenSql(LOGGED_MINUTES);

/** Compiles the minutes at stake on one record of `found`: computed by the rule if it can, else the logged ones. */
export function minutesSql({ check, rule }: ChosenCheck, terms: CheckTerms): string {
  if (check.kind !== 'record') return shareSql(LOGGED_MINUTES);
  return rule?.minutes ? widenSql(amountSql(rule.minutes, terms)) : loggedMinutesSql;
}

function widenSql(sql: string): string {
  return `CAST(${sql} AS DECIMAL(38, 8))`;
}

/**
 * Compiles `part / whole` of an amount, half-even to 8 decimals. It computes in integers, because the store would divide decimals as
 * doubles.
 */
function shareSql(amount: string): string {
  const units = `CAST(abs(${widenSql(amount)}) * 100000000 AS HUGEINT) * part`;
  const [quotient, rest] = [`(${units} // whole)`, `(${units} % whole)`];
  const roundUp = `CASE WHEN 2 * ${rest} > whole OR (2 * ${rest} = whole AND ${quotient} % 2 = 1) THEN 1 ELSE 0 END`;
  const share = widenSql(`CAST(${quotient} + ${roundUp} AS DECIMAL(38, 0)) * 0.00000001`);
  return `CASE part WHEN whole THEN ${widenSql(amount)} WHEN 0 THEN 0 * ${widenSql(amount)} ELSE CASE WHEN ${amount} < 0 THEN -${share} ELSE ${share} END END`;
}
