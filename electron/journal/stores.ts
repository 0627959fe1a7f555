/** Combines the stores for every kind of entry in the journal over one database. */
import type { JournalContents, JournalDamage } from '#contract/journal.ts';
import { createEntryStore, type EntryStore, SETTINGS } from './entries.ts';
import { createExportStore, type ExportStore, EXPORTS } from './exports.ts';
import { createNameStore, type NameStore, OBJECTS, OWNERS } from './names.ts';
import { createReportStore, type ReportStore, REPORTS } from './reports.ts';
import { createReviewStore, type ReviewStore, REVIEW_MARKS } from './review-marks.ts';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';
import { createWrittenExportStore, type WrittenExportStore, WRITTEN_EXPORTS } from './written-exports.ts';

interface Stores extends EntryStore, NameStore, ReportStore, ExportStore, ReviewStore, WrittenExportStore {}

export interface MendResult {
  /** The new name of the damaged file; null when there was none. */
  readonly setAside: string | null;
  readonly contents: JournalContents;
  /** Puts the damaged file back and removes the new one, which is allowed only while no journal is open there. */
  readonly undo: () => void;
}

export interface Journal extends Stores {
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
   * @throws AppFailure `usage` where nothing is damaged, or there is no copy.
   */
  mend(from: 'copy' | 'rest', now: number): MendResult;
  close(): void;
}

export function createStores(storage: Storage): Stores {
  return {
    ...createEntryStore(storage),
    ...createNameStore(storage),
    ...createReportStore(storage),
    ...createExportStore(storage),
    ...createReviewStore(storage),
    ...createWrittenExportStore(storage),
  };
}

export const tables: readonly JournalTable[] = [
  SETTINGS,
  OWNERS,
  OBJECTS,
  REPORTS,
  EXPORTS,
  REVIEW_MARKS,
  WRITTEN_EXPORTS,
];
