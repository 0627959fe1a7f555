/** Compiles the ranges by which sync counts and reads: recorded months, ids as integers, creation times. */
import { midnightUtc, readId } from '../../../src/domain/filter/operand.ts';
import { requireProperty } from '../../../src/domain/properties.ts';
import type { Params } from '../database/parameters.ts';
import { findColumn, ownColumns } from '../database/schema.ts';

/** A set of held, live records; every bound is optional. */
export interface Range {
  /** First recorded month, `YYYY-MM-DD`, inclusive. */
  readonly monthFrom?: string;
  /** Exclusive, `YYYY-MM-DD`. */
  readonly monthBelow?: string;
  /** Also the records without a readable recorded month; with no month bounds they are always in. */
  readonly orNoMonth?: boolean;
  /** Exclusive. */
  readonly idAbove?: string;
  /** Exclusive. */
  readonly idBelow?: string;
  /** Exclusive, epoch milliseconds. */
  readonly createdBefore?: number;
}

/** @throws RangeError for an id that is not an integer: a fault of the caller. */
export function rangeSql(range: Range, params: Params): string {
  const month = findColumn(requireProperty('month_year')).sql;
  const months = [
    ...(range.monthFrom === undefined ? [] : [`${month} >= ${params.date(midnightUtc(range.monthFrom))}`]),
    ...(range.monthBelow === undefined ? [] : [`${month} < ${params.date(midnightUtc(range.monthBelow))}`]),
  ];
  const inMonths = months.length > 0 && range.orNoMonth ? [`${month} IS NULL OR (${months.join(' AND ')})`] : months;
  const parts = [
    'NOT archived',
    ...inMonths.map((each) => `(${each})`),
    ...(range.idAbove === undefined ? [] : [`${ownColumns.id.sql} > ${params.integer(parseId(range.idAbove))}`]),
    ...(range.idBelow === undefined ? [] : [`${ownColumns.id.sql} < ${params.integer(parseId(range.idBelow))}`]),
    ...(range.createdBefore === undefined
      ? []
      : [`${ownColumns.createdAt.sql} < ${params.timestamp(range.createdBefore)}`]),
  ];
  return parts.join(' AND ');
}

function parseId(text: string): bigint {
  const id = readId(text);
  if (id === undefined) throw new RangeError(`Not a record id: ${text}`);
  return id;
}
