/** Compiles the ranges by which sync counts and reads: recorded months, ids as integers, creation times. */
import { midnightUtc, readId } from '../../../src/domain/filter/operand.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql, ownColumns } from '../database/schema.ts';
import type { RecordRange } from '../../../src/domain/records/record-range.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

/** @throws RangeError for an id that is not an integer: a fault of the caller. */
export function rangeSql(range: RecordRange, params: Params): string {
  const month = columnSql(propertyNames.month);
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
