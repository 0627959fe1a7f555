/** The program's own preferences. No figure rests on them: when they are damaged, what can be read is used and the damage is reported. */
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/journal.ts';

export interface Preferences {
  readonly journal: Journal;
  /** New name of the damaged file; null when it was not damaged or no longer exists. */
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
