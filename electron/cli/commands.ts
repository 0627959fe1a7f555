/** Every command of the terminal. */
import type { CommandName } from '#texts/terminal/help.ts';
import { checks } from './commands/checks.ts';
import type { Command } from './arguments/command.ts';
import { exportRecords } from './commands/files/export.ts';
import { exports } from './commands/files/exports.ts';
import { key } from './commands/key.ts';
import { list } from './commands/list.ts';
import { lookup } from './commands/lookup.ts';
import { names } from './commands/names.ts';
import { overview } from './commands/files/overview.ts';
import { report } from './commands/report.ts';
import { search } from './commands/search.ts';
import { signing } from './commands/files/signing.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';
import { sync } from './commands/sync.ts';
import { verify } from './commands/verify.ts';
import { verifyFile } from './commands/files/verify-file.ts';
import { workspace } from './commands/workspace.ts';

/** A command that help tells of and that is not here does not compile. */
const byName: Readonly<Record<CommandName, Command>> = {
  key,
  sync,
  status,
  report,
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

export const commands: readonly Command[] = Object.values(byName);
