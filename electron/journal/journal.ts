/** The small SQLite store of what cannot be fetched again: settings and names. It lives apart from the snapshot, which can always be thrown away. */
import { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';

export interface OwnerName {
  readonly name: string;
  readonly team: string | null;
}

export interface ObjectName {
  readonly name: string;
  readonly client: string | null;
}

/** The local directory: owners by id, associated objects by `type:id`. */
export interface Names {
  readonly owners: Readonly<Record<string, OwnerName>>;
  readonly objects: Readonly<Record<string, ObjectName>>;
}

export interface Journal {
  /** @returns undefined when never written or no longer readable by the schema. */
  setting<T>(key: string, schema: z.ZodType<T>): T | undefined;
  keepSetting(key: string, value: unknown): void;
  names(): Names;
  /** Adds and replaces; names that are not given stay. */
  keepNames(names: Names): void;
  /** Writes everything into a new file, as it is at this moment. */
  copyTo(path: string): void;
  close(): void;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS owner_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS object_name (id TEXT PRIMARY KEY, name TEXT NOT NULL, client TEXT) STRICT;
`;

/** Opens or creates the file; `:memory:` for one that lasts as long as the process. */
export function openJournal(path: string): Journal {
  const database = new DatabaseSync(path);
  database.exec(SCHEMA);
  const readSetting = database.prepare('SELECT value FROM setting WHERE key = ?');
  const writeSetting = database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)');

  return {
    setting<T>(key: string, schema: z.ZodType<T>): T | undefined {
      const row = readSetting.get(key);
      if (typeof row?.['value'] !== 'string') return undefined;
      const parsed = schema.safeParse(JSON.parse(row['value']));
      return parsed.success ? parsed.data : undefined;
    },
    keepSetting(key, value) {
      writeSetting.run(key, JSON.stringify(value));
    },
    names: () => readNames(database),
    keepNames(names) {
      writeNames(database, names);
    },
    copyTo(path) {
      database.prepare('VACUUM INTO ?').run(path);
    },
    close() {
      database.close();
    },
  };
}

function readNames(database: DatabaseSync): Names {
  const owners = database.prepare('SELECT id, name, team FROM owner_name').all();
  const objects = database.prepare('SELECT id, name, client FROM object_name').all();
  // fromEntries: an id called __proto__ is a key like any other.
  return {
    owners: Object.fromEntries(
      owners.map(({ id, name, team }) => [String(id), { name: String(name), team: textOrNull(team) }]),
    ),
    objects: Object.fromEntries(
      objects.map(({ id, name, client }) => [String(id), { name: String(name), client: textOrNull(client) }]),
    ),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function writeNames(database: DatabaseSync, names: Names): void {
  const owner = database.prepare('INSERT OR REPLACE INTO owner_name (id, name, team) VALUES (?, ?, ?)');
  const object = database.prepare('INSERT OR REPLACE INTO object_name (id, name, client) VALUES (?, ?, ?)');
  database.exec('BEGIN');
  try {
    for (const [id, each] of Object.entries(names.owners)) owner.run(id, each.name, each.team);
    for (const [id, each] of Object.entries(names.objects)) object.run(id, each.name, each.client);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
