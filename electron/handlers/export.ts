/** Exports records and reports: a complete file with its manifest, or none. */
import type { Report } from '../../src/domain/reports/definition/report.ts';
import { exportOverview } from '../questions/exports/overview.ts';
import { answerReport } from './shared/answer-report.ts';
import type { Parts } from './shared/context.ts';
import { runPack, runRecords, runReport, type Running } from './shared/export-runs.ts';
import { runDefinition } from './files/run-definition.ts';
import type { Handlers } from './shared/handlers.ts';
import { readOptions } from './shared/export-options.ts';
import type { OneAtATime } from './shared/one-at-a-time.ts';
import { onPaper, toExportParts } from './shared/on-paper.ts';
import { toSelection } from './shared/selection.ts';

export function exportHandlers(
  parts: Parts,
  files: OneAtATime,
): Pick<
  Handlers,
  'export.run' | 'export.report' | 'export.overview' | 'export.pack' | 'export.cancel' | 'exports.run'
> {
  const run = <T>(work: (running: Running) => Promise<T>) =>
    files.run((signal) => work({ parts: toExportParts(parts), workspace: parts.workspace(), signal, isStored: false }));
  return {
    'export.run': (asked) => run((running) => runRecords(asked, running)),
    'export.report': (asked) => run((running) => runReport(asked, running)),
    'export.overview': ({ name, parts: shown, isPrinted, ...asked }) =>
      run(async ({ parts: own, workspace, signal }) => {
        const options = readOptions({ ...asked, audience: 'internal' });
        const question = { ...asked, name, parts: shown, options };
        const selection = await toSelection(asked, workspace);
        const asking = { run: (each: Report) => answerReport(each, workspace, signal), selection, signal };
        return onPaper(own, isPrinted, (paper) => exportOverview(paper, workspace, question, asking));
      }),
    'export.pack': (asked) => run((running) => runPack(asked, running)),
    'exports.run': (asked) => run((running) => runDefinition(asked, running, parts.now)),
    'export.cancel': async () => files.cancel(),
  };
}
