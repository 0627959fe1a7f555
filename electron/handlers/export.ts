/** Exports records and reports: a complete file with its manifest, or none. */
import type { Parts } from './shared/context.ts';
import { runPack, runRecords, runReport, type Running } from './shared/export-runs.ts';
import { writeOverview } from './files/overview-file.ts';
import { runDefinition } from './files/run-definition.ts';
import type { Handlers } from './shared/handlers.ts';
import type { OneAtATime } from './shared/one-at-a-time.ts';
import { toExportParts } from './shared/on-paper.ts';

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
    'export.overview': (asked) => run((running) => writeOverview(asked, running)),
    'export.pack': (asked) => run((running) => runPack(asked, running)),
    'exports.run': (asked) => run((running) => runDefinition(asked, running, parts.now)),
    'export.cancel': async () => files.cancel(),
  };
}
