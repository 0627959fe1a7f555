/** A workspace's directory in both its places: stored in the journal, and beside the records for statements to join. */
import { AppFailure } from '../../src/contract/errors.ts';
import type { DirectoryChange, DirectoryDifference } from '../../src/domain/people/directory.ts';
import type { NameStore } from '../journal/tables/names.ts';
import type { StoreFile } from '../snapshot/database/store-file.ts';

export interface WorkspaceNames {
  /** In the journal; the next question finds them beside the records. */
  readonly keep: (change: DirectoryChange) => Promise<DirectoryDifference>;
  /** Puts the journal's directory beside the records of a store that was just opened. */
  readonly fill: () => Promise<void>;
}

/** @param storeFile undefined as long as none is open */
export function createNames(journal: NameStore, storeFile: () => StoreFile | undefined): WorkspaceNames {
  const fill = async () => {
    try {
      await storeFile()?.snapshot.setDirectory(() => journal.names());
    } catch (error) {
      // A damaged store reports itself when it is used, and its successor is filled when it is created.
      if (!(error instanceof AppFailure && error.error.code === 'store-damaged')) throw error;
    }
  };
  return {
    fill,
    keep: async (change) => {
      const difference = journal.saveNames(change);
      if (difference.added + difference.changed + difference.removed > 0) await fill();
      return difference;
    },
  };
}
