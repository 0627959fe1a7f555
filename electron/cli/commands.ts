/** Every command of the terminal, in the order help shows them. */
import { checks } from './checks.ts';
import type { Command } from './command.ts';
import { exportRecords } from './export.ts';
import { key } from './key.ts';
import { list } from './list.ts';
import { lookup } from './lookup.ts';
import { names } from './names.ts';
import { report } from './report.ts';
import { search } from './search.ts';
import { serve } from './serve.ts';
import { status } from './status.ts';
import { sync } from './sync.ts';
import { verify } from './verify.ts';
import { workspace } from './workspace.ts';

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
