/** Exports records and reports: a complete file with its manifest, or none. */
import type { Report } from '../../src/domain/reports/definition/report.ts';
import { exportOverview } from '../questions/exports/overview.ts';
import { exportPack } from '../questions/exports/pack.ts';
import { exportRecords } from '../questions/exports/records.ts';
import { exportReport } from '../questions/exports/report.ts';
import { answerReport } from './shared/answer-report.ts';
import type { Parts } from './shared/context.ts';
import type { Handlers } from './shared/handlers.ts';
import { readOptions } from './shared/export-options.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import { chooseExported } from './shared/exported-columns.ts';
import { onPaper, toExportParts } from './shared/on-paper.ts';
import { toSelection } from './shared/selection.ts';

export function exportHandlers(
  parts: Parts,
): Pick<Handlers, 'export.run' | 'export.report' | 'export.overview' | 'export.pack' | 'export.cancel'> {
  const files = oneAtATime();
  return {
    'export.run': ({ columns, sort, allowEmpty, isPrinted, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = {
          selection: await toSelection(asked, workspace),
          ...chooseExported(columns, asked.format, sort, workspace.settings()),
          options: readOptions(asked),
          allowEmpty,
        };
        return onPaper(parts, isPrinted, (own) => exportRecords(own, workspace, question, signal));
      }),
    'export.report': ({ report, name, allowEmpty, isPrinted, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = { report, name, options: readOptions(asked), allowEmpty };
        return onPaper(parts, isPrinted, (own) =>
          exportReport(own, workspace, question, (report) => answerReport(report, workspace, signal)),
        );
      }),
    'export.overview': ({ name, parts: shown, isPrinted, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = { ...asked, name, parts: shown, options: readOptions(asked) };
        const selection = await toSelection(asked, workspace);
        return onPaper(parts, isPrinted, (own) =>
          exportOverview(own, workspace, question, (report) => answerReport(report, workspace, signal), selection),
        );
      }),
    'export.pack': ({ columns, sort, by, pattern, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = {
          ...asked,
          period: asked.period,
          ...chooseExported(columns, asked.format, sort, workspace.settings()),
          options: readOptions(asked),
          allowEmpty: false,
          by,
          pattern,
        };
        const asking = {
          run: (report: Report) => answerReport(report, workspace, signal),
          select: (narrowed: Parameters<typeof toSelection>[0]) => toSelection(narrowed, workspace),
        };
        return exportPack(toExportParts(parts), workspace, question, asking, signal);
      }),
    'export.cancel': async () => files.cancel(),
  };
}
