/** What a command of the terminal is: the options it knows, the check of its arguments, and then its work. */
import type { SavedReport } from '../../../src/contract/reports.ts';
import type { CommandName } from '#texts/terminal/help.ts';
import type { Caller } from '../caller.ts';
import type { Arguments, OptionKinds } from './arguments.ts';
import type { GlobalOptions } from './global-options.ts';
import type { NamesBeside } from '../../workspace/names-beside.ts';
import type { Terminal } from '../terminal.ts';

export interface Needs {
  /** False: the command works without a key, so a keychain is not asked for one; `on-demand`: only where its work asks. */
  readonly key?: boolean | 'on-demand';
  /** The command sends requests: a workspace without an address is wrong use. */
  readonly service?: boolean;
  /** The command repairs damaged names and settings: it runs without the warning about them. */
  readonly mends?: boolean;
  /** Absolute path of the file to write. */
  readonly out?: string;
  /** Absolute path of the folder to write into, under the names that are suggested. */
  readonly folder?: string;
  /** Whether a file that is there already may be replaced. Absent: it may. */
  readonly replaces?: boolean;
  /** Absolute path of the file to read. */
  readonly source?: string;
}

export interface Context {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  /** Opens the workspace; it is closed when the command ends. */
  readonly openApp: (needs?: Needs) => Promise<Caller>;
  /** The workspace's saved reports, read without opening the workspace or creating it. */
  readonly readSavedReports: () => Promise<readonly SavedReport[]>;
  /** The names of a workspace that another program has open: read beside it, changed by it. */
  readonly namesBeside: () => Promise<NamesBeside>;
  /** The result: one JSON document with `--json`, else the lines for people. */
  readonly print: (document: unknown, lines: () => readonly string[]) => Promise<void>;
}

/** @returns the exit code. @throws AppFailure */
export type Work = (context: Context) => Promise<number>;

export interface Command {
  /** A word that help has a line and a page for. */
  readonly name: CommandName;
  readonly options: OptionKinds;
  /** The command handles an interruption itself and ends in order; any other command is ended at once. */
  readonly handlesInterruption?: boolean;
  /**
   * Checks the arguments alone, before a workspace, a key or the network are looked at.
   * @throws AppFailure `usage` or `filter-invalid`
   */
  prepare(args: Arguments): Work | Promise<Work>;
}
