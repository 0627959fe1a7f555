/** One run of a command: opens the workspace when the command asks for it, prints its result, closes what was opened. */
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { isFigureSetting } from '#domain/settings.ts';
import { groupThousands } from '#domain/decimal.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { journalTexts } from '#texts/journal.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import type { App } from '#electron/app/app.ts';
import { getDataDirectoryPath } from '#electron/host/data-directory.ts';
import type { Host, Secrets } from '#electron/host/host.ts';
import { openSecrets } from '#electron/host/keychain.ts';
import { toPrintable, toPrintableJson } from '#electron/host/printable.ts';
import { appVersion } from '#electron/host/version.ts';
import type { GlobalOptions } from './arguments/arguments.ts';
import { type Context, type Needs, toCaller, type Caller } from './arguments/command.ts';
import { resolveDataFolder } from './arguments/option-values.ts';
import { sayRefused } from './output/lines.ts';
import type { Terminal } from './terminal.ts';

export interface Session {
  readonly context: Context;
  close(): Promise<void>;
}

/** @param asKnown the moment of the past that the command is about; undefined for today */
export function openSession(terminal: Terminal, options: GlobalOptions, asKnown?: string): Session {
  const { workspace, dataDir, baseUrl, quotaLimit, rate } = options;
  let app: App | undefined;
  const openApp = async (needs: Needs = {}) => {
    const dataDirectory = resolveDataFolder(dataDir);
    // Help and wrong use answer at once: only a command that opens a workspace loads the stores.
    const { createApp } = await import('#electron/app/app.ts');
    app = await createApp({
      host: await createTerminalHost(options.keyStdin ? { ...needs, key: false } : needs),
      dataDirectory,
      workspace,
      version: appVersion,
      baseUrl,
      quotaLimit,
      rate,
      key: options.keyStdin ? () => readKey(terminal) : undefined,
    });
    const caller = toCaller(app, asKnown);
    if (!needs.repairs) await sayDamage(caller, terminal);
    await sayRefused(caller, terminal, isFigureSetting);
    if (needs.service) await requireAddress(caller);
    return caller;
  };
  const readSavedReports: Context['readSavedReports'] = async () => {
    const reader = await import('#electron/workspace/saved-reports.ts');
    return reader.readSavedReports(getDataDirectoryPath(dataDir), workspace);
  };
  const openSharedNames: Context['openSharedNames'] = async () => {
    const reader = await import('#electron/workspace/saved-reports.ts');
    return reader.openSharedNames(getDataDirectoryPath(dataDir), workspace);
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
    context: { terminal, options, openApp, readSavedReports, openSharedNames, print },
    close: async () => app?.close(),
  };
}

async function readKey(terminal: Terminal): Promise<string> {
  const key = (await terminal.input.secretLine(said.keyPrompt))?.trim();
  return key ? key : fail({ code: 'key-missing' });
}

/** Says that names and settings are damaged, whatever the command answers. */
async function sayDamage(app: Caller, terminal: Terminal): Promise<void> {
  const { damage, preferencesSetAside } = await app.call('journal.state', {});
  if (preferencesSetAside !== null) terminal.say(journalTexts.preferences(preferencesSetAside));
  if (damage) terminal.say(journalTexts.terminal(damage, groupThousands));
}

async function requireAddress(app: Caller): Promise<void> {
  const { kind, label } = await app.call('workspace.state', {});
  if (kind === 'new') fail({ code: 'usage', detail: usage.noAddress(label) });
}

const noSecrets: Secrets = {
  durable: false,
  get: async () => undefined,
  set: async () => fail({ code: 'keychain-unavailable' }),
  forget: async () => fail({ code: 'keychain-unavailable' }),
};

/** What the terminal supplies to the app: Node's fetch, the keychain, and `--out` as the only place to write to. */
export async function createTerminalHost({ key = true, out, folder, replaces = true, source }: Needs): Promise<Host> {
  const chooseDestination = async (suggestedName: string) => {
    const path = folder === undefined ? out : join(folder, suggestedName);
    return path === undefined ? undefined : { path, replaces };
  };
  return {
    kind: 'terminal',
    fetch: globalThis.fetch,
    secrets: key === 'on-demand' ? createLazySecrets() : key ? await openSecrets() : noSecrets,
    chooseDestination,
    chooseFolder: chooseDestination,
    chooseSource: async () => (source === undefined ? undefined : { path: source }),
    deliver: async () => undefined,
    openExternal: async () => fail({ code: 'usage', detail: hosts.terminalOpensNothing }),
  };
}

/** Opens the keychain when it is first asked: whether there is one is not known before. */
function createLazySecrets(): Secrets {
  let opening: Promise<Secrets> | undefined;
  let opened: Secrets | undefined;
  const open = async () => (opened = await (opening ??= openSecrets()));
  return {
    get durable() {
      return opened?.durable ?? true;
    },
    get: async (origin) => (await open()).get(origin),
    set: async (origin, key) => (await open()).set(origin, key),
    forget: async (origin) => (await open()).forget(origin),
  };
}
