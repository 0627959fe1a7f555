/** All commands of the terminal. */
import type { CommandName } from '#texts/terminal/help.ts';
import { checks } from './commands/checks.ts';
import { closing } from './commands/closing.ts';
import type { Command } from './arguments/command.ts';
import { exportRecords, overview, verifyFile } from './commands/export.ts';
import { exports } from './commands/exports.ts';
import { history } from './commands/history.ts';
import { key, signing } from './commands/key.ts';
import { list, lookup, search, verify } from './commands/live.ts';
import { names } from './commands/names.ts';
import { sent } from './commands/sent.ts';
import { report } from './commands/report.ts';
import { serve } from './commands/serve.ts';
import { status, sync } from './commands/sync.ts';
import { why } from './commands/why.ts';
import { workspace } from './commands/workspace.ts';

/** A command that has help but is missing here does not compile. */
const commandsByName: Readonly<Record<CommandName, Command>> = {
  key,
  sync,
  status,
  report,
  why,
  history,
  sent,
  closing,
  checks,
  overview,
  names,
  export: exportRecords,
  exports,
  list,
  search,
  lookup,
  verify,
  'verify-file': verifyFile,
  signing,
  workspace,
  serve,
};

export const commands: readonly Command[] = Object.values(commandsByName);
