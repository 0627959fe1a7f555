/** Opens a journal file, and reads one without changing it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode, isOfTheMachine } from '../../host/sqlite-errors.ts';
import { bringUpToDate } from '../tables/storage.ts';
import { nothingFound, survey, type Survey } from './survey.ts';
import { tables } from '../tables/tables.ts';

/** A reader of a list and the owner of the file wait for each other. */
const WAIT_MS = 5000;

/**
 * A journal that rolls back: at rest it is one file, without a log whose loss would go unnoticed. EXTRA: the change is durable with the
 * removal of its log, otherwise a power cut right after it could undo it.
 */
const DURABLE = `
  PRAGMA journal_mode = DELETE;
  PRAGMA synchronous = EXTRA;
`;

export function openDatabase(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: WAIT_MS });
}

export function makeDurable(database: DatabaseSync): void {
  database.exec(DURABLE);
}

export function freshDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  bringUpToDate(database, tables);
  return database;
}

/** @throws faults that are not the file's. */
export function surveyFile(path: string): Survey {
  if (!isWritableByItsHead(path)) return { ...nothingFound, isSound: false };
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    return survey(database, tables);
  } catch (cause) {
    if (isOfTheMachine(sqliteCode(cause))) throw cause;
    return { ...nothingFound, isSound: false };
  } finally {
    database?.close();
  }
}

const VERSIONS_AT = 18;
/** Format numbers of a file with a rollback journal, and of one with a write-ahead log. */
const VERSIONS = [1, 2];

/** SQLite opens a file of a version it does not know for reading only. */
function isWritableByItsHead(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(2);
    if (readSync(file, head, 0, 2, VERSIONS_AT) < 2) return true;
    return head.every((version) => VERSIONS.includes(version));
  } finally {
    closeSync(file);
  }
}
