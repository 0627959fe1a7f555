/** Keeps a workspace's directory in both its places: stored in the journal, and next to the records for statements to join. */
import { AppFailure, replaceableStore } from '#contract/errors.ts';
import type { DirectoryChange, DirectoryDifference } from '#domain/people/directory.ts';
import type { NameStore } from '#electron/journal/names.ts';
import type { StoreFile } from '#electron/snapshot/database/store-file.ts';

export interface WorkspaceNames {
  /** Saves names in the journal; the next question finds them next to the records. */
  readonly keep: (change: DirectoryChange) => Promise<DirectoryDifference>;
  /** Puts the journal's directory next to the records of a store that was just opened. */
  readonly fill: () => Promise<void>;
}

/** @param storeFile undefined as long as no store is open */
export function createNames(journal: NameStore, storeFile: () => StoreFile | undefined): WorkspaceNames {
  const fill = async () => {
    try {
      await storeFile()?.snapshot.setDirectory(
        () => journal.wholeNames(),
        () => journal.namesVersion(),
      );
    } catch (error) {
      // A damaged store reports itself when it is used, and its successor is filled when it is created.
      if (!(error instanceof AppFailure && replaceableStore.has(error.error.code))) throw error;
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
