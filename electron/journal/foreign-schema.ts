/** Refuses a journal that holds triggers or views: a trigger would rewrite what the program writes. */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '../../src/contract/errors.ts';

const FOREIGN = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1";

/** @throws AppFailure `file-damaged` for a file with triggers or views. */
export function refuseForeignSchema(database: DatabaseSync, path: string): void {
  // Expressions in foreign tables may call no function that reaches outside the file.
  database.exec('PRAGMA trusted_schema = OFF');
  if (database.prepare(FOREIGN).get() !== undefined) fail({ code: 'file-damaged', detail: path });
}
