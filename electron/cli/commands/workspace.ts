/**
 * `workspace`: writes a workspace's data to one file and reads it back; repairs damaged names and settings. Holds no key, spends no
 * request.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import { said, usage, words } from '#texts/terminal/cli.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { groupThousands } from '../../../src/domain/thousands.ts';
import { journalTexts } from '#texts/journal.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Caller } from '../caller.ts';
import { cancelling } from '../cancelling.ts';
import type { Command, Work } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { sealLine } from '../output/lines.ts';
import type { Terminal } from '../terminal.ts';
import { MANIFEST_SIGNATURE } from '../../workspace-file/manifest.ts';
import { destination, flag, refuse, requiredText } from '../arguments/option-values.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

const NAME = 'workspace';

export const workspace: Command = {
  name: NAME,
  options: { out: 'text', rest: 'flag', sign: 'flag' },
  handlesInterruption: true,
  prepare: (args) => {
    const [action, file, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    if (action !== 'save' && flag(args, 'sign')) refuse(usage.foreignOption('--sign', `${NAME} ${action}`));
    if (action === 'restore') return restore(args, file);
    if (flag(args, 'rest')) refuse(usage.foreignOption('--rest', `${NAME} ${action}`));
    if (action === 'save') return save(args, file);
    if (action === 'load') return load(args, file);
    return refuse(usage.workspaceAction);
  },
};

function save(args: Arguments, extra: string | undefined): Work {
  if (extra !== undefined) refuse(usage.tooManyArguments(`${NAME} save`, extra));
  const out = destination(requiredText(args, 'out', `${NAME} save`));
  return async ({ openApp, print, terminal }) => {
    const sign = flag(args, 'sign');
    const app = await openApp({ key: sign, out });
    const saved = await watching(terminal, app, said.saving, () => app.call('workspace.save', { sign }));
    if (saved === null) return fail({ code: 'cancelled' });
    await print(saved, () => [words.written(count(saved.records), out), sealLine(saved)]);
    if (saved.refused.length > 0) terminal.say(refusedSettingTexts.notSaved(saved.refused));
    return DONE;
  };
}

function load(args: Arguments, file: string | undefined): Work {
  if (file === undefined) return refuse(usage.workspaceAction);
  if (args.options.has('out')) refuse(usage.foreignOption('--out', `${NAME} load`));
  const source = resolve(file);
  if (!statSync(source, { throwIfNoEntry: false })?.isFile()) refuse(usage.noFile(source));
  return async ({ openApp, print, terminal }) => {
    const app = await openApp({ key: mayBeSigned(source), source });
    const { name } = await app.call('workspace.state', {});
    const loaded = await watching(terminal, app, said.loading, () => app.call('workspace.load', { name }));
    if (loaded === null) return fail({ code: 'cancelled' });
    await print(loaded, () => [words.held(count(loaded.records), null), sealLine(loaded)]);
    if (loaded.signature) terminal.say(said.fileSignedBy(loaded.signature.fingerprint, loaded.signature.own));
    if (loaded.workspace.baseUrl !== null) terminal.say(said.belongsTo(loaded.workspace.baseUrl));
    terminal.say(said.leftBehind);
    return DONE;
  };
}

/** The signature comes last. The keychain is asked for this app's key only where there is one to compare with it. */
function mayBeSigned(source: string): boolean {
  const file = openSync(source, 'r');
  try {
    const end = Buffer.alloc(4096);
    readSync(file, end, 0, end.length, Math.max(0, fstatSync(file).size - end.length));
    return end.includes(MANIFEST_SIGNATURE);
  } finally {
    closeSync(file);
  }
}

/** A large workspace takes a while: progress is shown, and Ctrl-C leaves everything as it was. */
async function watching<T>(
  terminal: Terminal,
  app: Caller,
  progress: (done: string, total: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const unsubscribe = app.subscribe((event) => {
    if (event.event === 'workspace.progress')
      terminal.progress(progress(count(event.payload.done), count(event.payload.total)));
  });
  try {
    return await cancelling(terminal, app, 'workspace.cancel', work);
  } finally {
    unsubscribe();
    terminal.progress('');
  }
}

/** Damaged names and settings: the last good copy of them, or what can still be read, and the damaged file set aside. */
function restore(args: Arguments, extra: string | undefined): Work {
  if (extra !== undefined) refuse(usage.tooManyArguments(`${NAME} restore`, extra));
  if (args.options.has('out')) refuse(usage.foreignOption('--out', `${NAME} restore`));
  const from = flag(args, 'rest') ? 'rest' : 'copy';
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false, mends: true });
    const { damage } = await app.call('journal.state', {});
    const { setAside, contents } = await app.call('journal.mend', { from });
    const copyOf = from === 'copy' ? (damage?.copy?.day ?? null) : null;
    await print({ from, copyOf, setAside, contents }, () => [
      journalTexts.done(setAside),
      journalTexts.mended(contents, groupThousands),
    ]);
    return DONE;
  };
}
