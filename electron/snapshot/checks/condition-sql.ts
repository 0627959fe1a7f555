/** Compiles a check's amounts and conditions to SQL. All arithmetic is on DECIMAL; divisions are left to the reader of the result. */
import type { Amount, Condition } from '#domain/checks/condition.ts';
import { requireProperty } from '#domain/properties.ts';
import { formatUnits, SCALE, type Units } from '#domain/decimal.ts';
import { billedNumberSql, CHANGED_SQL, TWICE_SQL } from '../database/billed-table.ts';
import { columnSql, recordColumns, unreadablePropertySql } from '../database/schema.ts';
import type { CheckTerms } from './terms.ts';

export interface NarrowAmount {
  /** An expression of type DECIMAL(width, scale); the width is 18 at most. */
  readonly sql: string;
  readonly width: number;
  readonly scale: number;
  /** The expression equals the amount if all these conditions are true; if one is null, it may differ. */
  readonly conditions: readonly string[];
}

const WIDEST = 18;
/** The digits before the point of figures that stand alone, and of the two factors of a product. */
const DIGITS = { alone: 7, rate: 4, integer: 5 } as const;

const castSql = (sql: string, width: number, scale: number) => `CAST(${sql} AS DECIMAL(${width}, ${scale}))`;
const getGreatestValue = (digits: number) => 10 ** digits - 1;
const betweenSql = (sql: string, digits: number) =>
  `${sql} BETWEEN -${getGreatestValue(digits)} AND ${getGreatestValue(digits)}`;

/** @returns undefined if an amount might not fit */
export function narrowSql(amount: Amount, thresholds: CheckTerms['thresholds']): NarrowAmount | undefined {
  switch (amount.kind) {
    case 'property':
      return toNarrowProperty(amount.name, DIGITS.alone);
    case 'threshold':
      return toNarrowThreshold(thresholds.get(amount.name) ?? 0n);
    case 'number': {
      const width = String(Math.abs(amount.value)).length;
      return { sql: castSql(String(amount.value), width, 0), width, scale: 0, conditions: [] };
    }
    case 'product':
      return toNarrowProduct(amount.left, amount.right, thresholds);
    case 'difference':
      return toNarrowDifference(narrowSql(amount.left, thresholds), narrowSql(amount.right, thresholds));
    case 'absolute': {
      const operand = narrowSql(amount.of, thresholds);
      return operand && { ...operand, sql: `abs(${operand.sql})` };
    }
    case 'first':
      // A record whose first alternative is unknown does not fit and is computed in 128 bits.
      return amount.of[0]?.kind === 'property' ? narrowSql(amount.of[0], thresholds) : undefined;
    case 'unless-zero':
    case 'billed':
      return undefined;
  }
}

function toNarrowProperty(name: string, digits: number): NarrowAmount {
  const width = digits + SCALE;
  return {
    sql: castSql(columnSql(name), width, SCALE),
    width,
    scale: SCALE,
    conditions: [betweenSql(columnSql(name), digits)],
  };
}

/** Writes the threshold as digits instead of binding it, because this expression may not be used in the end. */
function toNarrowThreshold(units: Units): NarrowAmount | undefined {
  const width = Math.max(SCALE + 1, String(units).replace('-', '').length);
  if (width > WIDEST) return undefined;
  return { sql: castSql(formatUnits(units), width, SCALE), width, scale: SCALE, conditions: [] };
}

/** The product of two figures of a record fits if the first is an integer, as minutes are. */
function toNarrowProduct(left: Amount, right: Amount, thresholds: CheckTerms['thresholds']): NarrowAmount | undefined {
  const [integer, rate] = [findPropertyName(left), findPropertyName(right)];
  if (integer !== undefined && rate !== undefined)
    return multiplyNarrow(toNarrowInteger(integer), toNarrowProperty(rate, DIGITS.rate));
  return multiplyNarrow(narrowSql(left, thresholds), narrowSql(right, thresholds));
}

function multiplyNarrow(left: NarrowAmount | undefined, right: NarrowAmount | undefined): NarrowAmount | undefined {
  if (!left || !right) return undefined;
  const [width, scale] = [left.width + right.width, left.scale + right.scale];
  if (width > WIDEST) return undefined;
  return { sql: `(${left.sql} * ${right.sql})`, width, scale, conditions: [...left.conditions, ...right.conditions] };
}

function findPropertyName(amount: Amount): string | undefined {
  if (amount.kind === 'property') return amount.name;
  return amount.kind === 'first' && amount.of[0]?.kind === 'property' ? amount.of[0].name : undefined;
}

function toNarrowInteger(name: string): NarrowAmount {
  const column = columnSql(name);
  const conditions = [betweenSql(column, DIGITS.integer), `TRY_CAST(${column} AS INTEGER) = ${column}`];
  return { sql: castSql(column, DIGITS.integer, 0), width: DIGITS.integer, scale: 0, conditions };
}

function toNarrowDifference(left: NarrowAmount | undefined, right: NarrowAmount | undefined): NarrowAmount | undefined {
  if (!left || !right) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const width = Math.max(...[left, right].map((operand) => operand.width - operand.scale)) + scale + 1;
  if (width > WIDEST) return undefined;
  return { sql: `(${left.sql} - ${right.sql})`, width, scale, conditions: [...left.conditions, ...right.conditions] };
}

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

/** Compares small figures in 64 bits and all others in 128, because 64 bits are several times faster with the same result. */
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

/** Computes the distance only if the values differ, which is rare. */
function distanceSql({ left, right, by }: Extract<Condition, { kind: 'apart' }>, terms: CheckTerms): string {
  const distance: Amount = { kind: 'absolute', of: { kind: 'difference', left, right } };
  const exceedsSql = aboveSql(distance, by, terms);
  return left.kind === 'property' && right.kind === 'property'
    ? `CASE WHEN ${columnSql(left.name)} <> ${columnSql(right.name)} THEN ${exceedsSql} END`
    : exceedsSql;
}

/** Compiles a condition, which counts as false if it is null. */
export function conditionSql(condition: Condition, terms: CheckTerms): string {
  const { kind } = condition;
  if (kind === 'close') {
    const exceedsSql = conditionSql({ ...condition, kind: 'apart' }, terms);
    return `(${knownSql(condition.left, terms)} AND ${knownSql(condition.right, terms)} AND (${exceedsSql}) IS NOT TRUE)`;
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
