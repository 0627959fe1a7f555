/** Stores single values under a name, such as settings and the address. */
import type { z } from 'zod';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export interface EntryStore {
  /** @returns undefined when the value was never written or the schema no longer reads it. */
  setting<T>(key: string, schema: z.ZodType<T>): T | undefined;
  saveSetting(key: string, value: unknown): void;
}

export const SETTINGS: JournalTable = { name: 'setting', key: ['key'], required: ['value'], optional: [] };

export function createEntryStore({ select, change }: Storage): EntryStore {
  const read = select('SELECT value FROM setting WHERE key = ?');
  return {
    setting<T>(key: string, schema: z.ZodType<T>): T | undefined {
      const row = read.get(key);
      if (typeof row?.['value'] !== 'string') return undefined;
      const parsed = schema.safeParse(JSON.parse(row['value']));
      return parsed.success ? parsed.data : undefined;
    },
    saveSetting(key, value) {
      change(({ put }) => put(SETTINGS, { key, value: JSON.stringify(value) }));
    },
  };
}
