/** Writes a report to a file: its table as it is on screen, with its notes. */
import { useState } from 'react';
import type { ChartKind } from '../../domain/reports/definition/chart-kinds.ts';
import type { Report, ReportResult } from '../../domain/reports/definition/report.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { call } from '../data/client.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { PackChoice, type Pack } from './PackChoice.tsx';
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
  const [pack, setPack] = useState<Pack>();
  return (
    <ExportDialog
      what={texts.report(name, count(result.records))}
      records={{ total: result.records, isComplete: result.complete, isLabelled: false }}
      content={{ name, report, options: { chart }, ...(pack && { pack }) }}
      holds={pack?.by === 'client' ? undefined : report}
      run={(options, allowEmpty) =>
        pack
          ? call('export.pack', { ...options, ...pack, report, name })
          : call('export.report', { ...options, report, name, allowEmpty })
      }
      onClose={onClose}
    >
      <PackChoice pack={pack} isEmpty={result.records === 0} onChange={setPack} />
    </ExportDialog>
  );
}
