/** Compiles the dimensions of a report: the expressions that group records first, and the directory's keys that are derived from them. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { chooseComparison } from '#domain/filter/operand.ts';
import { findClockBounds, type Period, type WeekStart } from '#domain/time/period.ts';
import { OWNER_PROPERTY, requireProperty, propertyNames } from '#domain/properties.ts';
import type { Dimension, TimeUnit } from '#domain/reports/definition/dimensions.ts';
import type { ReportCalendar } from '#domain/reports/definition/report.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql } from '../database/schema.ts';
import { BIAS_DAYS, clockDaySql } from '../conditions/time-zone-sql.ts';

/** How the store returns a key: as text, as days since 1970-01-01, or as months since 0000-01. */
export type KeyEncoding = 'text' | 'days' | 'months';

/** Replaces an unset number and equals no day or month. If a vector had a null, the binding would check each of its values. */
export const NO_KEY = -2_147_483_647;

export interface KeySql {
  /** Expressions over a record, by which it is grouped first. */
  readonly raw: readonly string[];
  readonly encoding: KeyEncoding;
  /** Compiles the directory's key for the raw expressions, and the table to join. Without it the key is the only raw expression. */
  readonly mapSql?:
    | ((raw: readonly string[], params: Params) => { readonly key: string; readonly join?: string | undefined })
    | undefined;
}

export interface Clock {
  readonly calendar: ReportCalendar;
  readonly zone: string;
  readonly weekStart: WeekStart;
  readonly fiscalYearStart: number;
}

const OBJECT = [columnSql(propertyNames.objectType), columnSql(propertyNames.objectId)];

export async function keySql(
  connection: DuckDBConnection,
  dimension: Dimension,
  clock: Clock,
  period: Period | undefined,
): Promise<KeySql> {
  switch (dimension.kind) {
    case 'property': {
      const sql = columnSql(dimension.property.name);
      const { type } = dimension.property;
      if (type === 'date') return { raw: [toDaysSql(sql)], encoding: 'days' };
      return { raw: [type === 'boolean' ? `CAST(${sql} AS VARCHAR)` : sql], encoding: 'text' };
    }
    case 'object':
      return {
        raw: OBJECT,
        encoding: 'text',
        mapSql: ([type = '', id = '']) => ({ key: `${type} || ':' || ${id}` }),
      };
    case 'client':
      return {
        raw: OBJECT,
        encoding: 'text',
        mapSql: ([type = '', id = '']) => ({
          key: 'object.client',
          join: joinObject(type, id),
        }),
      };
    case 'team':
      return {
        raw: [columnSql(OWNER_PROPERTY)],
        encoding: 'text',
        mapSql: ([id = '']) => ({
          key: 'person.team',
          join: `LEFT JOIN directory_owners AS person ON person.id = ${id}`,
        }),
      };
    case 'time':
      return timeSql(connection, dimension.unit, clock, period);
  }
}

/** Compiles the currency of a record's object; objects without one have the workspace's currency. */
export function currencySql(workspaceCurrency: string): KeySql {
  return {
    raw: OBJECT,
    encoding: 'text',
    mapSql: ([type = '', id = ''], params) => ({
      key: `coalesce(object.currency, ${params.text(workspaceCurrency)})`,
      join: joinObject(type, id),
    }),
  };
}

/** Compiles a property's values for counting distinct ones. Values that a filter treats as equal count once. */
export function distinctSql(name: string): KeySql {
  const raw = [`CAST(${columnSql(name)} AS VARCHAR)`];
  const isText = chooseComparison(requireProperty(name)) === 'string';
  // Values are grouped as received first, so that only distinct values are folded and not each record's.
  return { raw, encoding: 'text', mapSql: isText ? ([value = '']) => ({ key: `lower(${value})` }) : undefined };
}

/** The table of the objects' names, clients and currencies. */
export const OBJECTS = 'directory_objects';

function joinObject(type: string, id: string): string {
  return `LEFT JOIN ${OBJECTS} AS object ON object.type = ${type} AND object.id = ${id}`;
}

async function timeSql(
  connection: DuckDBConnection,
  unit: TimeUnit,
  clock: Clock,
  period: Period | undefined,
): Promise<KeySql> {
  const { calendar, zone, weekStart, fiscalYearStart } = clock;
  if (calendar === 'recorded') {
    // The recorded week is used as it is, whichever day it begins on.
    if (unit === 'week') return { raw: [toDaysSql(columnSql(propertyNames.week))], encoding: 'days' };
    return { raw: [monthsSql(columnSql(propertyNames.month), unit, fiscalYearStart)], encoding: 'months' };
  }
  const { start, end } = period ? findClockBounds(period, zone) : {};
  const bounds = start === undefined || end === undefined ? undefined : { start, end };
  const day = await clockDaySql(connection, columnSql(propertyNames.firstStart), zone, bounds);
  if (unit === 'day') return { raw: [`${day}::INTEGER`], encoding: 'days' };
  // Day 0 is a Thursday: three days after a Monday, four after a Sunday.
  const daysAfterStart = weekStart === 'monday' ? 3 : 4;
  if (unit === 'week')
    return { raw: [`(${day} - (${day} + ${daysAfterStart + BIAS_DAYS}) % 7)::INTEGER`], encoding: 'days' };
  return { raw: [monthsSql(`(DATE '1970-01-01' + ${day}::INTEGER)`, unit, fiscalYearStart)], encoding: 'months' };
}

function toDaysSql(date: string): string {
  return `(${date} - DATE '1970-01-01')::INTEGER`;
}

const BIAS_MONTHS = 1_200_000;

/** Compiles the first month of the month, quarter or year that a date lies in. */
function monthsSql(date: string, unit: TimeUnit, fiscalYearStart: number): string {
  const month = `(year(${date}) * 12 + month(${date}) - 1)`;
  if (unit === 'month') return `${month}::INTEGER`;
  const length = unit === 'quarter' ? 3 : 12;
  return `(${month} - (${month} - ${fiscalYearStart - 1} + ${BIAS_MONTHS}) % ${length})::INTEGER`;
}
