/** Writes several reports as one document of pages: what a screen of several panels shows, each with its chart, table and notes. */
import type { Manifest } from '../../../src/contract/exports.ts';
import { fail } from '../../../src/contract/errors.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import type { ExportColumn, Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { toSections } from '../../../src/domain/exports/sections.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { findMeasure, type Measure } from '../../../src/domain/reports/definition/measures.ts';
import type { ChartKind } from '../../../src/domain/reports/definition/chart-kinds.ts';
import type { Report, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { chooseCurrency, isSeveral } from '../../../src/domain/reports/print/currency.ts';
import type { Steps } from '../../../src/domain/reports/print/footing.ts';
import { figureTexts } from '../../../src/domain/reports/print/printed-currencies.ts';
import { formatSteps, printMeasure } from '../../../src/domain/reports/print/printed.ts';
import { unitText } from '../../../src/domain/reports/print/unit-text.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { DocumentPart } from '../../exports/document.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isLossy, toCompleteness } from '../completeness.ts';
import { summariseChecks } from './findings.ts';
import { nameIds } from '../../../src/domain/people/id-names.ts';
import { hashReviews, nameSource, periodText, sealText, toOrigin } from './manifest.ts';
import { spanName, type ExportParts } from './records.ts';
import { requireSigner } from './signing-key.ts';
import { toReportPart, type ReportPart } from './report-part.ts';
import { findSubject, titleReport } from './subject.ts';
import { deliver, toSums, writeExport } from './write.ts';

export interface OverviewPart {
  readonly title: string;
  /** Undefined: what the checks found. */
  readonly report?: Report | undefined;
  readonly chart: ChartKind;
  /** A figure a line. */
  readonly isFigures: boolean;
}

export interface OverviewExport {
  readonly name: string;
  readonly parts: readonly OverviewPart[];
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly options: ExportOptions;
  /** Its title where that is decided already. */
  readonly title?: string | undefined;
  /** Pages of figures of no record, where nothing matched. */
  readonly allowEmpty?: boolean;
}

interface Answered extends OverviewPart {
  readonly report: Report;
  readonly result: ReportResult;
}

export interface OverviewAsking {
  /** Answers a report. */
  readonly run: (report: Report) => Promise<ReportResult>;
  /** The records that the checks examine. */
  readonly selection: Selection;
  readonly signal: AbortSignal;
}

/**
 * For internal use: a client's figures are a report.
 * @returns null when no destination was chosen
 * @throws AppFailure `usage`, `nothing-matched`, `cancelled`, and those of files and the store
 */
export async function exportOverview(
  parts: ExportParts,
  workspace: Workspace,
  asked: OverviewExport,
  { run, selection, signal }: OverviewAsking,
): Promise<Manifest | null> {
  const { options } = asked;
  const signer = options.sign ? await requireSigner(parts.host.secrets) : undefined;
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const answered = await answerAll(asked, run);
  const reports = answered.map((each) => ({
    ...each,
    made: toReportPart({ ...each, settings, directory, options }),
  }));
  const [first] = reports;
  if (!first) return fail({ code: 'usage', detail: texts.refusals.nothing });
  if (first.result.records === 0 && asked.allowEmpty !== true) fail({ code: 'nothing-matched' });
  const { complete, asOf, period: span } = first.result;
  const seal = toCompleteness(first.result);
  const suggested = [texts.overviewFile, ...(span ? [spanName(span)] : []), ...(complete ? [] : ['partial'])];
  const destination = await parts.host.chooseDestination(
    `${suggested.join('-')}.${fileTypes[options.format].extension}`,
  );
  if (!destination) return null;
  const isChecked = asked.parts.some(({ report }) => report === undefined);
  const checks = isChecked ? await summariseChecks(workspace, selection) : undefined;
  if (checks && checks.asOf !== asOf) fail({ code: 'usage', detail: texts.pack.changed });
  const documentParts = asked.parts.flatMap((part): DocumentPart[] => {
    const report = reports.find(({ title }) => title === part.title);
    if (report) return [toDocumentPart(report, settings)];
    return checks ? [{ ...none, title: part.title, columns: checks.columns, lines: checks.lines }] : [];
  });
  const origin = toOrigin({
    options,
    settings,
    directory,
    filterGroups: asked.filterGroups,
    query: asked.query,
    shown: [],
    period: span,
    seal,
    isLossy: isLossy(workspace),
    source: await nameSource(workspace),
    version: parts.version,
  });
  const subject = findSubject(asked, directory);
  const title = options.title ?? asked.title ?? titleReport(subject, asked.name, options);
  const facts = {
    ...origin,
    of: 'overview' as const,
    title,
    ...(checks && { reviewsHash: hashReviews(workspace) }),
    records: first.result.records,
    totals: first.result.totals,
    currency: chooseCurrency(first.result, settings.currency),
    calendar: first.result.calendar,
    notes: first.made.notes,
    missing: first.result.missing.map((month) => month.slice(0, 7)),
    unreadable: first.made.notes.find(({ code, compared }) => code === 'unreadable' && !compared)?.records ?? 0,
    ...(first.result.currencies && first.result.currencies.length > 1 && { currencies: first.result.currencies }),
    ...(first.result.total.amounts && {
      totalsByCurrency: first.result.total.amounts.map(({ currency, values }) => ({ currency, totals: values })),
    }),
    parts: documentParts.map((part) => {
      const own = reports.find((each) => each.title === part.title);
      return {
        title: part.title,
        ...(own && own.chart !== 'none' && { chart: own.chart }),
        ...(own?.isFigures === true && { figures: true as const }),
        lines: part.lines.length,
        columns: part.columns.map(({ name }) => name),
        heads: part.columns.map(({ head }) => head),
        ...toSums(part.sums),
        ...(own && { report: own.report }),
        notes: own?.made.notes ?? [],
      };
    }),
  };
  const lineCount = documentParts.reduce((sum, { lines }) => sum + lines.length, 0);
  const period = periodText(span);
  const manifest = await writeExport(
    destination,
    {
      options,
      columns: [],
      currencyAt: undefined,
      lines: once([]),
      lineCount,
      outline: null,
      sums: () => none.sums,
      parts: documentParts,
      signal,
      head: {
        title,
        period,
        seal: sealText(seal),
        complete,
        notes: [],
        ...(subject.client !== undefined && { client: subject.client }),
        sections: toSections(
          { ...facts, lines: lineCount },
          { seal: sealText(seal), period, nameOf: nameIds(directory) },
        ),
      },
    },
    facts,
    { signer, writer: parts.writer },
  );
  await deliver(parts, destination, { manifest, conditions: { filter: asked.filterGroups, query: asked.query } });
  return manifest;
}

