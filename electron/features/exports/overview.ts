/** Writes several reports as one document of pages: the panels of a screen, each with its chart, table and notes. */
import type { Manifest } from '#contract/exports.ts';
import { fail } from '#contract/errors.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { noSums, toTextColumn, type Line } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findMeasure, type Measure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import type { Steps } from '#domain/reports/print/footing.ts';
import { formatFigures, chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { formatSteps, printMeasure, toSteps, printChange, formatUnit } from '#domain/reports/print/printed.ts';
import type { Settings } from '#domain/settings.ts';
import type { DocumentPart } from '#electron/exports/document.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { toCompleteness } from '#electron/features/completeness.ts';
import { summariseChecks } from './findings.ts';
import { hashReviews, formatPeriod, describeCurrencies } from './manifest.ts';
import { exportFile, toContentLines, type ExportContext } from './pipeline.ts';
import { countUnreadable, describeRounding, describeRunningDay, toReportPart, type ReportPart } from './report.ts';
import { findSubject, titleReport } from './titles.ts';
import { describeTable } from './write.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import type { ParsedInput } from '#contract/api.ts';
import { toOverviewPages, type OverviewPage } from '#domain/overview/pages.ts';
import { toOverviewReports } from '#domain/overview/reports.ts';
import { findTotalHoursDifference } from '#domain/overview/tiles.ts';
import { findExpectedProblem } from '#domain/reports/definition/expected-cells.ts';
import { answerReport } from '#electron/features/reports.ts';
import { readOptions, type Running } from './export-runs.ts';
import { writePrintable } from './on-paper.ts';
import { requireValidReport, readPeriodContext, readPeriod, resolveSelection } from '#electron/features/selection.ts';

interface OverviewExport {
  readonly name: string;
  readonly parts: readonly OverviewPage[];
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly options: ExportOptions;
  readonly title?: string | undefined;
  /** Whether pages without records are written if nothing matched. */
  readonly allowEmpty?: boolean;
  /** The records that the checks examine. */
  readonly selection: Selection;
  readonly answer: (report: Report) => Promise<ReportResult>;
}

interface AnsweredPanel extends OverviewPage {
  readonly page: OverviewPage;
  readonly report: Report;
  readonly result: ReportResult;
}

/**
 * The overview is for internal use: a client gets figures as a report.
 * @returns null when no destination was chosen
 * @throws AppFailure `usage`, `nothing-matched`, `cancelled`, and those of files and the store
 */
export function exportOverview(
  context: ExportContext,
  workspace: Workspace,
  request: OverviewExport,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const { options, filterGroups, query } = request;
  return exportFile({ context, workspace, options, signal }, async ({ settings, directory }) => {
    const reports = (await answerAll(request)).map((panel) => ({
      ...panel,
      made: toReportPart({ ...panel, settings, directory, options }),
    }));
    const [first] = reports;
    if (!first) return fail({ code: 'usage', detail: texts.refusals.nothing });
    const { result, made } = first;
    if (result.records === 0 && request.allowEmpty !== true) fail({ code: 'nothing-matched' });
    return {
      baseName: texts.overviewFile,
      period: result.period,
      complete: result.complete,
      filterGroups,
      query,
      compose: async (write) => {
        const isChecked = request.parts.some(({ report }) => report === undefined);
        const checks = isChecked ? await summariseChecks(workspace, request.selection) : undefined;
        if (checks && checks.asOf !== result.asOf) fail({ code: 'usage', detail: texts.pack.changed });
        const tables = request.parts.flatMap(
          (page): { table: DocumentPart; ownReport?: (typeof reports)[number] }[] => {
            const ownReport = reports.find((panel) => panel.page === page);
            if (ownReport) return [{ table: toDocumentPart(ownReport, settings), ownReport }];
            const { title } = page;
            return checks ? [{ table: { ...emptyPart, title, columns: checks.columns, lines: checks.lines } }] : [];
          },
        );
        const subject = findSubject(request, directory);
        return write({
          lines: {
            ...toContentLines({ ...emptyPart, columns: [], lines: [] }),
            lineCount: tables.reduce((sum, { table }) => sum + table.lines.length, 0),
            parts: tables.map(({ table }) => table),
          },
          shownProperties: [],
          seal: toCompleteness(result),
          facts: {
            of: 'overview',
            title: options.title ?? request.title ?? titleReport(subject, request.name, options),
            ...(checks && { reviewsHash: hashReviews(workspace) }),
            records: result.records,
            totals: result.totals,
            currency: chooseCurrency(result, settings.currency),
            calendar: result.calendar,
            ...describeRunningDay(result, workspace.today()),
            notes: made.notes,
            missing: result.missing.map((month) => month.slice(0, 7)),
            unreadable: countUnreadable(made.notes),
            ...describeCurrencies(result),
            parts: tables.map(({ table, ownReport }) => ({
              title: table.title,
              ...(ownReport && ownReport.chart !== 'none' && { chart: ownReport.chart }),
              ...(ownReport?.isFigures === true && { figures: true as const }),
              ...describeTable(table.columns, table.lines.length, table.sums),
              ...(ownReport && { ...describeRounding(ownReport.made), report: ownReport.report }),
              notes: ownReport?.made.notes ?? [],
            })),
          },
          notes: [],
          client: subject.client,
        });
      },
    };
  });
}

const emptyPart: Omit<DocumentPart, 'title' | 'columns' | 'lines'> = {
  remarks: [],
  chart: null,
  currencyIndex: undefined,
  outline: null,
  sums: noSums,
};

/**
 * Answers all panels from one state of the store, and once more if records came in between.
 * @throws AppFailure `usage` if that happens twice
 */
async function answerAll({ parts, answer }: OverviewExport): Promise<AnsweredPanel[]> {
  const answerOnce = async () => {
    const answered: AnsweredPanel[] = [];
    for (const page of parts) {
      const { report } = page;
      if (!report) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share the store
      answered.push({ ...page, page, report, result: await answer(report) });
    }
    return answered;
  };
  const isOneState = (answered: readonly AnsweredPanel[]) =>
    answered.every(
      ({ result: { asOf, complete } }) => asOf === answered[0]?.result.asOf && complete === answered[0].result.complete,
    );
  const first = await answerOnce();
  const answered = isOneState(first) ? first : await answerOnce();
  return isOneState(answered) ? answered : fail({ code: 'usage', detail: texts.pack.changed });
}

function toDocumentPart(
  { title, report, result, made, isFigures }: AnsweredPanel & { readonly made: ReportPart },
  settings: Settings,
): DocumentPart {
  const notes = made.notes.map(({ text }) => text);
  const dates = result.period ? [formatPeriod(result.period)] : [];
  if (isFigures) {
    // The page header has the dates; figures that are compared up to yesterday have different ones.
    const remarks = typeof result.comparison?.elapsedDays === 'number' ? dates : [];
    return { ...emptyPart, ...toFigures(report, result, settings), title, notes, remarks, isFigures };
  }
  return { ...made, title, currencyIndex: undefined, remarks: dates, notes };
}

/** Makes a line for each measure: its value, the compared one and the change, as tiles have them. */
function toFigures(report: Report, result: ReportResult, settings: Settings): Pick<DocumentPart, 'columns' | 'lines'> {
  const isCompared = result.comparison !== null && result.comparison.refused === null;
  const { figure, value, before, change } = texts.overviewColumns;
  return {
    columns: [
      toTextColumn('figure', figure),
      toTextColumn('value', value),
      ...(isCompared ? [toTextColumn('before', before), toTextColumn('change', change)] : []),
    ],
    lines: report.measures
      .flatMap((name) => findMeasure(name) ?? [])
      .map((measure) => toFigureLine(measure, result, settings, isCompared)),
  };
}

function toFigureLine(measure: Measure, result: ReportResult, settings: Settings, isCompared: boolean): Line {
  const { grid, total } = printMeasure(measure, { ...result, rows: [], subtotals: [], columns: [] }, settings);
  const unit = grid.style === 'decimal' ? formatUnit(measure.unit, chooseCurrency(result, settings.currency)) : '';
  const print = (steps: Steps | null, format = formatSteps) => {
    const text = format(steps, grid, { unknown: '–' });
    return steps === null || unit === '' ? text : `${text} ${unit}`;
  };
  const isSplit = hasMultipleCurrencies(result) && measure.money;
  const formatColumn = (
    read: (line: { value: Steps | null; before: Steps | null; change: Steps | null }) => Steps | null,
    format = formatSteps,
  ) =>
    isSplit ? formatFigures(measure, total, (line) => format(read(line), grid)).join('\n') : print(read(total), format);
  const hours = measure.id === 'logged_hours' ? findTotalHoursDifference(result.totals) : undefined;
  const note = hours === undefined ? [] : [overviewTexts.totalHoursDiffer(print(toSteps(hours, grid)))];
  return [
    [measure.label, ...note].join(' · '),
    formatColumn(({ value }) => value),
    ...(isCompared ? [formatColumn(({ before }) => before), formatColumn(({ change }) => change, printChange)] : []),
  ];
}

/** @throws AppFailure `usage`, `nothing-matched`, `cancelled`, and those of files and the store */
export async function writeOverview(
  { name, parts: requestedParts, isPrinted, ...request }: ParsedInput<'export.overview'>,
  { context, workspace, signal }: Running,
): Promise<Manifest | null> {
  const options = readOptions({ ...request, audience: 'internal' });
  const exportRequest = {
    ...request,
    name: name ?? uiTexts.screens.overview.title,
    parts: requestedParts ?? (await listPages(request, workspace)),
    options,
    selection: await resolveSelection(request, workspace),
    answer: (report: Report) => answerReport(report, workspace, signal),
  };
  return writePrintable(context, isPrinted, (paper) => exportOverview(paper, workspace, exportRequest, signal));
}

/** Lists the panels that the screen shows; what changed since the last visit stays on the screen. */
async function listPages(
  { filterGroups, query, period: text }: Pick<ParsedInput<'export.overview'>, 'filterGroups' | 'query' | 'period'>,
  workspace: Workspace,
): Promise<OverviewPage[]> {
  const { today, weekStart, recordedWeeks } = await readPeriodContext(workspace);
  const period = text === undefined ? undefined : await readPeriod(text, workspace);
  const weeksBegin = period?.calendar === 'recorded-week' ? recordedWeeks : weekStart;
  const { window, ...reports } = toOverviewReports({ filterGroups, query, period, today, weeksBegin });
  const isExpectable = findExpectedProblem(requireValidReport(reports.expected), period !== undefined) === undefined;
  const pages = toOverviewPages({
    reports: {
      ...reports,
      expected: isExpectable ? reports.expected : undefined,
      people: isExpectable ? reports.people : reports.peopleLogged,
    },
    unit: window.unit,
    showsMoney: true,
  });
  // The file is written again from its manifest, byte for byte, so its reports have the order of the schema's fields, which parsing makes.
  return pages.map((page) => (page.report ? { ...page, report: reportSchema.parse(page.report) } : page));
}
