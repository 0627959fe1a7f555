/** What SQLite's own errors mean to people: the ledger and the journals give them their names here. */
import { fail } from '../../src/contract/errors.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const PERMISSION = 3;
const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** An extended one: there is no room for the index of the log. */
const NO_ROOM_FOR_INDEX = 4874;

/**
 * Gives SQLite's faults their names; anything else stays what it is.
 * @param path of the file: damaged, it has to be told from the others. @throws AppFailure `store-in-use`, `disk-full`, `file-damaged`.
 */
export function namingSqliteFaults<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = sqliteCode(cause);
    const primary = code & 0xff;
    if (primary === BUSY) fail({ code: 'store-in-use' }, cause);
    if (primary === FULL || code === NO_ROOM_FOR_INDEX) fail({ code: 'disk-full' }, cause);
    if (primary === CORRUPT || primary === NOT_A_DATABASE) fail({ code: 'file-damaged', detail: path }, cause);
    throw cause;
  }
}

/** Faults that say nothing about what stands in the file. */
const ofTheMachine = new Set([PERMISSION, BUSY, LOCKED, NO_MEMORY, FULL, CANNOT_OPEN]);

/** Whether it is no fault of the file: it is locked, may not be opened, or there is no room. */
export function isOfTheMachine(code: number): boolean {
  return code === NO_ROOM_FOR_INDEX || ofTheMachine.has(code & 0xff);
}

/** SQLite's extended result code; 0: it is no fault of SQLite. */
export function sqliteCode(cause: unknown): number {
  return cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : 0;
}
