/** Runs reports over the snapshot: sums and ratios by group, with their coverage, without any request to the service. */
import { fail } from '#contract/errors.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import { explainChange } from '#domain/reports/bridge/bridge.ts';
import {
  findBridgeMeasure,
  toBridgeReport,
  type BridgeAnswer,
  type BridgeInput,
} from '#domain/reports/bridge/question.ts';
import type { CheckedReport } from '#domain/reports/definition/check.ts';
import { listElapsedSentences, listUnevenSentences } from '#domain/reports/keys/counterparts.ts';
import { findExpectedProblem } from '#domain/reports/definition/expected-cells.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Period } from '#domain/time/period.ts';
import type { ComparisonKind, Report, ReportNote, ReportResult } from '#domain/reports/definition/report.ts';
import { resolveReport, type ResolvedComparison, type ResolvedReport } from '#domain/reports/definition/resolve.ts';
import type { Settings } from '#domain/settings.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import { bridgeTexts } from '#texts/reports/bridge.ts';
import { resolveProblemTexts as texts } from '#texts/reports/dimensions.ts';
import type { Analysis } from '#electron/snapshot/report/report-reader.ts';
import type { RowRange } from '#electron/snapshot/conditions/order-sql.ts';
import type { ReportFigures } from '#electron/snapshot/report/context.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { countClosings } from './closings-book.ts';
import { isLossy, markIncomplete, readCoverage, type Coverage } from './completeness.ts';
import { requireValidReport, resolvePeriodBy } from './selection.ts';

export function reportHandlers(parts: HandlerContext): HandlersFor<'report'> {
  return {
    'report.run': async (report, signal) => {
      const workspace = parts.workspace();
      const result = await answerReport(report, workspace, signal);
      const closings = countClosings(workspace, result.period);
      return closings === 0 ? result : { ...result, closings };
    },
    'report.bridge': (input, signal) => answerBridge(input, parts.workspace(), signal),
  };
}

/**
 * Explains a change by splitting the lines of the report on both periods.
 * @throws AppFailure `usage`, `filter-invalid`, and the store's.
 */
async function answerBridge(input: BridgeInput, workspace: Workspace, signal?: AbortSignal): Promise<BridgeAnswer> {
  const measure =
    findBridgeMeasure(input.measure) ??
    fail({ code: 'usage', detail: bridgeTexts.noBridge(findMeasure(input.measure)?.label ?? input.measure) });
  const result = await answerReport(toBridgeReport(measure, input), workspace, signal);
  const { currencies } = result;
  if (input.currency !== undefined && measure.money && currencies && !currencies.includes(input.currency))
    fail({ code: 'usage', detail: bridgeTexts.noCurrency(input.currency, currencies) });
  return explainChange(measure, input, result, workspace.settings());
}

/**
 * Checks a report and runs it. Its period is resolved with the week start of the store that is read.
 * @throws AppFailure `usage`, `filter-invalid`, and the store's.
 */
export async function answerReport(
  report: Report,
  workspace: Workspace,
  signal?: AbortSignal,
  rows?: RowRange,
): Promise<ReportResult> {
  const { period } = report;
  const periodAt = period === undefined ? undefined : (weeks: Weekday) => resolvePeriodBy(weeks, period, workspace);
  return runReport(workspace, { report: requireValidReport(report), rows, periodAt }, signal);
}

export interface PreparedReport {
  readonly report: CheckedReport;
  /** Resolves the period by the weekday on which recorded weeks begin; absent for all of time. */
  readonly periodAt?: ((recordedWeeks: Weekday) => Period) | undefined;
  /** Limits the report to these rows of its records. */
  readonly rows?: RowRange | undefined;
}

/** @throws AppFailure `usage`, and the store's. */
export async function runReport(
  workspace: Workspace,
  { report, periodAt, rows }: PreparedReport,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const problem = findExpectedProblem(report, periodAt !== undefined);
  // The weekday on which recorded weeks begin is read in the same transaction, because a sync in between may change it.
  return workspace.snapshot.analyse(
    report,
    async ({ state, recordedWeeks }, analyse) => {
      const period = periodAt?.(recordedWeeks);
      const answer = resolveReport(report, period, workspace.today());
      if (!answer.ok) fail({ code: 'usage', detail: answer.problem });
      if (problem !== undefined) fail({ code: 'usage', detail: problem });
      const coverage = readCoverage(state);
      const resolved =
        rejectUncoveredComparisons(answer.value, coverage) ?? rejectAllComparisons(report, period, workspace.today());
      const settings = workspace.settings();
      const analysis = await analyse({
        zone: settings.zone,
        calendar: resolved.calendar,
        period: resolved.period,
        compared: resolved.comparison?.period ?? undefined,
        further: resolved.further.map((comparison) => comparison.period ?? undefined),
        settings,
        recordedWeeks,
        directory: workspace.journal.names(),
        today: workspace.today(),
        among: rows,
      });
      const result = toResult(report, resolved, analysis, coverage, { ...settings, recordedWeeks });
      return isLossy(workspace) ? markDamaged(result) : result;
    },
    signal,
  );
}

