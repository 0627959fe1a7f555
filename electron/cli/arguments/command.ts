/** What a command of the terminal is: the options it knows, the check of its arguments, and then its work. */
import type { SavedReport } from '#contract/reports.ts';
import type { CommandName } from '#texts/terminal/help.ts';
import type { SharedNames } from '#electron/workspace/saved-reports.ts';
import type { Caller } from '../caller.ts';
import type { Terminal } from '../terminal.ts';
import type { GlobalOptions } from './arguments.ts';
import type { Arguments, Options } from './option-values.ts';

/** What a command needs of its workspace; all paths are absolute. */
export interface Needs {
  /** False: the command works without a key, so no keychain is opened. `on-demand`: its work opens it if needed. */
  readonly key?: boolean | 'on-demand';
  /** The command sends requests: a workspace without an address is wrong use. */
  readonly service?: boolean;
  /** The command repairs damaged names and settings: it runs without the warning about them. */
  readonly repairs?: boolean;
  readonly out?: string;
  /** The folder to write into, under the names that are suggested. */
  readonly folder?: string;
  /** Whether an existing file may be replaced. Default: true. */
  readonly replaces?: boolean;
  readonly source?: string;
}

export interface Context {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  /** Opens the workspace; it is closed when the command ends. */
  readonly openApp: (needs?: Needs) => Promise<Caller>;
  /** Reads the workspace's saved reports without opening the workspace or creating it. */
  readonly readSavedReports: () => Promise<readonly SavedReport[]>;
  /** Opens the names of a workspace that another program has open: that program makes the changes. */
  readonly openSharedNames: () => Promise<SharedNames>;
  /** Prints the result: one JSON document with `--json`, else the lines for people. */
  readonly print: (document: unknown, lines: () => readonly string[]) => Promise<void>;
}

/** @returns the exit code. @throws AppFailure */
export type Work = (context: Context) => Promise<number>;

export interface Command {
  /** A word that help has a line and a page for. */
  readonly name: CommandName;
  readonly options: Options;
  /** The command handles an interruption itself and ends in order; any other command is ended at once. */
  readonly handlesInterruption?: boolean;
  /**
   * Checks the arguments alone, before a workspace, a key or the network are looked at.
   * @throws AppFailure `usage` or `filter-invalid`
   */
  prepare(args: Arguments): Work | Promise<Work>;
}
