/** The review queue: what to look at before billing, which people have gaps, and marks on reviewed findings. Spends no request. */
import { fail } from '../../src/contract/errors.ts';
import type { Check } from '../../src/domain/checks/check.ts';
import { findCheck } from '../../src/domain/checks/checks.ts';
import type { Weekday } from '../../src/domain/time/weeks.ts';
import { listFindings } from '../questions/checks/findings.ts';
import { exportFindings } from '../questions/exports/findings.ts';
import { markFindings } from '../questions/checks/marks.ts';
import { openRecord } from '../questions/checks/open-record.ts';
import { listPeopleWithGaps } from '../questions/checks/people.ts';
import { runChecks } from '../questions/checks/run.ts';
import type { Handlers } from './shared/handlers.ts';
import { readPreferences } from './shared/saved-preferences.ts';
import type { Parts } from './shared/context.ts';
import type { OneAtATime } from './shared/one-at-a-time.ts';
import { onPaper, toExportParts } from './shared/on-paper.ts';
import { readOptions, refusePartition } from './shared/export-options.ts';
import { chooseColumns, periodNow, selectionAt, toSelection } from './shared/selection.ts';
import { refusalTexts } from '#texts/refusals.ts';

type Methods = 'checks.run' | 'checks.findings' | 'checks.people' | 'checks.review' | 'checks.open' | 'checks.export';

/** @param files exports of findings among all others: one at a time, and cancelled as they are */
export function checkHandlers(parts: Parts, files: OneAtATime): Pick<Handlers, Methods> {
  return {
    'checks.run': async (asked, signal) => {
      const workspace = parts.workspace();
      return runChecks(workspace, await toSelection(asked, workspace), signal);
    },
    'checks.findings': async ({ check, reviewed, columns, offset, limit, ...asked }, signal) => {
      const workspace = parts.workspace();
      const known = requireCheck(check);
      const selection = await toSelection(asked, workspace);
      const page = { reviewed, columns: chooseColumns(columns), offset, limit };
      return listFindings(workspace, { check: known, selection, ...page }, signal);
    },
    'checks.people': async ({ period }, signal) => {
      const workspace = parts.workspace();
      return listPeopleWithGaps(workspace, await periodNow(period, workspace), signal);
    },
    'checks.review': async ({ check, ids, reviewed, note }) => {
      const reviewedAt = reviewed ? new Date(parts.now()).toISOString() : undefined;
      return markFindings(parts.workspace(), requireCheck(check), ids, reviewedAt, note);
    },
    'checks.open': async ({ id }) => {
      await openRecord(parts.workspace(), parts.host, readPreferences(parts).openedHosts ?? [], id);
      return { opened: true };
    },
    'checks.export': async ({ check, isPrinted, ...asked }) => {
      const workspace = parts.workspace();
      refusePartition(asked);
      const question = {
        check: check === undefined ? undefined : requireCheck(check),
        options: readOptions({ ...asked, audience: 'internal' }),
        selectionAt: (weeks: Weekday) => selectionAt(weeks, asked, workspace),
      };
      return files.run((signal) =>
        onPaper(toExportParts(parts), isPrinted, (exportParts) =>
          exportFindings(exportParts, workspace, question, signal),
        ),
      );
    },
  };
}

/** @throws AppFailure `usage`. */
function requireCheck(id: string): Check {
  return findCheck(id) ?? fail({ code: 'usage', detail: refusalTexts.noCheck(id) });
}
