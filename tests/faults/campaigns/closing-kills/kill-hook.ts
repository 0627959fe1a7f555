/** Loaded before the program: ends it with SIGKILL right before or after a write of closings, as `KILL_AT` says. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Write } from './actions.ts';

const [asked, moment] = (process.env['KILL_AT'] ?? '').split(' ');
const die = () => process.kill(process.pid, 'SIGKILL');

function around<T>(write: Write | undefined, work: () => T): T {
  if (write === undefined || write !== asked) return work();
  if (moment === 'before') die();
  const done = work();
  if (done instanceof Promise) void done.finally(die);
  else die();
  return done;
}

function watchCalls(
  of: object,
  name: string,
  toWrite: (self: unknown, first: unknown, second: unknown) => Write | undefined,
): void {
  const real: unknown = Reflect.get(of, name);
  if (typeof real !== 'function') throw new Error(`There is no ${name}`);
  Reflect.set(of, name, function (this: unknown, ...values: unknown[]): unknown {
    return around(toWrite(this, values[0], values[1]), () => Reflect.apply(real, this, values) as unknown);
  });
}

const commits: Readonly<Record<string, Write>> = { 'closings.sqlite': 'step', 'sent.sqlite': 'intent' };
watchCalls(DatabaseSync.prototype, 'exec', (database, sql) =>
  sql === 'COMMIT' && database instanceof DatabaseSync ? commits[basename(database.location() ?? '')] : undefined,
);
watchCalls(StatementSync.prototype, 'run', (statement) =>
  statement instanceof StatementSync && statement.sourceSQL.startsWith('INSERT INTO became') ? 'settle' : undefined,
);
watchCalls(fs.promises, 'rename', (_self, _from, to) => (String(to).endsWith('.csv') ? 'place' : undefined));
syncBuiltinESMExports();
