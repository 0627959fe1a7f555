/** Single values under a name: settings, the address, what was seen last. */
import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';

export interface EntryStore {
  /** @returns undefined when never written or no longer readable by the schema. */
  setting<T>(key: string, schema: z.ZodType<T>): T | undefined;
  keepSetting(key: string, value: unknown): void;
}

const TABLES = 'CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT';

export function entryStore(database: DatabaseSync): EntryStore {
  database.exec(TABLES);
  const read = database.prepare('SELECT value FROM setting WHERE key = ?');
  const write = database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)');
  return {
    setting<T>(key: string, schema: z.ZodType<T>): T | undefined {
      const row = read.get(key);
      if (typeof row?.['value'] !== 'string') return undefined;
      const parsed = schema.safeParse(JSON.parse(row['value']));
      return parsed.success ? parsed.data : undefined;
    },
    keepSetting(key, value) {
      write.run(key, JSON.stringify(value));
    },
  };
}
