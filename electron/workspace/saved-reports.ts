/** Reads a workspace's journal without opening the workspace, so that nothing is created and it may be open elsewhere meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { SavedReport } from '#contract/reports.ts';
import type { DirectoryChange } from '#domain/people/directory.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { requestChange } from './inbox.ts';
import { findFolder, JOURNAL_FILE } from './titles.ts';
import { workspaceDirectory } from './workspace.ts';

/**
 * @returns the reports by name; none if there is no such workspace yet
 * @throws AppFailure `usage` for an invalid name, `journal-damaged` if some reports may be lost, and the journal's own failures
 */
export function readSavedReports(dataDirectory: string, workspace: string): SavedReport[] {
  const path = join(toWorkspacePath(dataDirectory, workspace), JOURNAL_FILE);
  if (!existsSync(path)) return [];
  return readUndamaged(path, (journal) => journal.reports());
}

const toWorkspacePath = (dataDirectory: string, title: string) =>
  workspaceDirectory(dataDirectory, findFolder(dataDirectory, title).name);

function readUndamaged<T>(path: string, read: (journal: Journal) => T): T {
  const journal = openJournal(path);
  try {
    if (journal.damage && !journal.damage.isWhole) fail({ code: 'journal-damaged' });
    return read(journal);
  } finally {
    journal.close();
  }
}

export type SharedNames = ReturnType<typeof openSharedNames>;

/** Opens the names of a workspace that another program has open: they are read from its journal, and that program changes them. */
export function openSharedNames(dataDirectory: string, workspace: string) {
  const directory = toWorkspacePath(dataDirectory, workspace);
  return {
    /** @throws AppFailure `journal-damaged` if some names may be lost, and the journal's own failures */
    list: () => readUndamaged(join(directory, JOURNAL_FILE), (journal) => journal.readAllNames()),
    /** @throws AppFailure `store-in-use` when the other program does not answer */
    keep: (change: DirectoryChange) => requestChange(directory, change),
  };
}
