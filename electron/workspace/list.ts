/** Lists the workspaces of a data directory by name, with the address each is bound to and the space it takes on the disk. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppFailure } from '#contract/errors.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { BASE_URL } from './connection.ts';
import { readManifest } from '#electron/snapshot/database/manifest.ts';
import { JOURNAL_FILE, SNAPSHOT_FILE, workspaceDirectory } from './workspace.ts';
import { isWorkspaceName } from '#domain/name-schema.ts';

export interface ListedWorkspace {
  readonly name: string;
  /** Null for the sample and for a workspace that is not bound yet. */
  readonly baseUrl: string | null;
  /** The number of records it held when it was last closed; null when unknown. */
  readonly records: number | null;
  /** The size of its files on the disk. */
  readonly bytes: number;
}

/** Lists by name. A workspace that is being replaced or loaded is not listed. */
export function listWorkspaces(dataDirectory: string): ListedWorkspace[] {
  const folder = join(dataDirectory, 'workspaces');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isWorkspaceName)
    .toSorted()
    .flatMap((name) => {
      const directory = workspaceDirectory(dataDirectory, name);
      const journal = join(directory, JOURNAL_FILE);
      if (!existsSync(journal)) return [];
      const records = readManifest(join(directory, SNAPSHOT_FILE))?.figures?.held.records ?? null;
      return [{ name, baseUrl: readAddress(journal), records, bytes: countBytes(directory) }];
    });
}

/** Files come and go while they are counted, so one that is gone counts as empty. */
function countBytes(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

/** A damaged journal, or an invalid address, is reported when its workspace is opened, and does not hide the others. */
function readAddress(path: string): string | null {
  let journal: Journal | undefined;
  try {
    journal = openJournal(path);
    const saved = journal.setting(BASE_URL, z.string());
    return saved === undefined ? null : parseBaseUrl(saved);
  } catch (error) {
    if (error instanceof AppFailure && ['file-damaged', 'address-refused'].includes(error.error.code)) return null;
    throw error;
  } finally {
    journal?.close();
  }
}
