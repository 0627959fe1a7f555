/** The program's own preferences. Damaged, they are no figure's ground: what can be read of them goes on by itself, and that is told. */
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/journal.ts';

export interface Preferences {
  readonly journal: Journal;
  /** The name of the damaged file now; null: it was not damaged, or is gone. */
  readonly setAside: string | null;
}

/** @throws AppFailure `disk-full`, `store-in-use`. */
export function openPreferences(path: string, now: () => number): Preferences {
  const journal = openJournal(path);
  if (!journal.damage) return { journal, setAside: null };
  try {
    const { setAside } = journal.mend('rest', now());
    return { journal: openJournal(path), setAside };
  } finally {
    journal.close();
  }
}
