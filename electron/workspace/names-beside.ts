/** Reads the names of a workspace that another program has open from its journal, and has that program change them. */
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Directory, DirectoryChange, DirectoryDifference } from '#domain/people/directory.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { handOver } from './inbox.ts';
import { JOURNAL_FILE, workspaceDirectory } from './workspace.ts';

export interface SharedNames {
  /** @throws AppFailure `journal-damaged` where some names may be lost, and the journal's own failures */
  list(): Directory;
  /** @throws AppFailure `store-in-use` when the other program does not answer */
  keep(change: DirectoryChange): Promise<DirectoryDifference>;
}

export function openSharedNames(dataDirectory: string, workspace: string): SharedNames {
  const directory = workspaceDirectory(dataDirectory, workspace);
  return {
    list() {
      const journal = openJournal(join(directory, JOURNAL_FILE));
      try {
        if (journal.damage && !journal.damage.isWhole) fail({ code: 'journal-damaged' });
        return journal.wholeNames();
      } finally {
        journal.close();
      }
    },
    keep: (change) => handOver(directory, change),
  };
}
