/** Every kind of thing the journal stores, over one database. */
import type { JournalContents, JournalDamage } from '../../../src/contract/journal.ts';
import { entryStore, type EntryStore } from './entries.ts';
import { exportStore, type ExportStore } from './exports.ts';
import { nameStore, type NameStore } from './names.ts';
import { reportStore, type ReportStore } from './reports.ts';
import { reviewStore, type ReviewStore } from './review-marks.ts';
import type { Storage } from './storage.ts';
import { writtenExportStore, type WrittenExportStore } from './written-exports.ts';

interface Stores extends EntryStore, NameStore, ReportStore, ExportStore, ReviewStore, WrittenExportStore {}

export interface Mended {
  /** New name of the damaged file; null: there was none. */
  readonly setAside: string | null;
  readonly contents: JournalContents;
  /** Puts the damaged file back and removes the new one: only while no journal is open there. */
  readonly undo: () => void;
}

export interface Journal extends Stores {
  /** Null: it is unchanged since it was last written. Otherwise it holds what can still be read, and writes last for this run only. */
  readonly damage: JournalDamage | null;
  /** Makes a good copy of the current state, unless there is one. A damaged journal is not copied. */
  saveCopy(): void;
  /** @throws AppFailure `journal-damaged`: a change that was asked for would be lost. */
  assertSound(): void;
  /**
   * Sets the damaged file aside and puts another in its place, used when the journal is next opened: the last good copy, or what can still
   * be read.
   * @throws AppFailure `usage` where nothing is damaged, or there is no copy.
   */
  mend(from: 'copy' | 'rest', now: number): Mended;
  close(): void;
}

export function createStores(storage: Storage): Stores {
  return {
    ...entryStore(storage),
    ...nameStore(storage),
    ...reportStore(storage),
    ...exportStore(storage),
    ...reviewStore(storage),
    ...writtenExportStore(storage),
  };
}
