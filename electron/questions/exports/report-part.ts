/** A report as a part of a document: its table with the sums of its columns, its chart and its notes. */
import type { ColumnSums } from '../../../src/domain/exports/model.ts';
import { localTimes } from '../../../src/domain/exports/local-time.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { toReportLines, type ReportLines } from '../../../src/domain/exports/report/lines.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import { toPaperChart, type PaperChart } from '../../../src/domain/charts/paper-chart.ts';
import type { Directory } from '../../../src/domain/people/directory.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import type { ChartKind } from '../../../src/domain/reports/definition/chart-kinds.ts';
import type { Report, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { footNotes } from '../../../src/domain/reports/notes/foot-notes.ts';
import { printReport } from '../../../src/domain/reports/print/printed.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { ManifestHead } from './write.ts';

export interface ReportPartQuestion {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly options: ExportOptions;
  readonly chart: ChartKind | undefined;
}

export interface ReportPart extends ReportLines {
  readonly sums: ColumnSums;
  readonly chart: PaperChart | null;
  readonly notes: ManifestHead['notes'];
}

export function toReportPart({ chart, ...question }: ReportPartQuestion): ReportPart {
  const { report, result, settings, directory } = question;
  const table = toReportLines(question);
  const sums = startSums(table.columns, undefined);
  sums.add(table.lines);
  const measures = report.measures.flatMap((each) => findMeasure(each) ?? []);
  const notes = footNotes(report, result, printReport(measures, result, settings), settings);
  const day = toDay(result.asOf, settings.zone);
  return {
    ...table,
    sums: sums.result(),
    chart: toPaperChart({ kind: chart ?? 'none', report, result, settings, directory, day }),
    notes: notes.map(({ money, ...note }) => ({ ...note, ...(money && { money: [...money] }) })),
  };
}

/** The day of the data in the workspace's zone: the same snapshot is drawn alike on any day. */
function toDay(asOf: string | null, zone: string): string {
  return asOf === null ? '' : localTimes(zone)(asOf).slice(0, 10);
}
