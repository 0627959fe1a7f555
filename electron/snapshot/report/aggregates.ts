/** Compiles aggregates over records, and again over groups of records. */
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { chosenAmounts, countedTimes, LOGGED } from '#domain/reports/definition/counted.ts';
import type { Aggregate, Condition } from '#domain/reports/definition/measures.ts';
import type { AmountSource } from '#domain/settings.ts';
import type { Params } from '../database/parameters.ts';
import { findColumn, columnSql, unreadablePropertySql } from '../database/schema.ts';

/** The aggregates that the store sums up; distinct values and expected hours are computed separately. */
export type StoreAggregate = Exclude<Aggregate, { kind: 'distinct' | 'expected' }>;

/** The workspace's settings that decide which values count. */
export interface Terms {
  readonly amounts: AmountSource;
  /** The owner ids whose weekly hours are known. */
  readonly expectable: readonly string[];
}

/** The column of `expectableJoinSql`, which is null for records of all other people. */
export const EXPECTABLE = 'expectable';

/** Selects records of people whose weekly hours are known. It uses a join, because a list of people would be searched for every record. */
export function expectableJoinSql(ownerIds: readonly string[], params: Params): string {
  const ids = params.texts(ownerIds);
  return ` LEFT JOIN (SELECT unnest(${ids}) AS ${EXPECTABLE}) ON ${columnSql(OWNER_PROPERTY)} = ${EXPECTABLE}`;
}

export function needsExpectable(aggregate: StoreAggregate): boolean {
  return 'where' in aggregate && (aggregate.where ?? []).some(({ is }) => is === 'with-weekly-hours');
}

const exactSql = (sql: string) => `CAST(${sql} AS DECIMAL(38, 8))`;

/** Compiles sums, lowest and highest values as DECIMAL(38, 8), and counts as BIGINT. */
export function aggregateSql(aggregate: StoreAggregate, terms: Terms): string {
  const { amounts } = terms;
  if (aggregate.kind === 'min' || aggregate.kind === 'max') {
    return exactSql(`${aggregate.kind}(${valueSql(aggregate.property, amounts)})`);
  }
  const where = (aggregate.where ?? []).map((condition) => conditionSql(condition, terms));
  if (aggregate.kind === 'count') return `count(*)${filterSql(where)}`;
  const time = countedTimes.get(aggregate.property);
  return time ? timeSumSql(time, where) : `sum(${valueSql(aggregate.property, amounts)})${filterSql(where)}`;
}

function filterSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` FILTER (WHERE ${conditions.join(' AND ')})`;
}

/**
 * Sums minutes and hours separately, because converting each record to minutes first would need decimals of twice the width, and twice the
 * time.
 */
function timeSumSql(time: { readonly minutes: string; readonly hours: string }, where: readonly string[]): string {
  const [minutes, hours] = [time.minutes, time.hours].map((name) => columnSql(name));
  const sum = `sum(${minutes})${filterSql(where)}`;
  const hoursInstead = `sum(${hours})${filterSql([...where, `${minutes} IS NULL`])}`;
  return exactSql(`CASE WHEN ${hoursInstead} IS NULL THEN ${sum} ELSE coalesce(${sum}, 0) + 60 * ${hoursInstead} END`);
}

/** Compiles the same aggregate over results of `aggregateSql` for parts of a group. */
export function regroupSql({ kind }: StoreAggregate, part: string): string {
  switch (kind) {
    case 'count':
      return `CAST(sum(${part}) AS BIGINT)`;
    case 'sum':
      return `sum(${part})`;
    case 'min':
    case 'max':
      return `${kind}(${part})`;
  }
}

/** True where a record adds anything to an aggregate of a property. */
export function isCountedSql(aggregate: StoreAggregate, terms: Terms): string {
  const isSet = 'property' in aggregate ? [`${valueSql(aggregate.property, terms.amounts)} IS NOT NULL`] : [];
  const where = 'where' in aggregate ? (aggregate.where ?? []).map((condition) => conditionSql(condition, terms)) : [];
  return `(${['true', ...isSet, ...where].join(' AND ')})`;
}

/** Compiles a property's column, the amount that counts in this workspace, or a time in minutes. */
export function valueSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  // A column's own width does not hold sixty times its largest value.
  if (time) return `coalesce(${columnSql(time.minutes)}, ${exactSql(columnSql(time.hours))} * 60)`;
  const source = chosenAmounts.get(property);
  if (!source) return columnSql(property);
  const [recorded, auto] = [findColumn({ name: source.recorded }).sql, findColumn({ name: source.auto }).sql];
  if (amounts !== 'recorded-else-auto') return amounts === 'auto' ? auto : recorded;
  // An unreadable amount is not replaced by another.
  return `(CASE WHEN ${recorded} IS NULL AND NOT ${unreadablePropertySql({ name: source.recorded })} THEN ${auto} ELSE ${recorded} END)`;
}

/** The logged minutes of a record; where it has none, its hours times 60. */
export const LOGGED_MINUTES = valueSql(LOGGED, 'recorded');

/** True where a value was received and cannot be read. Never null. */
export function unreadableSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  // Hours are read only where there are no minutes.
  if (time) {
    const [minutes, hours] = [
      unreadablePropertySql({ name: time.minutes }),
      unreadablePropertySql({ name: time.hours }),
    ];
    return `(${minutes} OR (${columnSql(time.minutes)} IS NULL AND ${hours}))`;
  }
  const source = chosenAmounts.get(property);
  if (!source) return unreadablePropertySql({ name: property });
  const [recorded, auto] = [
    unreadablePropertySql({ name: source.recorded }),
    unreadablePropertySql({ name: source.auto }),
  ];
  if (amounts !== 'recorded-else-auto') return amounts === 'auto' ? auto : recorded;
  return `(${recorded} OR (${columnSql(source.recorded)} IS NULL AND ${auto}))`;
}

/** True where a value can be read. Never null. */
export function knownSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  if (!time) return `${valueSql(property, amounts)} IS NOT NULL`;
  return `coalesce(${columnSql(time.minutes)}, ${columnSql(time.hours)}) IS NOT NULL`;
}

function conditionSql({ property, is }: Condition, { amounts }: Terms): string {
  switch (is) {
    case 'known':
      return knownSql(property, amounts);
    case 'not-unreadable':
      return `(${knownSql(property, amounts)} OR NOT ${unreadableSql(property, amounts)})`;
    case 'with-weekly-hours':
      return `${EXPECTABLE} IS NOT NULL`;
  }
}
