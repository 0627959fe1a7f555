/** The months of the chart and of its table twin: every month of the window, with what the report says of it. Pure. */
import type { DataStatus } from '../../../contract/api.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { isOpenMonth } from '../../coverage/seal.ts';

export const MONTH_PROPERTY = 'a552213_month_year';
/** In the order of the table's columns. */
export const monthMeasures = [
  'logged_hours',
  'billable_logged_hours',
  'billable_value',
  'recorded_cost',
  'margin',
  'margin_percent',
] as const;
export type MonthMeasure = (typeof monthMeasures)[number];

export interface MonthRow {
  /** `YYYY-MM-01`. */
  readonly month: string;
  /** Exact decimals; null: nothing recorded. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly records: number;
  /** The month is running, or not all of its records are here: its figures are “so far”. */
  readonly isSoFar: boolean;
  /** Lies in the chosen period. */
  readonly isChosen: boolean;
}

export interface MonthContext {
  readonly months: readonly string[];
  readonly today: string;
  readonly status: DataStatus;
  readonly period: { readonly from: string; readonly to: string } | undefined;
}

export function monthRows(result: ReportResult, { months, today, status, period }: MonthContext): MonthRow[] {
  const byMonth = new Map(result.rows.map((row) => [row.key[MONTH_PROPERTY], row]));
  return months.map((month) => {
    const row = byMonth.get(month);
    return {
      month,
      values: row?.values ?? {},
      records: row?.records ?? 0,
      isSoFar: month.slice(0, 7) >= today.slice(0, 7) || isOpenMonth(status, month),
      isChosen: period !== undefined && period.from.slice(0, 7) <= month.slice(0, 7) && month <= period.to,
    };
  });
}
