/** One run of a command: opens the workspace when the command asks for it, prints its result, closes what was opened. */
import { fail } from '../../src/contract/errors.ts';
import { changesFigures } from '../../src/domain/settings.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import { groupThousands } from '../../src/domain/thousands.ts';
import { journalTexts } from '#texts/journal.ts';
import type { App } from '../app/app.ts';
import { dataDirectoryPath } from '../host/data-directory.ts';
import { toPrintable, toPrintableJson } from '../host/printable.ts';
import { appVersion } from '../host/version.ts';
import { toCaller, type Caller } from './caller.ts';
import type { Context, Needs } from './arguments/command.ts';
import { dataFolder } from './arguments/data-folder.ts';
import { sayRefused } from './output/refused-settings.ts';
import type { GlobalOptions } from './arguments/global-options.ts';
import { terminalHost } from './terminal-host.ts';
import type { Terminal } from './terminal.ts';

export interface Session {
  readonly context: Context;
  close(): Promise<void>;
}

export function openSession(terminal: Terminal, options: GlobalOptions): Session {
  let app: App | undefined;
  const openApp = async (needs: Needs = {}) => {
    const dataDirectory = dataFolder(options.dataDirectory);
    // Help and wrong use answer at once: only a command that opens a workspace loads the stores.
    const { createApp } = await import('../app/app.ts');
    app = await createApp({
      host: await terminalHost({
        keychain: options.keyFromInput ? false : (needs.key ?? true),
        out: needs.out,
        folder: needs.folder,
        replaces: needs.replaces ?? true,
        source: needs.source,
      }),
      dataDirectory,
      workspace: options.workspace,
      version: appVersion,
      ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
      ...(options.keyFromInput && { key: () => readKey(terminal) }),
      ...(options.quotaLimit !== undefined && { quotaLimit: options.quotaLimit }),
      ...(options.rate !== undefined && { rate: options.rate }),
    });
    const caller = toCaller(app);
    if (!needs.mends) await tellDamage(caller, terminal);
    await sayRefused(caller, terminal, changesFigures);
    if (needs.service) await checkAddress(caller);
    return caller;
  };
  const readSavedReports: Context['readSavedReports'] = async () => {
    const kept = await import('../workspace/saved-reports.ts');
    return kept.readSavedReports(dataDirectoryPath(options.dataDirectory), options.workspace);
  };
  const namesBeside: Context['namesBeside'] = async () => {
    const beside = await import('../workspace/names-beside.ts');
    return beside.namesBeside(dataDirectoryPath(options.dataDirectory), options.workspace);
  };
  const print: Context['print'] = (document, lines) =>
    terminal.out(
      options.json
        ? `${toPrintableJson(document)}\n`
        : lines()
            .map((line) => `${toPrintable(line)}\n`)
            .join(''),
    );
  return {
    context: { terminal, options, openApp, readSavedReports, namesBeside, print },
    close: async () => app?.close(),
  };
}

async function readKey(terminal: Terminal): Promise<string> {
  const given = (await terminal.input.secretLine(said.keyPrompt))?.trim();
  return given ? given : fail({ code: 'key-missing' });
}

/** Reports damaged names and settings, whatever the command answers. */
async function tellDamage(app: Caller, terminal: Terminal): Promise<void> {
  const { damage, preferencesSetAside } = await app.call('journal.state', {});
  if (preferencesSetAside !== null) terminal.say(journalTexts.preferences(preferencesSetAside));
  if (damage) terminal.say(journalTexts.terminal(damage, groupThousands));
}

async function checkAddress(app: Caller): Promise<void> {
  const { kind, name } = await app.call('workspace.state', {});
  if (kind === 'new') fail({ code: 'usage', detail: usage.noAddress(name) });
}
