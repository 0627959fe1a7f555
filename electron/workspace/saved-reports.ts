/** Reads a workspace's saved reports without opening it, so that nothing is created and it may be open elsewhere meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { SavedReport } from '#contract/reports.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { JOURNAL_FILE, workspaceDirectory } from './workspace.ts';

/**
 * @returns the reports by name; none where there is no such workspace yet
 * @throws AppFailure `usage` for an invalid name, `journal-damaged` where some reports may be lost, and the journal's own failures
 */
export function readSavedReports(dataDirectory: string, workspace: string): SavedReport[] {
  const path = join(workspaceDirectory(dataDirectory, workspace), JOURNAL_FILE);
  if (!existsSync(path)) return [];
  const journal = openJournal(path);
  try {
    if (journal.damage && !journal.damage.isWhole) fail({ code: 'journal-damaged' });
    return journal.reports();
  } finally {
    journal.close();
  }
}
