/** A journal holds our tables and nothing that acts: a trigger in it would rewrite what the program writes. */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '../../src/contract/errors.ts';

const FOREIGN = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1";

/** @throws AppFailure `file-damaged` for a file with triggers or views. */
export function refuseForeignSchema(database: DatabaseSync, path: string): void {
  // What tables of another make compute may call no function that reaches out of the file.
  database.exec('PRAGMA trusted_schema = OFF');
  if (database.prepare(FOREIGN).get() !== undefined) fail({ code: 'file-damaged', detail: path });
}
