/**
 * Translates the store's errors. DuckDB's Node binding gives errors only a message, so this file parses messages, and all other code uses
 * error codes.
 */
import { AppFailure, type AppError } from '#contract/errors.ts';

/** Matches a file that a later DuckDB wrote, or one that was told to write a later format. */
const OTHER_FORMAT = /database file with version number (\d+)/i;

const meanings: readonly (readonly [RegExp, AppError['code'] & PlainCode])[] = [
  [/No space left|not enough space|disk is full|max_temp_directory_size|File too large/i, 'disk-full'],
  [/Could not set lock|Conflicting lock|used by another process/i, 'store-in-use'],
  [/storage version|newer version/i, 'store-newer'],
  [/INTERRUPT|Interrupted/, 'cancelled'],
  [
    /not a valid DuckDB database|corrupt|checksum|Serialization Error|Could not read (all|enough)|INTERNAL Error|FATAL Error|invalidated/i,
    'store-damaged',
  ],
];

type PlainCode = 'disk-full' | 'store-in-use' | 'store-newer' | 'store-damaged' | 'cancelled';

/** @returns the failure for a known store error; any other error unchanged, because it is a defect of the program */
export function toStoreFailure(cause: unknown): unknown {
  if (cause instanceof AppFailure || !(cause instanceof Error)) return cause;
  const format = OTHER_FORMAT.exec(cause.message)?.[1];
  if (format !== undefined) return new AppFailure({ code: 'store-format', detail: format }, { cause });
  const meaning = meanings.find(([pattern]) => pattern.test(cause.message));
  return meaning ? new AppFailure({ code: meaning[1] }, { cause }) : cause;
}

/** Runs store work. @throws AppFailure for errors that users can act on. */
export async function translateFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toStoreFailure(cause);
  }
}
