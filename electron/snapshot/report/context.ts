/** Defines the input and output of running a report: the report, the workspace's settings, and the figures. */
import type { Units } from '#domain/decimal.ts';
import type { Directory } from '#domain/people/directory.ts';
import type { BucketRule } from '#domain/reports/definition/buckets.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import type { ReportCalendar, ReportResult } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import type { Period } from '#domain/time/period.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { RowRange } from '../conditions/order-sql.ts';
import type { ReportPlan } from './plan.ts';
import type { Spellings } from './spellings.ts';

/** The workspace's settings that figures depend on. */
export type ReportSettings = Pick<Settings, 'weekStart' | 'fiscalYearStart' | 'amounts' | 'hoursPerDay' | 'currency'>;

export interface ReportOptions {
  /** The IANA name of the zone, which affects clock days and times only. */
  readonly zone: string;
  /** The period on the report's calendar. */
  readonly period?: Period | undefined;
  /** Without it, the period's calendar is used, and without a period the recorded one. */
  readonly calendar?: ReportCalendar | undefined;
  readonly settings?: ReportSettings | undefined;
  /** The weekday on which the records' weeks begin; Monday if unknown. */
  readonly recordedWeeks?: Weekday | undefined;
  readonly compared?: Period | undefined;
  /** Further compared periods; undefined for one that cannot be compared. */
  readonly further?: readonly (Period | undefined)[] | undefined;
  /** Needed for expected hours and the order of names. */
  readonly directory?: Directory | undefined;
  /** Limits the report to these rows of its records. */
  readonly among?: RowRange | undefined;
  /** `YYYY-MM-DD`: expected hours end the day before. */
  readonly today?: string | undefined;
}

export type ReportFigures = Pick<ReportResult, 'rows' | 'subtotals' | 'breakdowns' | 'totals' | 'total' | 'records'> & {
  readonly columns: readonly Omit<ReportResult['columns'][number], 'complete'>[];
  /** True when the order names a column that does not exist. */
  readonly isOrderAbsent: boolean;
  /** The currencies of all money, null for none; undefined if all money is in the workspace's currency. */
  readonly currencies: ReportResult['currencies'];
  readonly spellings: ReportResult['spellings'];
};

/** The records without a client and their logged minutes; undefined unless clients are a group or the columns. */
export type WithoutClient = { readonly records: number; readonly minutes: Units | null } | undefined;

export interface ReportContext {
  readonly report: CheckedReport;
  readonly plan: ReportPlan;
  readonly options: ReportOptions;
  readonly rule: BucketRule;
  readonly hoursPerDay: Units;
  /** All currencies, with an empty text for money without a currency; empty if all money is in the workspace's currency. */
  readonly labels: readonly string[];
  /** The spellings of the keys of each row group, then of the columns. */
  readonly spellings: readonly Spellings[];
}
