/** Opens a journal file, and reads one without changing it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readSqliteCode, isComputerFault } from '#electron/host/sqlite-errors.ts';
import { bringUpToDate } from './storage.ts';
import { emptySurvey, surveyDatabase, type Survey } from './survey.ts';
import { tables } from './stores.ts';

/** The time that the owner of the file and a process that reads it wait for each other. */
const WAIT_MS = 5000;

/**
 * The journal uses a rollback journal: at rest it is one file, without a log whose loss would go unnoticed. With EXTRA a change is durable
 * once its log is removed; otherwise a power cut right after it could undo it.
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

export function createDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  bringUpToDate(database, tables);
  return database;
}

/** @throws errors of the computer, not of the file. */
export function surveyFile(path: string): Survey {
  if (!hasWritableVersion(path)) return { ...emptySurvey, isSound: false };
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    return surveyDatabase(database, tables);
  } catch (cause) {
    if (isComputerFault(readSqliteCode(cause))) throw cause;
    return { ...emptySurvey, isSound: false };
  } finally {
    database?.close();
  }
}

const VERSIONS_OFFSET = 18;
/** The format numbers of a file with a rollback journal and of one with a write-ahead log. */
const VERSIONS = [1, 2];

/** SQLite opens a file of an unknown version for reading only. */
function hasWritableVersion(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const versions = Buffer.alloc(2);
    if (readSync(file, versions, 0, 2, VERSIONS_OFFSET) < 2) return true;
    return versions.every((version) => VERSIONS.includes(version));
  } finally {
    closeSync(file);
  }
}