const none: Omit<DocumentPart, 'title' | 'columns' | 'lines'> = {
  remarks: [],
  chart: null,
  currencyAt: undefined,
  outline: null,
  sums: { all: {}, byCurrency: [] },
};

/** All of one state of the store: asked once more where records came in between. @throws AppFailure `usage` where they came again */
async function answerAll(asked: OverviewExport, run: (report: Report) => Promise<ReportResult>): Promise<Answered[]> {
  const answerOnce = async () => {
    const answered: Answered[] = [];
    for (const { report, ...part } of asked.parts) {
      if (!report) continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share the store
      answered.push({ ...part, report, result: await run(report) });
    }
    return answered;
  };
  const isOne = (answered: readonly Answered[]) =>
    answered.every(
      ({ result: { asOf, complete } }) => asOf === answered[0]?.result.asOf && complete === answered[0].result.complete,
    );
  const first = await answerOnce();
  const answered = isOne(first) ? first : await answerOnce();
  return isOne(answered) ? answered : fail({ code: 'usage', detail: texts.pack.changed });
}

function toDocumentPart(
  { title, report, result, made, isFigures }: Answered & { readonly made: ReportPart },
  settings: Settings,
): DocumentPart {
  const notes = made.notes.map(({ text }) => text);
  const dates = result.period ? [periodText(result.period)] : [];
  if (isFigures) return { ...none, ...toFigures(report, result, settings), title, notes, isFigures };
  return { ...made, title, currencyAt: undefined, remarks: dates, notes };
}

/** A line for each measure: its value, the compared one and the change, as tiles have them. */
function toFigures(report: Report, result: ReportResult, settings: Settings): Pick<DocumentPart, 'columns' | 'lines'> {
  const compares = result.comparison !== null && result.comparison.refused === null;
  const column = (name: string, head: string): ExportColumn => ({
    name,
    label: head,
    head,
    kind: 'text',
    digits: null,
    currency: null,
    adds: false,
  });
  const { figure, value, before, change } = texts.overviewColumns;
  return {
    columns: [
      column('figure', figure),
      column('value', value),
      ...(compares ? [column('before', before), column('change', change)] : []),
    ],
    lines: report.measures
      .flatMap((name) => findMeasure(name) ?? [])
      .map((measure) => toFigureLine(measure, result, settings, compares)),
  };
}

function toFigureLine(measure: Measure, result: ReportResult, settings: Settings, compares: boolean): Line {
  const { grid, total } = printMeasure(measure, { ...result, rows: [], subtotals: [], columns: [] }, settings);
  const unit = grid.style === 'decimal' ? unitText(measure.unit, chooseCurrency(result, settings.currency)) : '';
  const print = (steps: Steps | null, signed = false) => {
    const text = formatSteps(steps, grid, { unknown: '–', signed });
    return steps === null || unit === '' ? text : `${text} ${unit}`;
  };
  const isApart = isSeveral(result) && measure.money;
  const all = (
    read: (line: { value: Steps | null; before: Steps | null; change: Steps | null }) => Steps | null,
    signed = false,
  ) =>
    isApart
      ? figureTexts(measure, total, (line) => formatSteps(read(line), grid, { signed })).join('\n')
      : print(read(total), signed);
  return [
    measure.label,
    all(({ value }) => value),
    ...(compares ? [all(({ before }) => before), all(({ change }) => change, true)] : []),
  ];
}

async function* once(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines;
}
