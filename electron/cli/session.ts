/** The session of one command: opens the workspace if the command needs it, prints the result, and closes the workspace. */
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { isFigureSetting } from '#domain/settings.ts';
import { groupThousands } from '#domain/decimal.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { journalTexts } from '#texts/journal.ts';
import { messages, usage } from '#texts/terminal/cli.ts';
import type { App } from '#electron/app/app.ts';
import { getDataDirectoryPath } from '#electron/host/data-directory.ts';
import type { Host, Secrets } from '#electron/host/host.ts';
import { openSecrets } from '#electron/host/keychain.ts';
import { toPrintable, toPrintableJson } from '#electron/host/printable.ts';
import { appVersion } from '#electron/host/version.ts';
import type { GlobalOptions } from './arguments/arguments.ts';
import { type Context, type AppRequirements, createAppClient, type AppClient } from './arguments/command.ts';
import { resolveDataFolder } from './arguments/option-values.ts';
import { warnInvalidSettings } from './output/lines.ts';
import type { Terminal } from './terminal.ts';

export interface Session {
  readonly context: Context;
  close(): Promise<void>;
}

/** @param asKnown answers are as of this past moment; undefined for now */
export function openSession(terminal: Terminal, options: GlobalOptions, asKnown?: string): Session {
  const { workspace, dataDir, baseUrl, quotaLimit, rate } = options;
  let app: App | undefined;
  const openApp = async (requirements: AppRequirements = {}) => {
    const dataDirectory = resolveDataFolder(dataDir);
    // Help and usage errors must be quick, so only a command that opens a workspace loads the stores.
    const { createApp } = await import('#electron/app/app.ts');
    app = await createApp({
      host: await createTerminalHost(options.keyStdin ? { ...requirements, key: false } : requirements),
      dataDirectory,
      workspace,
      version: appVersion,
      baseUrl,
      quotaLimit,
      rate,
      key: options.keyStdin ? () => readKey(terminal) : undefined,
    });
    const client = createAppClient(app, asKnown);
    if (!requirements.repairs) await warnDamage(client, terminal);
    await warnInvalidSettings(client, terminal, isFigureSetting);
    if (requirements.service) await requireAddress(client);
    return client;
  };
  const dataPath = () => getDataDirectoryPath(dataDir);
  const importShared = () => import('#electron/workspace/saved-reports.ts');
  const readSavedReports = async () => (await importShared()).readSavedReports(dataPath(), workspace);
  const openSharedNames = async () => (await importShared()).openSharedNames(dataPath(), workspace);
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
  const key = (await terminal.input.secretLine(messages.keyPrompt))?.trim();
  return key ? key : fail({ code: 'key-missing' });
}

/** Warns that names and settings are damaged, regardless of what the command prints. */
async function warnDamage(app: AppClient, terminal: Terminal): Promise<void> {
  const { damage, preferencesSetAside } = await app.call('journal.state', {});
  if (preferencesSetAside !== null) terminal.say(journalTexts.preferences(preferencesSetAside));
  if (damage) terminal.say(journalTexts.terminal(damage, groupThousands));
}

/** @throws AppFailure `usage` */
export async function requireAddress(app: AppClient): Promise<void> {
  const { kind, label } = await app.call('workspace.state', {});
  if (kind === 'new') fail({ code: 'usage', detail: usage.noAddress(label) });
}

const noSecrets: Secrets = {
  durable: false,
  get: async () => undefined,
  set: async () => fail({ code: 'keychain-unavailable' }),
  forget: async () => fail({ code: 'keychain-unavailable' }),
};

/** Supplies the app with Node's fetch, the keychain, and `--out` as the only path to write to. */
export async function createTerminalHost(requirements: AppRequirements): Promise<Host> {
  const { key = true, out, folder, replaces = true, source } = requirements;
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

/** Opens the keychain on first use; until then it is unknown whether there is one. */
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
