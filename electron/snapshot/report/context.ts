/** What the parts of a report work on: the question, the workspace's settings, and the figures of the answer. */
import type { Units } from '../../../src/domain/decimal.ts';
import type { Directory } from '../../../src/domain/people/directory.ts';
import type { BucketRule } from '../../../src/domain/reports/definition/buckets.ts';
import type { CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import type { ReportCalendar, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import type { RowRange } from '../conditions/order-sql.ts';
import type { ReportPlan } from './plan.ts';
import type { Spellings } from './spellings.ts';

/** The workspace's settings that figures depend on. */
export type ReportSettings = Pick<Settings, 'weekStart' | 'fiscalYearStart' | 'amounts' | 'hoursPerDay' | 'currency'>;

export interface ReportOptions {
  /** IANA name; affects clock days and times only. */
  readonly zone: string;
  /** On the report's calendar. */
  readonly period?: Period | undefined;
  /** Absent: the period's calendar, and without one the recorded one. */
  readonly calendar?: ReportCalendar | undefined;
  readonly settings?: ReportSettings | undefined;
  /** The weekday on which the records' own weeks begin; Monday where it is unknown. */
  readonly recordedWeeks?: Weekday | undefined;
  readonly compared?: Period | undefined;
  /** Further periods beside it; undefined where one is not compared after all. */
  readonly further?: readonly (Period | undefined)[] | undefined;
  /** For expected hours and currencies. */
  readonly directory?: Directory | undefined;
  /** Of the report's records only these rows. */
  readonly among?: RowRange | undefined;
  /** `YYYY-MM-DD`: expected hours end the day before. */
  readonly today?: string | undefined;
}

/** A report's figures without their notes. */
export type ReportFigures = Pick<ReportResult, 'rows' | 'subtotals' | 'breakdowns' | 'totals' | 'total' | 'records'> & {
  readonly columns: readonly Omit<ReportResult['columns'][number], 'complete'>[];
  /** The order names a column that is not there. */
  readonly isOrderAbsent: boolean;
  /** Currencies of all money, null for none; undefined where all of it has the workspace's own. */
  readonly currencies: ReportResult['currencies'];
  readonly spellings: ReportResult['spellings'];
};

/** Everything a part of the answer is computed from. */
export interface ReportContext {
  readonly report: CheckedReport;
  readonly plan: ReportPlan;
  readonly options: ReportOptions;
  readonly rule: BucketRule;
  readonly hoursPerDay: Units;
  /** All currencies there are, an empty one for money without; none where all money has the workspace's own. */
  readonly labels: readonly string[];
  /** Of the keys of each row group, then of the columns. */
  readonly spellings: readonly Spellings[];
}
