/** `export --due`: runs every saved export that is due, each over the days its period had on its day. */
import { AppFailure, type AppError } from '../../../src/contract/errors.ts';
import type { DueRun, ListedExport } from '../../../src/contract/saved-exports.ts';
import { audiences } from '../../../src/domain/exports/options.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { usage } from '#texts/terminal/cli.ts';
import { exportsTexts as texts } from '#texts/terminal/exports.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Context, Work } from '../arguments/command.ts';
import { destinationFolder, flag, readChoice, refuse, requiredText } from '../arguments/option-values.ts';
import type { Caller } from '../caller.ts';
import { CANCELLED, DONE, PARTIAL, toExitCode } from '../output/exit-codes.ts';
import { followExport, listTold, type Written } from '../output/export.ts';
import { failureDocument, failureSentence } from '../output/failure.ts';

const own = new Set(['due', 'out', 'replace', 'allow-empty', 'audience']);

interface Ran {
  readonly name: string;
  readonly due: string;
  readonly period: DueRun['period'];
  readonly file?: string;
  readonly written?: Written;
  readonly error?: AppError;
}

/** @param known the options of `export`, the global ones left out */
export function prepareDue(args: Arguments, known: Readonly<Record<string, unknown>>): Work {
  const [named] = args.positionals;
  if (named !== undefined) refuse(usage.tooManyArguments('export --due', named));
  const foreign = Object.keys(known).find((option) => args.options.has(option) && !own.has(option));
  if (foreign !== undefined) refuse(texts.dueAlone(`--${foreign}`));
  const folder = destinationFolder(requiredText(args, 'out', 'export --due'));
  const allowEmpty = flag(args, 'allow-empty');
  const audience = readChoice(args, 'audience', audiences);
  if (audience === 'client') refuse(texts.dueAlone('--audience client'));
  return async (context) => {
    const app = await context.openApp({ key: 'on-demand', folder, replaces: flag(args, 'replace') });
    const { exports } = await app.call('exports.list', {});
    const ran: Ran[] = [];
    for (const saved of exports) {
      for (const [at, due] of saved.due.entries()) {
        const run = await runOne(context, app, { saved, due, allowEmpty, isInternal: audience === 'internal' });
        ran.push(run);
        const isAnswered = run.written?.complete === true || (await isAnsweredEmpty(app, saved, run));
        say(context, run, isAnswered ? [] : saved.due.slice(at + 1));
        if (run.error?.code === 'cancelled') return finish(context, ran);
        // What comes later would count as its answer too.
        if (!isAnswered) break;
      }
    }
    return finish(context, ran);
  };
}

/** Whether there was nothing to write, and the day is answered by that: where no record can be missing. */
async function isAnsweredEmpty(app: Caller, { id }: ListedExport, { due, error }: Ran): Promise<boolean> {
  if (error?.code !== 'nothing-matched') return false;
  const { exports } = await app.call('exports.list', {});
  return exports.some((each) => each.id === id && each.due.every(({ day }) => day !== due));
}

interface Asked {
  readonly saved: ListedExport;
  readonly due: DueRun;
  readonly allowEmpty: boolean;
  readonly isInternal: boolean;
}

async function runOne(context: Context, app: Caller, { saved, due, allowEmpty, isInternal }: Asked): Promise<Ran> {
  const { pack, options } = saved.definition;
  // Confirms what was saved as internal; what is for a client stays so.
  const confirmed = isInternal && options.audience === 'internal' ? { audience: 'internal' as const } : {};
  const run = { name: saved.definition.name, due: due.day, period: due.period };
  try {
    const { file, written } = await followExport(context, app, () =>
      app.call('exports.run', { id: saved.id, due: due.day, options: confirmed, allowEmpty: allowEmpty && !pack }),
    );
    return { ...run, file, written };
  } catch (fault) {
    if (!(fault instanceof AppFailure)) throw fault;
    return { ...run, error: fault.error };
  }
}

/** What goes wrong is said at once, on standard error. */
function say({ terminal }: Context, { name, due, error }: Ran, later: readonly DueRun[]): void {
  if (error) terminal.say(texts.failed(name, due, failureSentence(error)));
  if (later.length > 0)
    terminal.say(
      texts.waiting(
        name,
        later.map(({ day }) => day),
      ),
    );
}

async function finish({ print }: Context, ran: readonly Ran[]): Promise<number> {
  const runs = ran.map(({ error, written, ...run }) => ({
    ...run,
    ...(written && pickTold(written)),
    ...(error && failureDocument(error)),
  }));
  await print({ runs }, () =>
    ran.length === 0
      ? [texts.nothingDue]
      : ran.flatMap(({ name, due, file = '', written }) =>
          written
            ? [texts.written(name, due, count(written.records), file, written.complete), ...listTold(written)]
            : [],
        ),
  );
  const [failed] = ran.flatMap(({ error }) => error ?? []);
  if (ran.some(({ error }) => error?.code === 'cancelled')) return CANCELLED;
  if (failed) return toExitCode(failed.code);
  return ran.every(({ written }) => written?.complete) ? DONE : PARTIAL;
}

/** What the lines tell, for programs. */
function pickTold(written: Written) {
  const { sha256, records, complete, guarded, unreadable, profiled, withheld, signedBy } = written;
  const holds = 'files' in written ? undefined : written.holds;
  return { sha256, records, complete, guarded, unreadable, profiled, withheld, holds, signedBy };
}
