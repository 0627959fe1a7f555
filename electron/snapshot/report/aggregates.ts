/** Compiles aggregates over records and over groups of records. */
import { VARCHAR } from '@duckdb/node-api';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { chosenAmounts, countedTimes, listReadProperties, LOGGED } from '#domain/records/counted.ts';
import type { Aggregate, Condition } from '#domain/reports/definition/measures.ts';
import type { AmountSource } from '#domain/settings.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Params } from '../database/parameters.ts';
import { findColumn, columnSql, unreadablePropertySql, readableSql } from '../database/schema.ts';
import { rowsSql, type RowRange } from '../conditions/order-sql.ts';
import { NO_KEY, OBJECTS, type KeySql } from './dimensions.ts';

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

/** Joins the people whose weekly hours are known, because a list of people would be searched for every record. */
export function expectableJoinSql(ownerIds: readonly string[], params: Params): string {
  const ids = params.texts(ownerIds);
  return ` LEFT JOIN (SELECT unnest(${ids}) AS ${EXPECTABLE}) ON ${columnSql(OWNER_PROPERTY)} = ${EXPECTABLE}`;
}

export function needsExpectable(aggregate: StoreAggregate): boolean {
  return 'where' in aggregate && (aggregate.where ?? []).some(({ state }) => state === 'with-weekly-hours');
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

const [minutes = LOGGED, hours = LOGGED] = listReadProperties(LOGGED, 'recorded');
const loggedTime = { minutes, hours };

/** Compiles the sum of the logged minutes of the records that meet these conditions. */
export function sumLoggedSql(where: readonly string[] = []): string {
  return timeSumSql(loggedTime, where);
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

/** Compiles the condition that a record contributes to an aggregate. */
export function isCountedSql(aggregate: StoreAggregate, terms: Terms): string {
  const isSet = 'property' in aggregate ? [`${valueSql(aggregate.property, terms.amounts)} IS NOT NULL`] : [];
  const where = 'where' in aggregate ? (aggregate.where ?? []).map((condition) => conditionSql(condition, terms)) : [];
  return `(${['true', ...isSet, ...where].join(' AND ')})`;
}

/** Compiles a property's value: its column, the amount that counts in this workspace, or a time in minutes. */
export function valueSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  // The column's type cannot hold sixty times its largest value.
  if (time) return `coalesce(${columnSql(time.minutes)}, ${exactSql(columnSql(time.hours))} * 60)`;
  const source = chosenAmounts.get(property);
  if (!source) return columnSql(property);
  const [recorded, auto] = [findColumn({ name: source.recorded }).sql, findColumn({ name: source.auto }).sql];
  if (amounts !== 'recorded-else-auto') return amounts === 'auto' ? auto : recorded;
  // An unreadable amount is not replaced by the other one.
  return `(CASE WHEN ${recorded} IS NULL AND NOT ${unreadablePropertySql({ name: source.recorded })} THEN ${auto} ELSE ${recorded} END)`;
}

/** The logged minutes of a record, or its hours times 60 if it has none. */
export const LOGGED_MINUTES = valueSql(LOGGED, 'recorded');

/** Compiles the condition that a value was received but cannot be read. Never null. */
export function unreadableSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  // Hours are read only if there are no minutes.
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

/** Compiles the condition that a value can be read. Never null. */
export function knownSql(property: string, amounts: AmountSource): string {
  const time = countedTimes.get(property);
  if (!time) return `${valueSql(property, amounts)} IS NOT NULL`;
  return `coalesce(${columnSql(time.minutes)}, ${columnSql(time.hours)}) IS NOT NULL`;
}

function conditionSql({ property, state }: Condition, { amounts }: Terms): string {
  switch (state) {
    case 'known':
      return knownSql(property, amounts);
    case 'not-unreadable':
      return `(${knownSql(property, amounts)} OR NOT ${unreadableSql(property, amounts)})`;
    case 'with-weekly-hours':
      return `${EXPECTABLE} IS NOT NULL`;
  }
}

// A report's statement first groups records by their stored values, then maps these to the directory's (if that leaves few groups; else it maps
// each record), and collects the cells of a row in one list, so that a row's keys are transferred once.

export interface Statement {
  readonly rows: readonly KeySql[];
  readonly column?: KeySql | undefined;
  readonly aggregates: readonly StoreAggregate[];
  readonly terms: Terms;
  /** Selects distinct values of this key instead of figures. */
  readonly values?: KeySql | undefined;
  /** Limits the selection to these rows. */
  readonly among?: RowRange | undefined;
  readonly condition?: string | undefined;
}

/**
 * The result's columns are the row keys, with unset numbers as `NO_KEY`, then the record count and the aggregates or, with a column, one list of
 * `{c: column key, n: record count, a0, a1, …}`. With values, they are the row keys and one list of `{v: number of the value, c: column key}`.
 */
export function reportSql(statement: Statement, selection: Selection, params: Params): string {
  const { rows, column, values, aggregates, terms, among, condition } = statement;
  const keys = [...rows, ...(column ? [column] : []), ...(values ? [values] : [])];
  const raw = [...new Set(keys.flatMap((key) => key.raw))];
  const namesBySql = new Map(raw.map((sql, index) => [sql, `r${index}`]));
  const recordsSql = `records${aggregates.some(needsExpectable) ? expectableJoinSql(terms.expectable, params) : ''} WHERE ${rowsSql(selection, among, params)}${condition === undefined ? '' : ` AND ${condition}`}`;
  const rawParts = raw.map((sql, index) => `${sql} AS r${index}`);
  const recordFigures = [
    'count(*)::INTEGER AS n',
    ...aggregates.map((aggregate, index) => `${aggregateSql(aggregate, terms)} AS a${index}`),
  ];
  const mapped = keys.map((key) => {
    const rawNames = key.raw.map((sql) => namesBySql.get(sql) ?? sql);
    return key.mapSql ? key.mapSql(rawNames, params) : { key: rawNames[0] ?? 'NULL' };
  });
  const parts = mapped.map(({ key }, index) => `${key} AS k${index}`);
  const joins = [...new Set(mapped.flatMap(({ join }) => join ?? []))].join(' ');
  const isMapped = keys.some((key) => key.mapSql);
  // An object has few records in a week or month, so grouping by both first leaves nearly as many groups as there are records.
  const isMappedFirst =
    !values && keys.some(({ encoding }) => encoding !== 'text') && mapped.some(({ join }) => join?.includes(OBJECTS));
  const foundSql = isMappedFirst
    ? `WITH found AS (SELECT ${rawParts.join(', ')}, * FROM ${recordsSql})`
    : `WITH found AS (SELECT ${[...rawParts, ...recordFigures].join(', ')} FROM ${recordsSql}${groupBy(raw.map((_, index) => `r${index}`))})`;
  const regroupedFigures = isMapped
    ? [
        'sum(n)::INTEGER AS n',
        ...aggregates.map((aggregate, index) => `${regroupSql(aggregate, `a${index}`)} AS a${index}`),
      ]
    : ['n', ...aggregates.map((_, index) => `a${index}`)];
  const figures = isMappedFirst ? recordFigures : regroupedFigures;
  const groups = isMapped ? groupBy(keys.map((_, index) => `k${index}`)) : '';
  const fineSql = `fine AS (SELECT ${[...parts, ...figures].join(', ')} FROM found ${joins}${groups})`;

  const readableKeys = keys.map((key, index) =>
    key.encoding === 'text' ? readableSql({ sql: `k${index}`, type: VARCHAR }) : `coalesce(k${index}, ${NO_KEY})`,
  );
  const rowKeys = readableKeys.slice(0, rows.length);
  const groupByRow = groupBy(rows.map((_, index) => `k${index}`));
  if (values) {
    const value = `k${keys.length - 1}`;
    // Numbers are transferred much faster than texts.
    const numberedSql = `numbered AS (SELECT value, (row_number() OVER ())::INTEGER AS v FROM (SELECT DISTINCT ${value} AS value FROM fine))`;
    const entry = column ? `{v: v, c: ${readableKeys[rows.length]}}` : '{v: v}';
    return `${foundSql}, ${fineSql}, ${numberedSql} SELECT ${[...rowKeys, `coalesce(list(${entry}), [])`].join(', ')}
      FROM fine JOIN numbered ON value = ${value}${groupByRow}`;
  }
  const names = ['n', ...aggregates.map((_, index) => `a${index}`)];
  if (!column) return `${foundSql}, ${fineSql} SELECT ${[...rowKeys, ...names].join(', ')} FROM fine`;
  const cell = [`c: ${readableKeys[rows.length]}`, ...names.map((name) => `${name}: ${name}`)].join(', ');
  return `${foundSql}, ${fineSql} SELECT ${[...rowKeys, `coalesce(list({${cell}}), [])`].join(', ')} FROM fine${groupByRow}`;
}

function groupBy(names: readonly string[]): string {
  return names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
}
