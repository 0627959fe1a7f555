/** Computes reports: sums and ratios by group over the snapshot, with their coverage. Spends no request. */
import { fail } from '../../src/contract/errors.ts';
import { amountsThatCount } from '../../src/domain/reports/definition/counted.ts';
import type { CheckedReport } from '../../src/domain/reports/definition/check.ts';
import { elapsedSentences, unevenSentences } from '../../src/domain/reports/keys/counterparts.ts';
import { expectedProblem } from '../../src/domain/reports/definition/expected-cells.ts';
import type { Period } from '../../src/domain/time/period.ts';
import type { ComparisonKind, ReportNote, ReportResult } from '../../src/domain/reports/definition/report.ts';
import {
  resolveReport,
  type ResolvedComparison,
  type ResolvedReport,
} from '../../src/domain/reports/definition/resolve.ts';
import type { Settings } from '../../src/domain/settings.ts';
import type { Weekday } from '../../src/domain/time/weeks.ts';
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import type { Analysis } from '../snapshot/report/report-reader.ts';
import type { RowRange } from '../snapshot/conditions/order-sql.ts';
import type { ReportFigures } from '../snapshot/report/context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readCoverage, type Coverage } from './coverage.ts';
import { isLossy } from './completeness.ts';

export interface ReportQuestion {
  readonly report: CheckedReport;
  /** Resolves its period by the weekday on which recorded weeks begin; absent: all of time. */
  readonly periodAt?: ((recordedWeeks: Weekday) => Period) | undefined;
  /** Of its records only these rows. */
  readonly among?: RowRange | undefined;
}

/** @throws AppFailure `usage`, and the store's. */
export async function runReport(
  workspace: Workspace,
  { report, periodAt, among }: ReportQuestion,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const problem = expectedProblem(report, periodAt !== undefined);
  // The weekday on which recorded weeks begin is read in the same transaction: a sync in between may change it.
  return workspace.snapshot.analyse(
    report,
    async ({ state, recordedWeeks }, analyse) => {
      const period = periodAt?.(recordedWeeks);
      const answer = resolveReport(report, period, workspace.today());
      if (!answer.ok) fail({ code: 'usage', detail: answer.problem });
      if (problem !== undefined) fail({ code: 'usage', detail: problem });
      const coverage = readCoverage(state);
      const covered = compareCovered(answer.value, coverage) ?? uncompared(report, period, workspace.today());
      const settings = workspace.settings();
      const analysis = await analyse({
        zone: settings.zone,
        calendar: covered.calendar,
        period: covered.period,
        compared: covered.comparison?.period ?? undefined,
        further: covered.further.map((each) => each.period ?? undefined),
        settings,
        recordedWeeks,
        directory: workspace.journal.names(),
        today: workspace.today(),
        among,
      });
      const answered = toResult(report, covered, analysis, coverage, { ...settings, recordedWeeks });
      return isLossy(workspace) ? toldDamaged(answered) : answered;
    },
    signal,
  );
}

/** Compares nothing of which records may be missing. @returns undefined where nothing at all can be compared */
function compareCovered(resolved: ResolvedReport, coverage: Coverage): ResolvedReport | undefined {
  const { period, comparison, further, calendar } = resolved;
  if (!period || !comparison?.period) return resolved;
  const isCovered = (each: Period) => coverage.missing(each, calendar).length === 0;
  const judge = (each: ResolvedComparison) =>
    each.period && !isCovered(each.period) ? { ...each, period: null, refused: texts.coverageDiffers } : each;
  const judged = { comparison: judge(comparison), further: further.map(judge) };
  const isSome = [judged.comparison, ...judged.further].some((each) => each.period !== null);
  return isSome && isCovered(period) ? { ...resolved, ...judged } : undefined;
}

/** The report without comparisons, its period complete, and the sentence that says why. */
function uncompared(report: CheckedReport, period: Period | undefined, today: string): ResolvedReport {
  const { compare: kind, further = [], ...alone } = report;
  const answer = resolveReport(alone, period, today);
  if (!answer.ok || kind === undefined) throw new Error('A report that can only be compared');
  const refuse = (each: ComparisonKind) => ({
    kind: each,
    period: null,
    elapsedDays: null,
    refused: texts.coverageDiffers,
  });
  return { ...answer.value, comparison: refuse(kind), further: further.map(refuse) };
}

function toResult(
  report: CheckedReport,
  { period, calendar, comparison, further }: ResolvedReport,
  { figures, notes, notesBefore, notesFurther }: Analysis,
  coverage: Coverage,
  { zone, weekStart, fiscalYearStart, amounts, recordedWeeks }: Settings & { readonly recordedWeeks: Weekday },
): ReportResult {
  const missing = period ? coverage.missing(period, calendar) : [];
  const complete = period ? missing.length === 0 : coverage.complete;
  const isWhole = ({ from, to }: ReportFigures['columns'][number]) =>
    report.columns?.kind === 'time' && from !== null && to !== null
      ? coverage.missing({ from, to }, calendar).length === 0
      : complete;
  const rule = { weekStart: calendar === 'recorded' ? recordedWeeks : weekStart, fiscalYearStart };
  const toComparison = (each: ResolvedComparison, leftOut: readonly ReportNote[]) => {
    const uneven =
      period && each.period
        ? [
            ...elapsedSentences(each.period, each.elapsedDays),
            ...unevenSentences(report.groupBy, period, each.period, rule),
          ]
        : [];
    return { ...each, ...(uneven.length > 0 && { uneven }), ...(leftOut.length > 0 && { notes: [...leftOut] }) };
  };
  const { currencies, spellings, isOrderAbsent: _, columns, ...lines } = figures;
  return {
    ...lines,
    columns: columns.map((column) => ({ ...column, complete: isWhole(column) })),
    asOf: coverage.asOf,
    complete,
    ...(coverage.fromFile !== undefined && { fromFile: coverage.fromFile }),
    period: period ?? null,
    calendar,
    zone,
    ...(hasWeeks(report) && { weeks: calendar === 'recorded' ? ('recorded' as const) : weekStart }),
    recordedWeeks,
    missing,
    comparison: comparison ? toComparison(comparison, notesBefore) : null,
    ...(further.length > 0 && {
      further: further.map((each, at) => toComparison(each, notesFurther[at] ?? [])),
    }),
    notes: [...notes],
    amounts: amountsThatCount(amounts),
    ...(currencies && { currencies }),
    ...(spellings && { spellings }),
  };
}

/** Whom a record belongs to, and what is expected, may be among what was lost: no figure of it is whole, in no column either. */
function toldDamaged(result: ReportResult): ReportResult {
  return {
    ...markIncomplete(result),
    columns: result.columns.map(markIncomplete),
    notes: [{ kind: 'journal-damaged', records: null, minutes: null }, ...result.notes],
  };
}

function markIncomplete<Whole extends Pick<ReportResult, 'complete' | 'allRecordsHere'>>(whole: Whole): Whole {
  return { ...whole, complete: false, ...(whole.complete && { allRecordsHere: true as const }) };
}

function hasWeeks(report: CheckedReport): boolean {
  return (
    [...report.groupBy, report.columns].some((each) => each?.kind === 'time' && each.unit === 'week') ||
    (report.breakdowns ?? []).some(({ by }) => by === 'week')
  );
}
