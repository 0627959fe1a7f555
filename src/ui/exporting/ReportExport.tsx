/** Writes a report to a file: its table as it is on screen, with its notes. */
import type { ChartKind, Report, ReportResult } from '../../domain/reports/definition/report.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { call } from '../data/client.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { count } from '../format/figures.ts';

export interface ReportExportProps {
  readonly name: string;
  readonly report: Report;
  readonly result: Pick<ReportResult, 'records' | 'complete'>;
  /** Above its table. */
  readonly chart?: ChartKind;
  readonly onClose: () => void;
}

export function ReportExport({ name, report, result, chart, onClose }: ReportExportProps) {
  return (
    <ExportDialog
      what={texts.report(name, count(result.records))}
      total={result.records}
      isComplete={result.complete}
      isLabelled={false}
      run={(options) => call('export.report', { ...options, report, name, ...(chart && { chart }) })}
      onClose={onClose}
    />
  );
}
