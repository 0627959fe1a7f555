/** Compiles which records an extract reads: those of a selection, or of one recorded month among them. */
import type { Selection } from '#domain/filter/match.ts';
import { propertyNames } from '#domain/property-names.ts';
import type { Params } from '../database/parameters.ts';
import { columnSql } from '../database/schema.ts';
import { selectionSql } from './selection-sql.ts';

export interface RecordChoice {
  readonly selection: Selection;
  /** `YYYY-MM`; null for records without a readable month; undefined for every month. */
  readonly month?: string | null | undefined;
}

const COLUMN = columnSql(propertyNames.month);
/** Months are written as hive partitions are named. */
export const MONTH_TEXT = `strftime(${COLUMN}, '%Y-%m')`;

export function chosenSql({ selection, month }: RecordChoice, params: Params): string {
  const selected = selectionSql(selection, params);
  if (month === undefined) return selected;
  if (month === null) return `(${selected}) AND ${COLUMN} IS NULL`;
  const first = `CAST(${params.text(`${month}-01`)} AS DATE)`;
  return `(${selected}) AND ${COLUMN} BETWEEN ${first} AND last_day(${first})`;
}
