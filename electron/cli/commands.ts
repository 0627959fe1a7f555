/** Every command of the terminal, in the order help shows them. */
import { checks } from './commands/checks.ts';
import type { Command } from './arguments/command.ts';
import { exportRecords } from './commands/export.ts';
import { key } from './commands/key.ts';
import { list } from './commands/list.ts';
import { lookup } from './commands/lookup.ts';
import { names } from './commands/names.ts';
import { report } from './commands/report.ts';
import { search } from './commands/search.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';
import { sync } from './commands/sync.ts';
import { verify } from './commands/verify.ts';
import { workspace } from './commands/workspace.ts';

export const commands: readonly Command[] = [
  key,
  sync,
  status,
  report,
  checks,
  names,
  exportRecords,
  list,
  search,
  lookup,
  verify,
  workspace,
  serve,
];
