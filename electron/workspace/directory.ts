/** Stores a workspace's directory in two places: in the journal, and next to the records for statements to join. */
import { AppFailure, replaceableStore } from '#contract/errors.ts';
import type { DirectoryChange } from '#domain/people/directory.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { StoreFile } from '#electron/snapshot/database/store-file.ts';

export type WorkspaceNames = ReturnType<typeof createNames>;

/** @param storeFile undefined as long as no store is open */
export function createNames(journal: Journal, storeFile: () => StoreFile | undefined) {
  /** Puts the journal's directory next to the records of a store that was just opened. */
  const fill = async () => {
    try {
      await storeFile()?.snapshot.setDirectory(
        () => journal.readAllNames(),
        () => journal.namesVersion(),
      );
    } catch (error) {
      // A damaged store reports itself when it is used, and its successor is filled when it is created.
      if (!(error instanceof AppFailure && replaceableStore.has(error.error.code))) throw error;
    }
  };
  return {
    fill,
    /** Saves names in the journal and next to the records, where the next query finds them. */
    save: async (change: DirectoryChange) => {
      const difference = journal.saveNames(change);
      if (difference.added + difference.changed + difference.removed > 0) await fill();
      return difference;
    },
  };
}
