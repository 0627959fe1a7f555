/** Opens history files: SQLite, written durably, and refused if they contain anything that runs automatically. */
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { nameSqliteFaults } from '#electron/host/sqlite-errors.ts';

const DURABLE = `
  PRAGMA busy_timeout = 5000;
  PRAGMA trusted_schema = OFF;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`;
const FOREIGN = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1";

/**
 * @param schema creates the tables that are missing
 * @throws AppFailure `store-in-use`, `disk-full`, `file-damaged`; a file with a trigger or view is damaged
 */
export function openHistoryFile<T>(path: string, schema: string, use: (database: DatabaseSync) => T): T {
  return nameSqliteFaults(path, () => {
    const database = new DatabaseSync(path);
    try {
      database.exec(DURABLE);
      if (database.prepare(FOREIGN).get() !== undefined) fail({ code: 'file-damaged', detail: path });
      database.exec(schema);
      return use(database);
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

/** No chunk of the records of a service unpacks to more. */
const MAX_UNPACKED = 256 * 1024 * 1024;

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED }).toString('utf8');
}

/** Reports unreadable content as damage of the file, whichever parser failed. */
export function nameDamage<T>(path: string, work: () => T): T {
  return nameSqliteFaults(path, () => {
    try {
      return work();
    } catch (cause) {
      const isContent = cause instanceof SyntaxError || cause instanceof z.ZodError || isUnpackFault(cause);
      if (isContent) fail({ code: 'file-damaged', detail: path }, cause);
      throw cause;
    }
  });
}

const isUnpackFault = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && cause.code.startsWith('Z_');
