/** What SQLite's own errors mean to people: the ledger and the journals give them their names here. */
import { fail } from '../src/contract/errors.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
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

function sqliteCode(cause: unknown): number {
  return cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : 0;
}
