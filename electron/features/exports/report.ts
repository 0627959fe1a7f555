/** Writes a report to a file with its manifest: the table on screen is the table in the file. Spends no request. */
import { setImmediate } from 'node:timers/promises';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { toPaperChart, type PaperChart } from '#domain/charts/paper-chart.ts';
import { canSeeGroup, canSeeMeasure } from '#domain/exports/audience.ts';
import { createLocalTimeFormat } from '#domain/time/utc.ts';
import type { Line, ColumnSums } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { choosePrecision, type ReportLinesInput } from '#domain/exports/report-figures.ts';
import { toReportLines, type ReportLines } from '#domain/exports/report-lines.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { findDimension, listProperties } from '#domain/reports/definition/dimensions.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Report, ReportResult, ReportColumn } from '#domain/reports/definition/report.ts';
import { formatColumnHeader } from '#domain/reports/keys/key-text.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { toCompleteness } from '#electron/features/completeness.ts';
import { findMisspeltWords, findUnheldValues } from '#electron/features/records.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { failEmpty, describeUnheld, describeCurrencies, noteMisspelt } from './manifest.ts';
import { exportFile, failIfCancelled, type ExportContext } from './pipeline.ts';
import { findSubject, titleReport } from './titles.ts';
import { listCut, type ManifestHead } from './write.ts';

interface ReportExport {
  readonly report: Report;
  readonly options: ExportOptions;
  readonly allowEmpty: boolean;
  /** The report's name, which is hidden from clients. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  /** Answers the report as the receiver may see it. */
  readonly answer: (report: Report) => Promise<ReportResult>;
}

/** Returns the name of the report if its receiver may know it, else a general one. */
export function titleOfReport({ audience }: Pick<ExportOptions, 'audience'>, name: string | undefined): string {
  return (audience === 'internal' ? name : undefined) ?? texts.report;
}

/**
 * Limits a report to what its receiver may see, and names the rest. @throws AppFailure `usage` when nothing is left, or lines would reveal
 * it.
 */
export function limitToReceiver(
  report: Report,
  options: ExportOptions,
): { readonly report: Report; readonly withheld: string[] } {
  if (options.audience === 'internal') return { report, withheld: [] };
  const isVisible = (name: string) => {
    const measure = findMeasure(name);
    // An unknown measure is refused when the report is checked.
    return measure === undefined || canSeeMeasure(measure, options);
  };
  const groups = listGroups(report);
  const [hidden] = groups.filter((name) => !canSeeGroup(name, options));
  if (hidden !== undefined) fail({ code: 'usage', detail: texts.refusals.group(hidden) });
  const measures = report.measures.filter(isVisible);
  if (measures.length === 0) fail({ code: 'usage', detail: texts.refusals.nothing });
  const { order, ...rest } = report;
  // An order by a group may be seen, because the groups are.
  const isOrderVisible = order && isVisible(order.by);
  const withheld = report.measures.filter((name) => !isVisible(name));
  return {
    report: { ...rest, measures, ...(isOrderVisible && { order }) },
    withheld: order && !isOrderVisible && !withheld.includes(order.by) ? [...withheld, order.by] : withheld,
  };
}

/** @returns null when no destination was chosen. @throws AppFailure `usage`, `nothing-matched`, and those of files and the store */
export async function exportReport(
  context: ExportContext,
  workspace: Workspace,
  { report: request, options, allowEmpty, name, title: packTitle, answer }: ReportExport,
  signal?: AbortSignal,
): Promise<Manifest | null> {
  const { report, withheld } = limitToReceiver(request, options);
  const { filterGroups, query } = report;
  return exportFile({ context, workspace, options, signal }, async ({ settings, directory }) => {
    const result = await answer(report);
    failIfCancelled(signal);
    const unheld = await findUnheldValues(workspace, filterGroups, undefined);
    const misspelt = noteMisspelt(await findMisspeltWords(workspace, filterGroups, undefined), options);
    if (result.records === 0 && !allowEmpty) failEmpty(unheld);
    const subject = findSubject(report, directory);
    const title = options.title ?? packTitle ?? titleReport(subject, name, options);
    const { period, complete } = result;
    return {
      baseName: toBaseName(title),
      period,
      complete,
      filterGroups,
      query,
      withheld,
      compose: async (write) => {
        const part = toReportPart({ report, result, settings, directory, options, chart: options.chart });
        const { columns, lines, outline, sums, chart } = part;
        const ownLines = outline.filter(({ level }) => level === 'line').length;
        const notes = [...listCut(options, ownLines, columns.length), ...misspelt, ...part.notes];
        return write({
          lines: {
            columns,
            currencyIndex: undefined,
            lines: splitIntoChunks(lines, (written) => {
              failIfCancelled(signal);
              context.onWritten(written, lines.length);
            }),
            lineCount: lines.length,
            outline,
            sums: () => sums,
            chart,
          },
          shownProperties: listShownProperties(report),
          seal: toCompleteness(result),
          facts: {
            of: 'report',
            title,
            report,
            records: result.records,
            totals: result.totals,
            currency: chooseCurrency(result, settings.currency),
            ...describeCurrencies(result),
            ...describeRounding(part),
            calendar: result.calendar,
            ...describeRunningDay(result, workspace.today()),
            notes,
            missing: result.missing.map((month) => month.slice(0, 7)),
            ...describeUnheld(unheld, options),
            unreadable: countUnreadable(notes),
          },
          notes: notes.map(({ text }) => text),
          client: subject.client,
        });
      },
    };
  });
}

