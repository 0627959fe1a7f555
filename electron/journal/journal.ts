/**
 * The small SQLite store of what cannot be fetched again: settings, names, kept reports, review marks. It lives apart from the snapshot, which can
 * always be thrown away. Each kind of thing has a file of its own here that brings its tables and its methods; they share one database.
 */
import { DatabaseSync } from 'node:sqlite';
import { entryStore, type EntryStore } from './entries.ts';
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

/** Opens or creates the file, bringing an older one up to date; `:memory:` for one that lasts as long as the process. */
export function openJournal(path: string): Journal {
  const database = new DatabaseSync(path);
  database.exec(DURABLE);
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
