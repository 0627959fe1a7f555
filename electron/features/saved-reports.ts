/** Saved reports: lists, saves and removes them, and writes one as a file. Spends no request. */
import type { HandlersFor, Parts } from './calls.ts';
import { toFileWords } from '#domain/exports/pack-names.ts';
import { writeChosenJson } from './files.ts';
import { refuseNewNames, requireValidPeriod, requireValidReport } from './selection.ts';

export function savedReportHandlers(parts: Parts): HandlersFor<'reports'> {
  return {
    'reports.list': async () => ({ reports: parts.workspace().journal.reports() }),
    'reports.save': async ({ id, file }) => {
      const { journal } = parts.workspace();
      const saved = journal.reports().find((report) => report.id === id);
      refuseNewNames(file, saved?.file, id);
      // A file from elsewhere may name properties that do not exist here: it is refused when it is saved, not when it is run.
      requireValidReport(file.report);
      requireValidPeriod(file.report.period);
      return journal.saveReport(file, new Date(parts.now()).toISOString(), id);
    },
    'reports.remove': async ({ id }) => ({ removed: parts.workspace().journal.removeReport(id) ?? null }),
    'reports.export': ({ file }) =>
      writeChosenJson(parts.host, `${toFileWords(file.name, 'report')}.report.json`, file),
  };
}
