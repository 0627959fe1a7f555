/**
 * The small SQLite store of what cannot be fetched again: settings, names, kept reports, review marks. It lives apart from the snapshot, which can
 * always be thrown away. Each kind of thing has a file of its own here that brings its tables and its methods; they share one database.
 */
import { DatabaseSync } from 'node:sqlite';
import { namingSqliteFaults } from '../sqlite-faults.ts';
import { entryStore, type EntryStore } from './entries.ts';
import { refuseForeignSchema } from './foreign-schema.ts';
import { nameStore, type NameStore } from './names.ts';
import { reportStore, type ReportStore } from './reports.ts';
import { reviewStore, type ReviewStore } from './review-marks.ts';

export interface Journal extends EntryStore, NameStore, ReportStore, ReviewStore {
  /** Writes everything into a new file, as it is at this moment. */
  copyTo(path: string): void;
  close(): void;
}

const DURABLE = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`;

/**
 * Opens or creates the file, bringing an older one up to date; `:memory:` for one that lasts as long as the process.
 * @throws AppFailure, as every method: `disk-full`, `store-in-use`, `file-damaged`.
 */
export function openJournal(path: string): Journal {
  return namingSqliteFaults(path, () => {
    const database = new DatabaseSync(path);
    try {
      database.exec(DURABLE);
      refuseForeignSchema(database, path);
      return naming(path, journalOf(database));
    } catch (cause) {
      database.close();
      throw cause;
    }
  });
}

function journalOf(database: DatabaseSync): Journal {
  return {
    ...entryStore(database),
    ...nameStore(database),
    ...reportStore(database),
    ...reviewStore(database),
    copyTo(target) {
      database.prepare('VACUUM INTO ?').run(target);
    },
    close() {
      database.close();
    },
  };
}

/** The same methods; their faults have names. */
function naming(path: string, journal: Journal): Journal {
  return new Proxy(journal, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]): unknown =>
        namingSqliteFaults(path, () => Reflect.apply(method, target, given) as unknown);
    },
  });
}
