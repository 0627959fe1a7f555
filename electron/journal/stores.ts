/** Combines the stores for every kind of entry in the journal over one database. */
import type { JournalContents, JournalDamage } from '#contract/journal.ts';
import { createExportStore, EXPORTS, createWrittenExportStore, WRITTEN_EXPORTS } from './exports.ts';
import { createNameStore, OBJECTS, OWNERS } from './names.ts';
import { createReportStore, REPORTS } from './reports.ts';
import { createReviewStore, REVIEW_MARKS } from './review-marks.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';
import type { z } from 'zod';

export interface MendResult {
  /** The new name of the damaged file; null when there was none. */
  readonly setAside: string | null;
  readonly contents: JournalContents;
  /** Puts the damaged file back and removes the new one, which is allowed only while no journal is open there. */
  readonly undo: () => void;
}

export interface Journal extends ReturnType<typeof createStores> {
  /**
   * Null when the journal is unchanged since it was last written. Otherwise it holds what can still be read, and writes last for this run
   * only.
   */
  readonly damage: JournalDamage | null;
  /** Makes a good copy of the current state, unless there is one. A damaged journal is not copied. */
  saveCopy(): void;
  /** @throws AppFailure `journal-damaged`, because a requested change would be lost. */
  assertSound(): void;
  /**
   * Sets the damaged file aside and puts the last good copy, or everything that can still be read, in its place, which is used when the journal
   * is next opened.
   * @throws AppFailure `usage` if nothing is damaged, or there is no copy.
   */
  mend(from: 'copy' | 'rest', now: number): MendResult;
  close(): void;
}

export function createStores(storage: Storage) {
  return {
    ...createEntryStore(storage),
    ...createNameStore(storage),
    ...createReportStore(storage),
    ...createExportStore(storage),
    ...createReviewStore(storage),
    ...createWrittenExportStore(storage),
  };
}

export const SETTINGS: JournalTable = { name: 'setting', key: ['key'], required: ['value'], optional: [] };

export const tables: readonly JournalTable[] = [
  SETTINGS,
  OWNERS,
  OBJECTS,
  REPORTS,
  EXPORTS,
  REVIEW_MARKS,
  WRITTEN_EXPORTS,
];

/** Stores single values under a name, such as settings and the address. */
export function createEntryStore({ select, change }: Storage) {
  const read = select('SELECT value FROM setting WHERE key = ?');
  return {
    /** @returns undefined when the value was never written or the schema no longer reads it. */
    setting<T>(key: string, schema: z.ZodType<T>): T | undefined {
      const row = read.get(key);
      if (typeof row?.['value'] !== 'string') return undefined;
      const parsed = schema.safeParse(JSON.parse(row['value']));
      return parsed.success ? parsed.data : undefined;
    },
    saveSetting(key: string, value: unknown): void {
      change(({ put }) => put(SETTINGS, { key, value: JSON.stringify(value) }));
    },
  };
}
