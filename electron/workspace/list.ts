/** Lists the workspaces of a data directory: by name, with the address each is bound to. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppFailure } from '../../src/contract/errors.ts';
import { parseBaseUrl } from '../client/origin.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { BASE_URL } from './connection.ts';
import { JOURNAL_FILE, workspaceDirectory } from './workspace.ts';
import { isWorkspaceName } from '../../src/domain/workspace-name.ts';

export interface ListedWorkspace {
  readonly name: string;
  /** Null: not bound yet, or the sample. */
  readonly baseUrl: string | null;
}

/** By name. A workspace that is being replaced or loaded is not listed. */
export function listWorkspaces(dataDirectory: string): ListedWorkspace[] {
  const folder = join(dataDirectory, 'workspaces');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isWorkspaceName)
    .toSorted()
    .flatMap((name) => {
      const journal = join(workspaceDirectory(dataDirectory, name), JOURNAL_FILE);
      return existsSync(journal) ? [{ name, baseUrl: addressIn(journal) }] : [];
    });
}

/** A damaged journal, or an invalid address, is reported when its workspace is opened, and does not hide the others. */
function addressIn(path: string): string | null {
  let journal: Journal | undefined;
  try {
    journal = openJournal(path);
    const kept = journal.setting(BASE_URL, z.string());
    return kept === undefined ? null : parseBaseUrl(kept);
  } catch (error) {
    if (error instanceof AppFailure && ['file-damaged', 'address-refused'].includes(error.error.code)) return null;
    throw error;
  } finally {
    journal?.close();
  }
}
