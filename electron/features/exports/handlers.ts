/** Exports records, reports and findings of checks: a complete file with its manifest, or none. */
import type { Weekday } from '#domain/time/weeks.ts';
import type { HandlersFor, TaskRunner, HandlerContext } from '#electron/features/calls.ts';
import { requireCheck } from '#electron/features/checks.ts';
import { resolveSelectionBy } from '#electron/features/selection.ts';
import { readOptions, refusePartition, runPack, runRecords, runReport, type Running } from './export-runs.ts';
import { exportChanges } from './changes.ts';
import { exportFindings } from './findings.ts';
import { toExportContext, writePrintable } from './on-paper.ts';
import { writeOverview } from './overview.ts';
import { runDefinition } from './saved-exports.ts';

export function exportHandlers(
  context: HandlerContext,
  files: TaskRunner,
): Omit<HandlersFor<'export' | 'exports.run' | 'checks.export'>, 'export.picture' | 'export.verify'> {
  const run = <T>(work: (running: Running) => Promise<T>) =>
    files.run((signal) =>
      work({ context: toExportContext(context), workspace: context.workspace(), signal, isStored: false }),
    );
  return {
    'export.run': (request) => run((running) => runRecords(request, running)),
    'export.report': (request) => run((running) => runReport(request, running)),
    'export.overview': (request) => run((running) => writeOverview(request, running)),
    'export.pack': (request) => run((running) => runPack(request, running)),
    'exports.run': (request) => run((running) => runDefinition(request, running, context.now)),
    'checks.export': async (input) => {
      refusePartition(input);
      const check = input.check === undefined ? undefined : requireCheck(input.check);
      const options = readOptions({ ...input, audience: 'internal' });
      return run(({ context: exportContext, workspace, signal }) => {
        const selectBy = (weeks: Weekday) => resolveSelectionBy(weeks, input, workspace);
        const request = { check, options, selectionAt: selectBy };
        return writePrintable(exportContext, input.isPrinted, (printed) =>
          exportFindings(printed, workspace, request, signal),
        );
      });
    },
    'export.changes': async ({ isPrinted, ...input }) => {
      refusePartition(input);
      const options = readOptions({ ...input, audience: 'internal' });
      const request = { input, options, now: context.now() };
      return run(({ context: exportContext, workspace, signal }) =>
        writePrintable(exportContext, isPrinted, (printed) => exportChanges(printed, workspace, request, signal)),
      );
    },
    'export.cancel': async () => files.cancel(),
  };
}
