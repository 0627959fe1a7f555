/** The terminal in the process of its test, with the workspace kept open between commands: opening it is the slow part of a command. */
import { AppFailure, type AppError } from '#contract/errors.ts';
import { createApp, type App } from '#electron/app/app.ts';
import {
  globalOptions,
  pastOptions,
  readCommandLine,
  readGlobalOptions,
  type GlobalOptions,
} from '#electron/cli/arguments/arguments.ts';
import { createAppClient, type AppRequirements } from '#electron/cli/arguments/command.ts';
import { readOptions, resolveDataFolder } from '#electron/cli/arguments/option-values.ts';
import { commands } from '#electron/cli/commands.ts';
import { formatFailure, toExitCode, toFailureJson } from '#electron/cli/output/failure.ts';
import { createTerminalHost, openSession, requireAddress } from '#electron/cli/session.ts';
import type { Terminal } from '#electron/cli/terminal.ts';
import type { Host, Secrets } from '#electron/host/host.ts';
import { toPrintableJson } from '#electron/host/printable.ts';
import { quietTerminal, runInProcess } from './terminal-in-process.ts';
import type { Ended, RunOptions } from './terminal.ts';

interface KeptOptions {
  /** Without them there is no keychain. */
  readonly secrets?: Secrets;
  readonly now?: () => number;
}

interface Kept {
  /** The global options and the key it was opened with. */
  readonly given: string;
  readonly app: App;
}

/**
 * Runs commands as `runInProcess` does, except that a workspace stays open until a command has other global options or another key. The
 * warnings of an opening (damaged names, settings that are no longer accepted) are those of `runInProcess` alone.
 */
export class KeptTerminal {
  readonly #options: KeptOptions;
  #kept: Kept | undefined;
  /** Where the command that runs may write and read. */
  #host: Host | undefined;

  constructor(options: KeptOptions = {}) {
    this.#options = options;
  }

  readonly run = async (argv: readonly string[], { input = '' }: Pick<RunOptions, 'input'> = {}): Promise<Ended> => {
    if (argv.includes('--help') || argv.includes('--version')) return runInProcess(argv, { input });
    const { terminal, found } = quietTerminal(input);
    const code = await this.#execute(argv, terminal).catch(async (fault: unknown) => {
      if (!(fault instanceof AppFailure)) throw fault;
      return reportError(fault.error, argv.includes('--json'), terminal);
    });
    return { code, ...found };
  };

  /** Closes the workspace, for a command of another process or a change of its files. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.app.close();
  }

  async #execute(argv: readonly string[], terminal: Terminal): Promise<number> {
    const line = readCommandLine(argv, globalOptions, commands);
    const command = commands.find(({ name }) => name === line.command);
    // What is refused before anything is opened is refused by the program itself.
    if (!command) return (await import('#electron/cli/main.ts')).run(argv, terminal);
    const options = readGlobalOptions(line);
    const action = await command.prepare(line);
    const { asKnown } = readOptions(line, pastOptions);
    const { context } = openSession(terminal, options, asKnown);
    const openApp = async (requirements: AppRequirements = {}) => {
      // No test opens the keychain of the machine, and a command that asks for none finds none.
      const withoutKeychain = await createTerminalHost({ ...requirements, key: false });
      const asksForKeychain = requirements.key !== false && !options.keyStdin;
      const secrets = (asksForKeychain ? this.#options.secrets : undefined) ?? withoutKeychain.secrets;
      this.#host = { ...withoutKeychain, secrets };
      const client = createAppClient(await this.#open(options, terminal), asKnown);
      if (requirements.service) await requireAddress(client);
      return client;
    };
    return action({ ...context, openApp });
  }

  async #open(options: GlobalOptions, terminal: Terminal): Promise<App> {
    const { workspace, dataDir, baseUrl, quotaLimit, rate, keyStdin } = options;
    const key = keyStdin ? (await terminal.input.secretLine(''))?.trim() : undefined;
    const given = JSON.stringify({ workspace, dataDir, baseUrl, quotaLimit, rate, key });
    if (this.#kept?.given === given) return this.#kept.app;
    await this.close();
    const app = await createApp({
      host: this.#createHost(),
      dataDirectory: resolveDataFolder(dataDir),
      workspace,
      version: 'test',
      baseUrl,
      quotaLimit,
      rate,
      key,
      ...(this.#options.now && { now: this.#options.now }),
    });
    this.#kept = { given, app };
    return app;
  }

  /** A host that lasts as long as the app and answers for the command that runs. */
  #createHost(): Host {
    const current = () => {
      if (!this.#host) throw new Error('No command runs');
      return this.#host;
    };
    return {
      ...current(),
      secrets: {
        get durable() {
          return current().secrets.durable;
        },
        get: (account) => current().secrets.get(account),
        set: (account, text) => current().secrets.set(account, text),
        forget: (account) => current().secrets.forget(account),
      },
      chooseDestination: (...asked) => current().chooseDestination(...asked),
      chooseFolder: async (...asked) => current().chooseFolder?.(...asked),
      chooseSource: async (...asked) => current().chooseSource?.(...asked),
    };
  }
}

async function reportError(error: AppError, json: boolean, terminal: Terminal): Promise<number> {
  if (json) await terminal.out(`${toPrintableJson(toFailureJson(error))}\n`);
  terminal.say(formatFailure(error));
  return toExitCode(error.code);
}
