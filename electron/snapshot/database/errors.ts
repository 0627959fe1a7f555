/**
 * Translates the store's errors. DuckDB's Node binding gives errors a message and nothing else, so this file alone reads messages; all
 * others get codes.
 */
import { AppFailure, type AppError } from '../../../src/contract/errors.ts';

const meanings: readonly (readonly [RegExp, AppError['code'] & PlainCode])[] = [
  [/No space left|not enough space|disk is full|max_temp_directory_size|File too large/i, 'disk-full'],
  [/Could not set lock|Conflicting lock|used by another process/i, 'store-in-use'],
  [/database file with version number|storage version|newer version/i, 'store-newer'],
  [/INTERRUPT|Interrupted/, 'cancelled'],
  [
    /not a valid DuckDB database|corrupt|checksum|Serialization Error|Could not read (all|enough)|INTERNAL Error|FATAL Error|invalidated/i,
    'store-damaged',
  ],
];

type PlainCode = 'disk-full' | 'store-in-use' | 'store-newer' | 'store-damaged' | 'cancelled';

/** @returns the failure a store error stands for; any other error unchanged, since it is a defect of the program. */
export function storeFault(cause: unknown): unknown {
  if (cause instanceof AppFailure || !(cause instanceof Error)) return cause;
  const found = meanings.find(([pattern]) => pattern.test(cause.message));
  return found ? new AppFailure({ code: found[1] }, { cause }) : cause;
}

/** Runs store work. @throws AppFailure for errors that users can act on. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storeFault(cause);
  }
}
