/** The names of a workspace that another program has open: read from its journal, changed by that program. */
import { join } from 'node:path';
import { fail } from '../../src/contract/errors.ts';
import type { Directory, DirectoryChange, DirectoryDifference } from '../../src/domain/people/directory.ts';
import { openJournal } from '../journal/journal.ts';
import { handOver } from './inbox.ts';
import { JOURNAL_FILE, workspaceDirectory } from './workspace.ts';

export interface NamesBeside {
  /** @throws AppFailure `journal-damaged` where some may be lost, and the journal's */
  list(): Directory;
  /** @throws AppFailure `store-in-use` when the other program does not answer */
  keep(change: DirectoryChange): Promise<DirectoryDifference>;
}

export function namesBeside(dataDirectory: string, workspace: string): NamesBeside {
  const directory = workspaceDirectory(dataDirectory, workspace);
  return {
    list() {
      const journal = openJournal(join(directory, JOURNAL_FILE));
      try {
        if (journal.damage && !journal.damage.isWhole) fail({ code: 'journal-damaged' });
        return journal.names();
      } finally {
        journal.close();
      }
    },
    keep: (change) => handOver(directory, change),
  };
}
