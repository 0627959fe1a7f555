/** Every kind of thing the journal keeps, over one database. */
import type { JournalContents, JournalDamage } from '../../../src/contract/journal.ts';
import { entryStore, type EntryStore } from './entries.ts';
import { nameStore, type NameStore } from './names.ts';
import { reportStore, type ReportStore } from './reports.ts';
import { reviewStore, type ReviewStore } from './review-marks.ts';
import type { Storage } from './storage.ts';

interface Stores extends EntryStore, NameStore, ReportStore, ReviewStore {}

export interface Mended {
  /** The name under which the damaged file lies now; null: there was none. */
  readonly setAside: string | null;
  readonly contents: JournalContents;
  /** Puts the damaged file back where it lay, and the new one is gone: only while no journal is open there. */
  readonly undo: () => void;
}

export interface Journal extends Stores {
  /** Null: it is what it was when it was last written. Otherwise it holds what can still be read, and what is written lasts for this run only. */
  readonly damage: JournalDamage | null;
  /** Keeps a good copy of what it is now, unless there is one. A damaged one keeps none. */
  saveCopy(): void;
  /** @throws AppFailure `journal-damaged`: a change that somebody asked for would be lost. */
  assertSound(): void;
  /**
   * Sets the damaged file aside and puts another in its place, which is there when the journal is opened again: the last good copy, or
   * what can still be read.
   * @throws AppFailure `usage` where nothing is damaged, or there is no copy.
   */
  mend(from: 'copy' | 'rest', now: number): Mended;
  close(): void;
}

export function createStores(storage: Storage): Stores {
  return { ...entryStore(storage), ...nameStore(storage), ...reportStore(storage), ...reviewStore(storage) };
}
