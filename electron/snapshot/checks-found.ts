/** Which records a check finds something on: a common table expression `found(id)`, over all live records whatever is selected. */
import type { Check, Rule } from '../../src/domain/checks/check.ts';
import { OWNER_PROPERTY, propertyOf } from '../../src/domain/properties.ts';
import { amountSql, conditionSql, type CheckTerms } from './checks-sql.ts';
import { LOGGED_MINUTES } from './report-aggregates.ts';
import { columnOf } from './schema.ts';

/** A check with the rule these records follow; checks that look at neighbours have none. */
export interface ChosenCheck {
  readonly check: Check;
  readonly rule: Rule | undefined;
}

const column = (name: string) => columnOf(propertyOf(name)).sql;
const OWNER = column(OWNER_PROPERTY);
const STARTS = column('first_start_date');
const ENDS = column('first_end_date');
const MINUTES = column('total_minutes');

/** What tells two entries of a person with the same start apart. */
export const alikeColumns = ['assoc_obj_type', 'assoc_record_id', 'title'].map(column);

export function examinesSql({ check, rule }: ChosenCheck, terms: CheckTerms): string {
  const examines = check.kind === 'record' ? rule?.examines : check.examines;
  if (!examines) throw new RangeError(`The check ${check.id} has no rule`);
  return conditionSql(examines, terms);
}

/** Of a check that judges records by themselves. */
function findsSql(rule: Rule, terms: CheckTerms): string {
  return `(${conditionSql(rule.examines, terms)} AND ${conditionSql(rule.finds, terms)})`;
}

/** @returns the body of `found`, one column `id`. */
export function foundSql(chosen: ChosenCheck, terms: CheckTerms): string {
  const { check, rule } = chosen;
  if (check.kind === 'record') {
    if (!rule) throw new RangeError(`The check ${check.id} has no rule`);
    return `SELECT id FROM records WHERE NOT archived AND ${findsSql(rule, terms)}`;
  }
  const examined = `NOT archived AND ${conditionSql(check.examines, terms)}`;
  return check.kind === 'overlap' ? overlapSql(examined) : duplicateSql(examined);
}

/**
 * First every entry by its times and a digest of its owner; then, among the few that share some, those alike in everything count as
 * one: the other is a duplicate, not an overlap. Whatever an entry overlaps is among the few with it, so nothing is lost on the way.
 */
function overlapSql(examined: string): string {
  const times = `${STARTS} AS starts, ${ENDS} AS ends`;
  const few = overlappingSql(`SELECT id, hash(${OWNER}) AS owner, ${times} FROM records WHERE ${examined}`);
  const alike = [OWNER, STARTS, ENDS, MINUTES, ...alikeColumns].join(', ');
  return overlappingSql(
    `SELECT min(id) AS id, ${OWNER} AS owner, ${times} FROM records WHERE id IN (${few}) GROUP BY ${alike}`,
  );
}

/**
 * Sorted by start, an entry overlaps another if one before it ends later than it starts, or the next one starts before it ends:
 * one pass, whatever the data is like.
 */
function overlappingSql(entries: string): string {
  const window = 'PARTITION BY owner ORDER BY starts';
  return `SELECT id FROM (
      SELECT id, starts, ends,
        max(ends) OVER (${window} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ended,
        lead(starts) OVER (${window}) AS next
      FROM (${entries}))
    WHERE ended > starts OR next < ends`;
}

/** By a digest of the numbers first: of a million records few are left that must be compared in everything. */
function duplicateSql(examined: string): string {
  const numbers = [OWNER, STARTS, MINUTES].join(', ');
  const digest = `hash(${numbers})`;
  return `SELECT id FROM (
      SELECT id, count(*) OVER (PARTITION BY ${numbers}, ${alikeColumns.join(', ')}) AS held
      FROM records WHERE ${examined}
        AND ${digest} IN (SELECT ${digest} FROM records WHERE ${examined} GROUP BY ${digest} HAVING count(*) > 1))
    WHERE held > 1`;
}

/** Money in question on one record, times `stakePer`, to 8 decimals. */
export function stakeSql(rule: Rule | undefined, terms: CheckTerms): string {
  return `CAST(${rule?.stake ? amountSql(rule.stake.of, terms) : column('billable_amount')} AS DECIMAL(38, 8))`;
}

export const stakePer = (rule: Rule | undefined): number => rule?.stake?.per ?? 1;

/** Logged minutes: hours stand in where there are none. */
export const loggedMinutesSql = `CAST(${LOGGED_MINUTES} AS DECIMAL(38, 8))`;

/** Minutes in question on one record: what the rule says, else the logged ones. */
export function minutesSql(rule: Rule | undefined, terms: CheckTerms): string {
  return rule?.minutes ? `CAST(${amountSql(rule.minutes, terms)} AS DECIMAL(38, 8))` : loggedMinutesSql;
}