/** Reads from the notes how many records had an unreadable value; those of a compared period are not in the file. */
export function countUnreadable(notes: ManifestHead['notes']): number {
  return notes.find(({ code, compared }) => code === 'unreadable' && !compared)?.records ?? 0;
}

/** States today's date if figures depend on it: the elapsed days, and what they are compared with. */
export function describeRunningDay(
  { period, comparison }: ReportResult,
  today: string,
): { readonly runningOn?: string } {
  const isRunning = period !== null && period.from <= today && today <= period.to;
  return isRunning || (comparison && comparison.elapsedDays !== null) ? { runningOn: today } : {};
}

/** Lists the groups of lines, of their parts and of columns. */
const listGroups = ({ groupBy, columns, breakdowns = [] }: Report): string[] => [
  ...groupBy,
  ...(columns === undefined ? [] : [columns]),
  ...breakdowns.map(({ by }) => by),
];

function listShownProperties(report: Report): string[] {
  const groups = listGroups(report).flatMap((name) => findDimension(name) ?? []);
  return groups.flatMap((group) => (group.kind === 'client' ? [group.name] : listProperties(group)));
}

/** This many lines are written at once, because a wide report has hundreds of columns. */
const CHUNK_SIZE = 64;

async function* splitIntoChunks(
  lines: readonly Line[],
  onChunk: (written: number) => void,
): AsyncGenerator<readonly Line[]> {
  onChunk(0);
  for (let start = 0; start < lines.length; start += CHUNK_SIZE) {
    const chunk = lines.slice(start, start + CHUNK_SIZE);
    yield chunk;
    onChunk(start + chunk.length);
    await setImmediate();
  }
}

/** File systems take 255 bytes a name, of which dates, extension, manifest and temporary names need the rest. */
const NAME_BYTES = 120;

function cutToBytes(text: string, bytes: number): string {
  let shortened = '';
  for (const character of text) {
    if (Buffer.byteLength(shortened + character) > bytes) break;
    shortened += character;
  }
  return shortened;
}

function toBaseName(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return cutToBytes(words, NAME_BYTES).replace(/-$/, '') || 'report';
}

interface ReportPartInput extends ReportLinesInput {
  readonly options: ExportOptions;
  readonly chart: ChartKind | undefined;
}

export interface ReportPart extends ReportLines {
  readonly sums: ColumnSums;
  readonly chart: PaperChart | null;
  readonly notes: ManifestHead['notes'];
}

export function toReportPart({ chart, ...input }: ReportPartInput): ReportPart {
  const { report, result, settings, directory } = input;
  const table = toReportLines(input);
  const sums = createColumnSums(table.columns, undefined);
  sums.add(table.lines);
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  const { locale } = input.options;
  const forms = { ...settings, locale };
  const printed = printReport(measures, result, forms);
  const sheets = printed.filter((sheet) => choosePrecision(input.options, sheet) === 'printed');
  const nameColumn = (column: ReportColumn) => formatColumnHeader(column, report.columns ?? '', directory, forms);
  const notes = listFootNotes(report, result, printed, forms, { rounded: { sheets, nameColumn } });
  const day = toDay(result.asOf, settings.zone);
  return {
    ...table,
    sums: sums.result(),
    chart: toPaperChart({ kind: chart ?? 'none', report, result, settings, directory, day, locale }),
    notes: notes.map(({ money, ...note }) => ({ ...note, ...(money && { money: [...money] }) })),
  };
}

export function describeRounding({ roundingDifferences: all }: ReportLines): Pick<ManifestHead, 'roundingDifferences'> {
  return Object.keys(all).length > 0 ? { roundingDifferences: { ...all } } : {};
}

/** Finds the day of the data in the workspace's zone, so that the same snapshot is drawn the same on any day. */
function toDay(asOf: string | null, zone: string): string {
  return asOf === null ? '' : createLocalTimeFormat(zone)(asOf).slice(0, 10);
}
