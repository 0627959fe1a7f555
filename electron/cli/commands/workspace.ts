/**
 * `workspace`: saves a workspace's data to one file and loads it, renames the workspace, and repairs damaged names and settings. The file holds
 * no key, and no request is sent.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { api } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import { groupThousands } from '#domain/decimal.ts';
import { journalTexts } from '#texts/journal.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { messages, usage, labels } from '#texts/terminal/cli.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import { type CommandAction, runCancellable, type AppClient } from '../arguments/command.ts';
import { deriveOptions, option, refuse } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { formatCompleteness } from '../output/lines.ts';
import type { Terminal } from '../terminal.ts';

export const workspace = createCommand(
  'workspace',
  {
    save: createAction(
      { out: option.destination, ...deriveOptions(api['workspace.save'].input, 'sign') },
      ({ out = refuse(usage.required('--out', 'workspace save')), sign = false }) => saveWorkspace(out, sign),
    ),
    load: createAction({}, (_, [file = refuse(usage.workspaceAction)]) => loadWorkspace(file), { words: 1 }),
    rename: createAction({}, (_, [title = refuse(usage.workspaceAction)]) => renameWorkspace(title), { words: 1 }),
    restore: createAction({ rest: option.flag }, ({ rest }) => restoreNames(rest ? 'rest' : 'copy')),
  },
  { handlesInterruption: true, refusal: usage.workspaceAction },
);

function saveWorkspace(out: string, sign: boolean): CommandAction {
  return async ({ openApp, print, terminal }) => {
    const app = await openApp({ key: sign, out });
    const saved = await showProgress(terminal, app, messages.saving, () => app.call('workspace.save', { sign }));
    if (saved === null) return fail({ code: 'cancelled' });
    await print(saved, () => [labels.written(groupThousands(saved.records), out), formatCompleteness(saved)]);
    if (saved.refused.length > 0) terminal.say(refusedSettingTexts.notSaved(saved.refused));
    return DONE;
  };
}

function loadWorkspace(file: string): CommandAction {
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

function renameWorkspace(title: string): CommandAction {
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { name, label: before } = await app.call('workspace.state', {});
    const { label } = await app.call('workspace.rename', { name, title });
    await print({ name, before, label }, () => [labels.renamed(before, label)]);
    return DONE;
  };
}

/** Restores damaged names and settings from the last good copy, or from what is still readable, and sets the damaged file aside. */
function restoreNames(from: 'rest' | 'copy'): CommandAction {
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
