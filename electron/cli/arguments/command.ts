/** A command of the terminal: its options, the check of its arguments, and its action. */
import { pastMethods } from '#contract/moments.ts';
import type { SavedReport } from '#contract/reports.ts';
import type { CommandName } from '#texts/terminal/help.ts';
import type { SharedNames } from '#electron/workspace/saved-reports.ts';
import type { Terminal } from '../terminal.ts';
import type { GlobalOptions } from './arguments.ts';
import type { Arguments, Options } from './option-values.ts';
import type { Input, Method, Output } from '#contract/api.ts';
import { AppFailure, fail, type Result } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';

/** What a command needs from its workspace. All paths are absolute. */
export interface AppRequirements {
  /** False: the command works without a key, so no keychain is opened. `on-demand`: the action opens it if needed. */
  readonly key?: boolean | 'on-demand';
  /** The command sends requests, so a workspace without an address is a usage error. */
  readonly service?: boolean;
  /** The command repairs damaged names and settings: it runs without the warning about them. */
  readonly repairs?: boolean;
  readonly out?: string;
  /** The folder to write into, under suggested file names. */
  readonly folder?: string;
  /** Whether an existing file may be replaced. Default: true. */
  readonly replaces?: boolean;
  readonly source?: string;
}

export interface Context {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  /** Opens the workspace; it is closed when the command ends. */
  readonly openApp: (requirements?: AppRequirements) => Promise<AppClient>;
  /** Reads the workspace's saved reports without opening the workspace or creating it. */
  readonly readSavedReports: () => Promise<readonly SavedReport[]>;
  /** Opens the names of a workspace that another program has open: that program makes the changes. */
  readonly openSharedNames: () => Promise<SharedNames>;
  /** Prints the result: one JSON document with `--json`, else the lines for people. */
  readonly print: (document: unknown, lines: () => readonly string[]) => Promise<void>;
}

/** @returns the exit code. @throws AppFailure */
export type CommandAction = (context: Context) => Promise<number>;

/** What a command does by one name: `drift` of `closing`. */
export interface Action {
  readonly options: Options;
  /** How many words may follow the name; none by default. */
  readonly words?: number;
  /** Replaces the message about an extra word, for example because it may be a key, which is never repeated. */
  readonly extraWord?: (word: string) => string;
  /** Replaces the message about an option of another action. */
  readonly foreignOption?: (option: string, action: string) => string;
  /** @param args the words after the action's name, and all options. @throws AppFailure `usage` or `filter-invalid` */
  readonly prepare: (args: Arguments) => CommandAction | Promise<CommandAction>;
}

export interface Command {
  /** Help has a line and a page for each name. */
  readonly name: CommandName;
  /** Those of all its actions. */
  readonly options: Options;
  /** By name; '' is the action without one. */
  readonly actions: Readonly<Record<string, Action>>;
  /** The command handles an interruption itself and ends in an orderly way; other commands are ended immediately. */
  readonly handlesInterruption?: boolean;
  /**
   * Checks the arguments alone, before a workspace, a key or the network is used.
   * @throws AppFailure `usage` or `filter-invalid`
   */
  prepare(args: Arguments): CommandAction | Promise<CommandAction>;
}

/** Calls the contract's methods for commands, and throws their failures. */
export interface AppClient {
  /** @throws AppFailure with the error of the result. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

interface UntypedApp {
  call(method: string, input: unknown, ticket?: unknown, look?: unknown, asKnown?: unknown): Promise<Result<unknown>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

/** @param asKnown answers are as of this past moment; undefined for now */
export function createAppClient(app: UntypedApp, asKnown?: string): AppClient {
  return {
    call: async <M extends Method>(method: M, input: Input<M>) => {
      // A saved export records its run, which happens now.
      if (asKnown !== undefined && method === 'exports.run') fail({ code: 'usage', detail: memoryTexts.savedExport });
      const moment = pastMethods.has(method) ? asKnown : undefined;
      const result = await app.call(method, input, undefined, undefined, moment);
      if (!result.ok) throw new AppFailure(result.error);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the app has parsed its answer with this method's schema
      return result.value as Output<M>;
    },
    subscribe: (listener) => app.subscribe(listener),
  };
}

/** Runs `work`; an interruption calls the app's method that cancels it. Resolves or fails as `work` does. */
export async function runCancellable<T>(
  { interrupted }: Terminal,
  app: AppClient,
  method: 'sync.cancel' | 'export.cancel' | 'workspace.cancel',
  work: () => Promise<T>,
): Promise<T> {
  // The work itself reports that it was cancelled; the cancelling call's answer adds nothing.
  const cancel = () => void app.call(method, {}).catch(() => undefined);
  interrupted.addEventListener('abort', cancel, { once: true });
  try {
    const running = work();
    if (interrupted.aborted) cancel();
    return await running;
  } finally {
    interrupted.removeEventListener('abort', cancel);
  }
}
