/** The terminal in the process of its test, with the workspace kept open between commands: opening it is the slow part of a command. */
import { createApp, type App } from '#electron/app/app.ts';
import type { GlobalOptions } from '#electron/cli/arguments/arguments.ts';
import { createAppClient, type AppClient, type AppRequirements } from '#electron/cli/arguments/command.ts';
import { resolveDataFolder } from '#electron/cli/arguments/option-values.ts';
import { run } from '#electron/cli/main.ts';
import { createTerminalHost, openSession, requireAddress } from '#electron/cli/session.ts';
import type { Terminal } from '#electron/cli/terminal.ts';
import type { Host, Secrets } from '#electron/host/host.ts';
import { quietTerminal } from './terminal-in-process.ts';
import type { Ended, RunOptions } from './terminal.ts';
import type { Place } from './terminal-session.ts';

interface KeptOptions {
  /** Without them there is no keychain. */
  readonly secrets?: Secrets;
  readonly now?: () => number;
  /** The workspace of every command, whatever its global options say. */
  readonly place?: Place;
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
export class KeptTerminal implements Pick<AppClient, 'call'> {
  readonly #options: KeptOptions;
  #kept: Kept | undefined;
  /** Where the command that runs may write and read. */
  #host: Host | undefined;

  constructor(options: KeptOptions = {}) {
    this.#options = options;
  }

  readonly run = async (argv: readonly string[], { input = '' }: Pick<RunOptions, 'input'> = {}): Promise<Ended> => {
    const { terminal, found } = quietTerminal(input);
    const code = await run(argv, terminal, (...session) => this.#openSession(...session));
    return { code, ...found };
  };

  /** Calls the app as a command in its place does. */
  readonly call: AppClient['call'] = async (method, input) => {
    const host = await createTerminalHost({ key: false });
    this.#host = { ...host, secrets: this.#options.secrets ?? host.secrets };
    const app = await this.#open({ workspace: 'default' }, quietTerminal('').terminal);
    return createAppClient(app).call(method, input);
  };

  /** Closes the workspace, for a command of another process or a change of its files. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.app.close();
  }

  #openSession(...[terminal, options, asKnown]: Parameters<typeof openSession>): ReturnType<typeof openSession> {
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
    return { context: { ...context, openApp }, close: () => Promise.resolve() };
  }

  async #open(options: GlobalOptions, terminal: Terminal): Promise<App> {
    const { place, now } = this.#options;
    const key = options.keyStdin ? (await terminal.input.secretLine(''))?.trim() : place?.key;
    const { workspace, dataDir, baseUrl, quotaLimit, rate } = place
      ? { ...options, workspace: 'default', dataDir: place.data, baseUrl: place.url, rate: 0 }
      : options;
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
      ...(now && { now }),
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
