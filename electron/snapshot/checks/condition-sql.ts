/** Compiles a check's amounts and conditions to SQL. All arithmetic is on DECIMAL; divisions are left to the reader of the result. */
import type { Amount, Condition } from '#domain/checks/condition.ts';
import { requireProperty } from '#domain/properties.ts';
import { billedNumberSql, CHANGED_SQL, TWICE_SQL } from '../database/billed-table.ts';
import { columnSql, unreadablePropertySql, recordColumns } from '../database/schema.ts';
import { narrowSql } from './narrow-decimals.ts';
import type { CheckTerms } from './terms.ts';

/** Widens an operand, because the product of two narrow decimals would have the precision of only one of them. */
const widenSql = (sql: string) => `CAST(${sql} AS DECIMAL(28, 8))`;

export function amountSql(amount: Amount, terms: CheckTerms): string {
  switch (amount.kind) {
    case 'property':
      return widenSql(columnSql(amount.name));
    case 'threshold': {
      const units = terms.thresholds.get(amount.name);
      if (units === undefined) throw new RangeError(`No threshold is called ${amount.name}`);
      return widenSql(terms.params.decimal(units));
    }
    case 'number':
      return `CAST(${amount.value} AS DECIMAL(20, 0))`;
    case 'product':
      return `(${amountSql(amount.left, terms)} * ${amountSql(amount.right, terms)})`;
    case 'difference':
      return `(${amountSql(amount.left, terms)} - ${amountSql(amount.right, terms)})`;
    case 'absolute':
      return `abs(${amountSql(amount.of, terms)})`;
    case 'first':
      return `coalesce(${amount.of.map((alternative) => amountSql(alternative, terms)).join(', ')})`;
    case 'unless-zero':
      return `nullif(${amountSql(amount.of, terms)}, 0)`;
    case 'billed':
      return widenSql(billedNumberSql(amount.name));
  }
}

/** Compiles an operand of a comparison. A leaf stays as it is, so that nothing is widened for it. */
function comparedSql(amount: Amount, terms: CheckTerms): string {
  if (amount.kind === 'property') return columnSql(amount.name);
  return amount.kind === 'number' ? String(amount.value) : amountSql(amount, terms);
}

const isLeaf = ({ kind }: Amount) => kind === 'property' || kind === 'number';

/** Compares small figures in 64 bits and any other in 128: the answer is the same, but the first is several times faster. */
function aboveSql(left: Amount, right: Amount, terms: CheckTerms): string {
  const wideSql = `${comparedSql(left, terms)} > ${comparedSql(right, terms)}`;
  const [narrowLeft, narrowRight] = [left, right].map((amount) => narrowSql(amount, terms.thresholds));
  if (!narrowLeft || !narrowRight) return wideSql;
  // Two stored figures are compared in 64 bits anyway.
  const conditions = [...new Set([...narrowLeft.conditions, ...narrowRight.conditions])];
  if (conditions.length === 0 || (isLeaf(left) && isLeaf(right))) return wideSql;
  return `CASE WHEN ${conditions.join(' AND ')} THEN ${narrowLeft.sql} > ${narrowRight.sql} ELSE ${wideSql} END`;
}

function knownSql(amount: Amount, terms: CheckTerms): string {
  switch (amount.kind) {
    case 'property':
      return `${columnSql(amount.name)} IS NOT NULL`;
    case 'threshold':
    case 'number':
      return 'true';
    case 'product':
    case 'difference':
      return `${knownSql(amount.left, terms)} AND ${knownSql(amount.right, terms)}`;
    case 'absolute':
      return knownSql(amount.of, terms);
    case 'unless-zero':
      return `(${knownSql(amount.of, terms)} AND ${comparedSql(amount.of, terms)} <> 0)`;
    case 'billed':
      return `${billedNumberSql(amount.name)} IS NOT NULL`;
    case 'first':
      return `(${amount.of.map((alternative) => knownSql(alternative, terms)).join(' OR ')})`;
  }
}

/** Computes the distance only where the values differ, which few do. */
function distanceSql({ left, right, by }: Extract<Condition, { kind: 'apart' }>, terms: CheckTerms): string {
  const distance: Amount = { kind: 'absolute', of: { kind: 'difference', left, right } };
  const isFar = aboveSql(distance, by, terms);
  return left.kind === 'property' && right.kind === 'property'
    ? `CASE WHEN ${columnSql(left.name)} <> ${columnSql(right.name)} THEN ${isFar} END`
    : isFar;
}

/** Compiles a condition, which does not hold where it is null. */
export function conditionSql(condition: Condition, terms: CheckTerms): string {
  const { kind } = condition;
  if (kind === 'close') {
    const isFar = conditionSql({ ...condition, kind: 'apart' }, terms);
    return `(${knownSql(condition.left, terms)} AND ${knownSql(condition.right, terms)} AND (${isFar}) IS NOT TRUE)`;
  }
  const compile = () => compileCondition(condition, terms);
  return (kind === 'apart' || kind === 'above') && terms.shared ? terms.shared(condition, compile) : compile();
}

function compileCondition(condition: Exclude<Condition, { kind: 'close' }>, terms: CheckTerms): string {
  switch (condition.kind) {
    case 'set':
      return `${columnSql(condition.property)} IS NOT NULL`;
    case 'known':
      return `(${knownSql(condition.amount, terms)})`;
    case 'unset': {
      const { name } = requireProperty(condition.property);
      return `(${columnSql(name)} IS NULL AND CASE WHEN ${recordColumns.anomalies.sql} IS NULL THEN true ELSE NOT ${unreadablePropertySql({ name })} END)`;
    }
    case 'unreadable':
      return `${recordColumns.anomalies.sql} IS NOT NULL`;
    case 'rounded':
      return `${recordColumns.rounded.sql} IS NOT NULL`;
    case 'changed-since-billed':
      return CHANGED_SQL;
    case 'billed-twice':
      return TWICE_SQL;
    case 'true':
      return `${columnSql(condition.property)} IS TRUE`;
    case 'above':
      return aboveSql(condition.left, condition.right, terms);
    case 'apart':
      return distanceSql(condition, terms);
    case 'earlier':
      return `${columnSql(condition.first)} < ${columnSql(condition.second)}`;
    case 'weekday':
      return `isodow(${columnSql(condition.property)}) = ${condition.day}`;
    case 'all':
      return condition.of.length === 0
        ? 'true'
        : `(${condition.of.map((part) => conditionSql(part, terms)).join(' AND ')})`;
    case 'any':
      return condition.of.length === 0
        ? 'false'
        : `(${condition.of.map((part) => conditionSql(part, terms)).join(' OR ')})`;
  }
}