/** Rejects comparisons with periods whose records may be missing. @returns undefined if nothing can be compared */
function rejectUncoveredComparisons(resolved: ResolvedReport, coverage: Coverage): ResolvedReport | undefined {
  const { period, comparison, further, calendar } = resolved;
  if (!period || !comparison?.period) return resolved;
  const isCovered = (span: Period) => coverage.missing(span, calendar).length === 0;
  const checkCoverage = (compared: ResolvedComparison) =>
    compared.period && !isCovered(compared.period)
      ? { ...compared, period: null, refused: texts.coverageDiffers }
      : compared;
  const comparisons = { comparison: checkCoverage(comparison), further: further.map(checkCoverage) };
  const isAnyCompared = [comparisons.comparison, ...comparisons.further].some((compared) => compared.period !== null);
  return isAnyCompared && isCovered(period) ? { ...resolved, ...comparisons } : undefined;
}

/** Resolves the report without its comparisons, so that its period stays complete, and gives each of them the reason. */
function rejectAllComparisons(report: CheckedReport, period: Period | undefined, today: string): ResolvedReport {
  const { compare: kind, further = [], ...withoutComparisons } = report;
  const answer = resolveReport(withoutComparisons, period, today);
  if (!answer.ok || kind === undefined) throw new Error('A report that can only be compared');
  const reject = (rejectedKind: ComparisonKind) => ({
    kind: rejectedKind,
    period: null,
    elapsedDays: null,
    refused: texts.coverageDiffers,
  });
  return { ...answer.value, comparison: reject(kind), further: further.map(reject) };
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
  const isComplete = ({ from, to }: ReportFigures['columns'][number]) =>
    report.columns?.kind === 'time' && from !== null && to !== null
      ? coverage.missing({ from, to }, calendar).length === 0
      : complete;
  const rule = { weekStart: calendar === 'recorded' ? recordedWeeks : weekStart, fiscalYearStart };
  const toComparison = (compared: ResolvedComparison, leftOut: readonly ReportNote[]) => {
    const uneven =
      period && compared.period
        ? [
            ...listElapsedSentences(compared.period, compared.elapsedDays),
            ...listUnevenSentences(report.groupBy, period, compared.period, rule),
          ]
        : [];
    return { ...compared, ...(uneven.length > 0 && { uneven }), ...(leftOut.length > 0 && { notes: [...leftOut] }) };
  };
  const { currencies, spellings, isOrderAbsent: _, columns, ...lines } = figures;
  return {
    ...lines,
    columns: columns.map((column) => ({ ...column, complete: isComplete(column) })),
    asOf: coverage.asOf,
    complete,
    ...(coverage.fromFile !== undefined && { fromFile: coverage.fromFile }),
    ...(coverage.asKnown !== undefined && { asKnown: coverage.asKnown }),
    period: period ?? null,
    calendar,
    zone,
    ...(hasWeeks(report) && { weeks: calendar === 'recorded' ? ('recorded' as const) : weekStart }),
    recordedWeeks,
    missing,
    comparison: comparison ? toComparison(comparison, notesBefore) : null,
    ...(further.length > 0 && {
      further: further.map((compared, index) => toComparison(compared, notesFurther[index] ?? [])),
    }),
    notes: [...notes],
    amounts: chooseAmounts(amounts),
    ...(currencies && { currencies }),
    ...(spellings && { spellings }),
  };
}

/** Marks all figures in all columns as incomplete, because the lost data may include clients, teams and expected hours. */
function markDamaged(result: ReportResult): ReportResult {
  return {
    ...markIncomplete(result),
    columns: result.columns.map(markIncomplete),
    notes: [{ kind: 'journal-damaged', records: null, minutes: null }, ...result.notes],
  };
}

function hasWeeks(report: CheckedReport): boolean {
  return (
    [...report.groupBy, report.columns].some((group) => group?.kind === 'time' && group.unit === 'week') ||
    (report.breakdowns ?? []).some(({ by }) => by === 'week')
  );
}
