/** Lists the workspaces of a data directory by name, with the address each is bound to and the space it takes on the disk. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Output } from '#contract/api.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { BASE_URL } from './connection.ts';
import { readManifest } from '#electron/snapshot/database/manifest.ts';
import { findTitle, listFolders, readJournal } from './titles.ts';
import { SNAPSHOT_FILE, workspaceDirectory } from './workspace.ts';

export type ListedWorkspace = Readonly<Omit<Output<'workspace.list'>['workspaces'][number], 'hasKey'>>;

/** Lists by name. A workspace that is being replaced or loaded is not listed. */
export function listWorkspaces(dataDirectory: string): ListedWorkspace[] {
  return listFolders(dataDirectory).map((name) => {
    const directory = workspaceDirectory(dataDirectory, name);
    const records = readManifest(join(directory, SNAPSHOT_FILE))?.figures?.held.records ?? null;
    const read = <T>(readValue: (journal: Journal) => T) => readJournal(dataDirectory, name, readValue);
    return {
      name,
      label: read((journal) => findTitle(journal, name)) ?? name,
      baseUrl: read(readAddress) ?? null,
      records,
      bytes: countBytes(directory),
    };
  });
}

function readAddress(journal: Journal): string | null {
  const saved = journal.setting(BASE_URL, z.string());
  return saved === undefined ? null : parseBaseUrl(saved);
}

/** Files come and go while they are counted, so one that is gone counts as empty. */
function countBytes(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}
