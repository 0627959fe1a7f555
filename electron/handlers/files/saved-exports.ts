/** Saved exports: lists them with what is due, saves, removes them and writes one's definition as a file. Spends no request. */
import { basename } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import type { RunState, SavedExport } from '../../../src/contract/saved-exports.ts';
import type { ExportDefinition, NamedDefinition } from '../../../src/domain/exports/definition.ts';
import { settleOptions } from '../../../src/domain/exports/options.ts';
import {
  applyProfile,
  findOnlyClient,
  findProfile,
  type ClientProfile,
} from '../../../src/domain/exports/saved/profile.ts';
import { isSameRhythm } from '../../../src/domain/exports/saved/rhythm.ts';
import { findPeriodProblem } from '../../../src/domain/time/period.ts';
import { writeAtomically } from '../../exports/atomic-file.ts';
import { withDue } from '../../questions/exports/due.ts';
import type { Handlers } from '../shared/handlers.ts';
import type { Parts } from '../shared/context.ts';
import { toFileWords } from '../shared/file-words.ts';
import { checkedGroups, checkedReport, chooseColumns, periodContext, toReadableSort } from '../shared/selection.ts';

type Methods = 'exports.list' | 'exports.save' | 'exports.remove' | 'exports.export';

export function savedExportHandlers(parts: Parts): Pick<Handlers, Methods> {
  return {
    'exports.list': async () => {
      const workspace = parts.workspace();
      const context = await periodContext(workspace);
      const exports = workspace.journal.exports().map((saved) => withDue(saved, context));
      return { exports, today: context.today };
    },
    'exports.save': async ({ id, definition, state }) => {
      const workspace = parts.workspace();
      const { journal } = workspace;
      assertRuns(definition, workspace.settings().clientProfiles);
      const before = id === undefined ? undefined : journal.savedExport(id);
      const kept = state ?? nextState(before, definition, workspace.today());
      return journal.saveExport(definition, new Date(parts.now()).toISOString(), kept, id);
    },
    'exports.remove': async ({ id }) => ({ removed: parts.workspace().journal.removeExport(id) ?? null }),
    'exports.export': async ({ definition }) => {
      const name = toFileWords(definition.name ?? '', 'export');
      const destination = await parts.host.chooseDestination(`${name}.export.json`);
      if (!destination) return null;
      await writeAtomically(destination.path, (out) => out.write(`${JSON.stringify(definition, null, 2)}\n`));
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
  };
}

/** A rhythm begins on the day it was set; days before it, or of another rhythm, are not due any more. */
function nextState(before: SavedExport | undefined, definition: NamedDefinition, today: string): RunState {
  if (before && isSameRhythm(before.definition, definition)) return before.state;
  const { rhythm } = definition;
  const { lastRun, lastEmpty } = before?.state ?? {};
  return { ...(rhythm && { since: today }), ...(lastRun && { lastRun }), ...(lastEmpty && { lastEmpty }) };
}

/**
 * A file from elsewhere may name properties that do not exist here: reported when it is saved, not when it is run. @throws AppFailure
 * `usage`, `filter-invalid`
 */
function assertRuns({ records, report, options }: ExportDefinition, profiles: readonly ClientProfile[]): void {
  if (report) checkedReport(report);
  if (records) {
    checkedGroups(records.filterGroups);
    chooseColumns(records.columns);
    toReadableSort(records.sort);
  }
  const period = (records ?? report)?.period;
  const problem = period === undefined ? undefined : findPeriodProblem(period);
  if (problem !== undefined) fail({ code: 'usage', detail: problem });
  const profile = findProfile(profiles, findOnlyClient((records ?? report)?.filterGroups ?? []));
  // For internal use each run says so itself.
  const applied = applyProfile(options, profile, false);
  if (!applied.ok) return fail({ code: 'usage', detail: applied.problem });
  const settled = settleOptions(applied.options);
  if (!settled.ok) fail({ code: 'usage', detail: settled.problem });
}
