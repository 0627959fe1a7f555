/** Saved reports: lists, saves, removes them and writes one as a file. Spends no request. */
import { basename } from 'node:path';
import { fail } from '../../src/contract/errors.ts';
import { findPeriodProblem } from '../../src/domain/time/period.ts';
import { findNewProblem } from '../../src/domain/reports/definition/check.ts';
import type { Report } from '../../src/domain/reports/definition/report.ts';
import { writeAtomically } from '../exports/atomic-file.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { toFileWords } from './shared/file-words.ts';
import { checkedReport } from './shared/selection.ts';

type Methods = 'reports.list' | 'reports.save' | 'reports.remove' | 'reports.export';

export function savedReportHandlers(parts: Parts): Pick<Handlers, Methods> {
  return {
    'reports.list': async () => ({ reports: parts.workspace().journal.reports() }),
    'reports.save': async ({ id, file }) => {
      const workspace = parts.workspace();
      const before = workspace.journal.reports().find((saved) => saved.id === id);
      // Under the id of none it was removed, and comes back as it was.
      const isBack = id !== undefined && !before;
      const problem = isBack ? undefined : findNewProblem(file.report, before?.file.report.measures);
      if (problem !== undefined) fail({ code: 'usage', detail: problem });
      assertRuns(file.report);
      return workspace.journal.saveReport(file, new Date(parts.now()).toISOString(), id);
    },
    'reports.remove': async ({ id }) => ({ removed: parts.workspace().journal.removeReport(id) ?? null }),
    'reports.export': async ({ file }) => {
      const destination = await parts.host.chooseDestination(`${toFileWords(file.name, 'report')}.report.json`);
      if (!destination) return null;
      await writeAtomically(destination.path, (out) => out.write(`${JSON.stringify(file, null, 2)}\n`));
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
  };
}

/**
 * A file from elsewhere may name properties that do not exist here: reported when it is saved, not when it is run. @throws AppFailure
 * `usage`, `filter-invalid`
 */
function assertRuns(report: Report): void {
  checkedReport(report);
  const problem = report.period === undefined ? undefined : findPeriodProblem(report.period);
  if (problem !== undefined) fail({ code: 'usage', detail: problem });
}
