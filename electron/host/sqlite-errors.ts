/** Runs SQLite transactions and translates SQLite's errors, for the ledger, the journals and the history files. */
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '#contract/errors.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const PERMISSION = 3;
const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** An extended result code: there is no space for the index of the log. */
const NO_ROOM_FOR_INDEX = 4874;

/**
 * Turns SQLite's errors into the app's and rethrows all others.
 * @param path the path of the file, which the error names when the file is damaged. @throws AppFailure `store-in-use`, `disk-full`,
 * `file-damaged`.
 */
export function nameSqliteFaults<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = readSqliteCode(cause);
    const primary = code & 0xff;
    if (primary === BUSY) fail({ code: 'store-in-use' }, cause);
    if (primary === FULL || code === NO_ROOM_FOR_INDEX) fail({ code: 'disk-full' }, cause);
    if (primary === CORRUPT || primary === NOT_A_DATABASE) fail({ code: 'file-damaged', detail: path }, cause);
    throw cause;
  }
}

/** These errors say nothing about the file's content. */
const computerFaults = new Set([PERMISSION, BUSY, LOCKED, NO_MEMORY, FULL, CANNOT_OPEN]);

/** True when the file itself is not at fault: it is locked, it may not be opened, or there is no space. */
export function isComputerFault(code: number): boolean {
  return code === NO_ROOM_FOR_INDEX || computerFaults.has(code & 0xff);
}

/** @returns SQLite's extended result code; 0 for any other error. */
export function readSqliteCode(cause: unknown): number {
  return cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : 0;
}

/** Applies all changes of the work or none; they are durable when it returns. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // SQLite has already rolled back what failed for lack of space.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
