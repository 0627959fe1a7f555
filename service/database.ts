/** The service's own small file: keys and counts, written durably before anything is answered. */
import { DatabaseSync } from 'node:sqlite';

/** @param path a file, or `:memory:`. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS keys (
      id INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      daily_quota INTEGER,
      created_at INTEGER NOT NULL,
      deactivated_at INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS bookings (
      key_id INTEGER NOT NULL REFERENCES keys (id),
      day TEXT NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (key_id, day)
    ) STRICT;
  `);
  return database;
}
