/** The schema of the SQLite store and the steps from every earlier version of it. */
import type { DatabaseSync } from 'node:sqlite';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreUnfit } from '../store.ts';

/** From version n to n + 1, n its place. A file without tables goes through all of them. */
const steps: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS keys (
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
   ) STRICT;`,
  `ALTER TABLE keys ADD COLUMN account INTEGER;
   UPDATE keys SET account = id;
   ALTER TABLE keys ADD COLUMN label TEXT NOT NULL DEFAULT '';
   ALTER TABLE keys ADD COLUMN last_characters TEXT;
   ALTER TABLE keys ADD COLUMN valid_until INTEGER;
   ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
   ALTER TABLE bookings RENAME COLUMN key_id TO account;
   CREATE TABLE state (changes INTEGER NOT NULL) STRICT;
   INSERT INTO state VALUES (0);`,
];

/** Brings the file to this version in one transaction. @throws StoreUnfit where a newer program has written it. */
export function migrate(database: DatabaseSync, path: string): void {
  if (readVersion(database) === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version > steps.length) throw new StoreUnfit(texts.newer(path));
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (fault) {
    database.exec('ROLLBACK');
    throw fault;
  }
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
