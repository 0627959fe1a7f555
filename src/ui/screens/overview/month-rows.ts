/** The months of the chart and of its table twin: every month of the window, with what the report says of it. Pure. */
import type { DataStatus } from '../../../contract/api.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { MONTH_PROPERTY, monthState, type HeldMonths, type MonthState } from '../../coverage/months.ts';

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
  /** A running month is “so far” too, however fresh its records are. */
  readonly state: MonthState;
  /** Lies in the chosen period. */
  readonly isChosen: boolean;
}

export interface MonthContext {
  readonly months: readonly string[];
  readonly today: string;
  readonly status: DataStatus;
  /** What is here by month whatever the filter; undefined: what the report counts. */
  readonly held: HeldMonths | undefined;
  readonly period: { readonly from: string; readonly to: string } | undefined;
}

export function monthRows(
  result: Pick<ReportResult, 'rows'>,
  { months, today, status, held, period }: MonthContext,
): MonthRow[] {
  const byMonth = new Map(result.rows.map((row) => [row.key[MONTH_PROPERTY], row]));
  return months.map((month) => {
    const row = byMonth.get(month);
    return {
      month,
      values: row?.values ?? {},
      records: row?.records ?? 0,
      state: stateOf(month, held?.get(month.slice(0, 7)) ?? row?.records ?? 0),
      isChosen: period !== undefined && period.from.slice(0, 7) <= month.slice(0, 7) && month <= period.to,
    };
  });

  function stateOf(month: string, records: number): MonthState {
    const state = monthState(status, month, records);
    const [asked, running] = [month.slice(0, 7), today.slice(0, 7)];
    // What has not begun cannot be missing.
    return asked > running || (asked === running && state === 'complete') ? 'soFar' : state;
  }
}
