/**
 * `workspace`: saves a workspace's data to one file and loads it, renames the workspace, and repairs damaged names and settings. The file holds
 * no key, and no request is sent.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '#contract/errors.ts';
import { groupThousands } from '#domain/decimal.ts';
import { journalTexts } from '#texts/journal.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { messages, usage, labels } from '#texts/terminal/cli.ts';
import { type Command, type CommandAction, runCancellable, type AppClient } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords, type Arguments } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { formatCompleteness } from '../output/lines.ts';
import type { Terminal } from '../terminal.ts';

const NAME = 'workspace';
const options = { out: option.destination, rest: option.flag, sign: option.flag };

export const workspace: Command = {
  name: NAME,
  options,
  handlesInterruption: true,
  prepare: (args) => {
    const [action, file] = args.positionals;
    refuseMoreWords(args, NAME, 2);
    if (action !== 'save') refuseOption(args, 'sign', action);
    if (action !== 'restore') refuseOption(args, 'rest', action);
    if (action === 'save') return saveWorkspace(args);
    if (action === 'load') return loadWorkspace(args, file);
    if (action === 'rename') return renameWorkspace(args, file);
    return action === 'restore' ? restoreNames(args) : refuse(usage.workspaceAction);
  },
};

/** An option of a different action is a usage error and is not ignored. */
function refuseOption(args: Arguments, name: keyof typeof options, action: string | undefined): void {
  if (args.options.has(name)) refuse(usage.foreignOption(`--${name}`, `${NAME} ${action}`));
}

function saveWorkspace(args: Arguments): CommandAction {
  refuseMoreWords(args, `${NAME} save`, 1);
  const { out = refuse(usage.required('--out', `${NAME} save`)), sign = false } = readOptions(args, options);
  return async ({ openApp, print, terminal }) => {
    const app = await openApp({ key: sign, out });
    const saved = await showProgress(terminal, app, messages.saving, () => app.call('workspace.save', { sign }));
    if (saved === null) return fail({ code: 'cancelled' });
    await print(saved, () => [labels.written(groupThousands(saved.records), out), formatCompleteness(saved)]);
    if (saved.refused.length > 0) terminal.say(refusedSettingTexts.notSaved(saved.refused));
    return DONE;
  };
}

function loadWorkspace(args: Arguments, file: string | undefined): CommandAction {
  if (file === undefined) return refuse(usage.workspaceAction);
  refuseOption(args, 'out', 'load');
  const source = resolve(file);
  if (!statSync(source, { throwIfNoEntry: false })?.isFile()) refuse(usage.noFile(source));
  return async ({ openApp, print, terminal }) => {
    const app = await openApp({ key: await couldBeSigned(source), source });
    const { name } = await app.call('workspace.state', {});
    const loaded = await showProgress(terminal, app, messages.loading, () => app.call('workspace.load', { name }));
    if (loaded === null) return fail({ code: 'cancelled' });
    await print(loaded, () => [labels.held(groupThousands(loaded.records), null), formatCompleteness(loaded)]);
    if (loaded.signature) terminal.say(messages.fileSignedBy(loaded.signature.fingerprint, loaded.signature.own));
    if (loaded.workspace.baseUrl !== null) terminal.say(messages.belongsTo(loaded.workspace.baseUrl));
    terminal.say(messages.leftBehind);
    return DONE;
  };
}

/** Looks for a signature at the file's end: the keychain is opened only if there is one to compare with this app's key. */
async function couldBeSigned(source: string): Promise<boolean> {
  // This import loads the engine of the snapshot, which other commands do not need.
  const { MANIFEST_SIGNATURE } = await import('#electron/features/workspace-file/manifest.ts');
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
async function showProgress<T>(
  terminal: Terminal,
  app: AppClient,
  describe: (done: string, total: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const unsubscribe = app.subscribe((event) => {
    if (event.event !== 'workspace.progress') return;
    const { done, total } = event.payload;
    terminal.progress(describe(groupThousands(done), groupThousands(total)));
  });
  try {
    return await runCancellable(terminal, app, 'workspace.cancel', work);
  } finally {
    unsubscribe();
    terminal.progress('');
  }
}

function renameWorkspace(args: Arguments, title: string | undefined): CommandAction {
  if (title === undefined) return refuse(usage.workspaceAction);
  refuseOption(args, 'out', 'rename');
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { name, label: before } = await app.call('workspace.state', {});
    const { label } = await app.call('workspace.rename', { name, title });
    await print({ name, before, label }, () => [labels.renamed(before, label)]);
    return DONE;
  };
}

/** Restores damaged names and settings from the last good copy, or from what is still readable, and sets the damaged file aside. */
function restoreNames(args: Arguments): CommandAction {
  refuseMoreWords(args, `${NAME} restore`, 1);
  refuseOption(args, 'out', 'restore');
  const from = args.options.has('rest') ? 'rest' : 'copy';
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false, repairs: true });
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
