/** `export --due`: runs all saved exports that are due, each over its period as of its due day. */
import { AppFailure, type AppError } from '#contract/errors.ts';
import type { DueRun, ListedExport } from '#contract/saved-exports.ts';
import { exportOptionsSchema } from '#domain/exports/options.ts';
import { groupThousands } from '#domain/decimal.ts';
import { usage } from '#texts/terminal/cli.ts';
import { exportsTexts as texts } from '#texts/terminal/commands.ts';
import { createAction } from '../arguments/actions.ts';
import type { Context, CommandAction, AppClient } from '../arguments/command.ts';
import { deriveOptions, option, refuse } from '../arguments/option-values.ts';
import { describeContents, runWithProgress, type WrittenManifest } from '../output/export.ts';
import { CANCELLED, DONE, toFailureJson, formatFailure, PARTIAL, toExitCode } from '../output/failure.ts';

const dueOptions = {
  due: option.flag,
  out: option.destinationFolder,
  replace: option.flag,
  'allow-empty': option.flag,
  ...deriveOptions(exportOptionsSchema, 'audience'),
};

/** Each export runs as it was saved, so the options of a single one are refused. */
export const dueAction = createAction(
  dueOptions,
  ({ out: folder = refuse(usage.required('--out', 'export --due')), replace: replaces = false, ...choices }) => {
    const { allowEmpty = false, audience } = choices;
    if (audience === 'client') refuse(texts.dueAlone('--audience client'));
    return runDue({ folder, replaces, allowEmpty, isInternal: audience === 'internal' });
  },
  { foreignOption: texts.dueAlone },
);

interface Run {
  readonly name: string;
  readonly due: string;
  readonly period: DueRun['period'];
  readonly file?: string;
  readonly written?: WrittenManifest;
  readonly error?: AppError;
}

interface DueChoices extends Pick<Task, 'allowEmpty' | 'isInternal'> {
  readonly folder: string;
  readonly replaces: boolean;
}

function runDue({ folder, replaces, ...choices }: DueChoices): CommandAction {
  return async (context) => {
    const app = await context.openApp({ key: 'on-demand', folder, replaces });
    const { exports } = await app.call('exports.list', {});
    const runs: Run[] = [];
    for (const saved of exports) {
      for (const [index, due] of saved.due.entries()) {
        const run = await runTask(context, app, { saved, due, ...choices });
        runs.push(run);
        const isSettled = run.written?.complete === true || (await isSettledEmpty(app, saved, run));
        reportProblems(context, run, isSettled ? [] : saved.due.slice(index + 1));
        if (run.error?.code === 'cancelled') return finish(context, runs);
        // A later run would count for this due day too.
        if (!isSettled) break;
      }
    }
    return finish(context, runs);
  };
}

/** Tells whether nothing matched, which settles the due day because no record can be missing. */
async function isSettledEmpty(app: AppClient, { id }: ListedExport, { due, error }: Run): Promise<boolean> {
  if (error?.code !== 'nothing-matched') return false;
  const { exports } = await app.call('exports.list', {});
  return exports.some((saved) => saved.id === id && saved.due.every(({ day }) => day !== due));
}

interface Task {
  readonly saved: ListedExport;
  readonly due: DueRun;
  readonly allowEmpty: boolean;
  readonly isInternal: boolean;
}

async function runTask({ terminal }: Context, app: AppClient, task: Task): Promise<Run> {
  const { saved, due, allowEmpty, isInternal } = task;
  const { name, pack, options } = saved.definition;
  // Confirms that a saved internal export is internal; an export for a client stays for a client.
  const confirmed = isInternal && options.audience === 'internal' ? { audience: 'internal' as const } : {};
  const run = { name, due: due.day, period: due.period };
  try {
    const { file, written } = await runWithProgress(terminal, app, () =>
      app.call('exports.run', { id: saved.id, due: due.day, options: confirmed, allowEmpty: allowEmpty && !pack }),
    );
    return { ...run, file, written };
  } catch (fault) {
    if (!(fault instanceof AppFailure)) throw fault;
    return { ...run, error: fault.error };
  }
}

function reportProblems({ terminal }: Context, { name, due, error }: Run, waiting: readonly DueRun[]): void {
  const days = waiting.map(({ day }) => day);
  if (error) terminal.say(texts.failed(name, due, formatFailure(error)));
  if (days.length > 0) terminal.say(texts.waiting(name, days));
}

async function finish({ print }: Context, runs: readonly Run[]): Promise<number> {
  const documents = runs.map(({ error, written, ...run }) => ({
    ...run,
    ...(written && toDocument(written)),
    ...(error && toFailureJson(error)),
  }));
  await print({ runs: documents }, () => (runs.length === 0 ? [texts.nothingDue] : runs.flatMap(formatRun)));
  if (runs.some(({ error }) => error?.code === 'cancelled')) return CANCELLED;
  const failed = runs.find(({ error }) => error);
  if (failed?.error) return toExitCode(failed.error.code);
  return runs.every(({ written }) => written?.complete) ? DONE : PARTIAL;
}

function formatRun({ name, due, file = '', written }: Run): string[] {
  if (!written) return [];
  const records = groupThousands(written.records);
  return [texts.written(name, due, records, file, written.complete), ...describeContents(written)];
}

function toDocument(written: WrittenManifest) {
  const { sha256, records, complete, guarded, unreadable, profiled, withheld, signedBy, formerFormat } = written;
  const holds = 'files' in written ? undefined : written.holds;
  return { sha256, records, complete, guarded, unreadable, profiled, withheld, holds, signedBy, formerFormat };
}
