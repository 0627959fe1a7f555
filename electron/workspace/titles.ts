/** What people call a workspace: any text. Its folder's name is its id; a title that cannot be a folder's name is kept in its journal. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { foldName, isWorkspaceName, readWorkspaceTitle, toWorkspaceName } from '#domain/name-schema.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';

export const JOURNAL_FILE = 'journal.sqlite';
const TITLE = 'workspace.title';
const STANDARD = ['sample', 'default'];

export interface NamedFolder {
  /** The folder's name. */
  readonly name: string;
  /** For a new workspace that is called otherwise. */
  readonly title?: string;
  /** There is a workspace of this title, which is not its id. */
  readonly isTitleTaken?: boolean;
}

export function findTitle(journal: Pick<Journal, 'setting'>, name: string): string {
  return journal.setting(TITLE, z.string()) ?? name;
}

export function keepTitle(journal: Pick<Journal, 'saveSetting'>, { title }: NamedFolder): void {
  if (title !== undefined) journal.saveSetting(TITLE, title);
}

/**
 * Finds the folder of the workspace that people call so, by its id or its title; a new one for what is not called so yet.
 * @throws AppFailure `usage` for a text that is no title
 */
export function findFolder(dataDirectory: string, called: string): NamedFolder {
  if (isWorkspaceName(called)) return { name: called };
  const title = readWorkspaceTitle(called) ?? fail({ code: 'usage', detail: workspaceTexts.name });
  const folded = foldName(title);
  // They are there before their folders are.
  const standard = STANDARD.find((name) => name === folded);
  if (standard !== undefined) return { name: standard };
  const folders = listFolders(dataDirectory);
  const found = folders.find(
    (name) => foldName(readJournal(dataDirectory, name, (journal) => findTitle(journal, name)) ?? name) === folded,
  );
  if (found !== undefined) return { name: found, isTitleTaken: true };
  // Also what is no workspace, but has a folder there.
  const taken = [...readFolders(dataDirectory), ...STANDARD];
  return { name: toWorkspaceName(title, taken), title };
}

/** Lists the folders that hold a workspace, by name. */
export function listFolders(dataDirectory: string): string[] {
  return readFolders(dataDirectory)
    .filter((name) => isWorkspaceName(name) && existsSync(join(dataDirectory, 'workspaces', name, JOURNAL_FILE)))
    .toSorted();
}

function readFolders(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'workspaces');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A damaged journal, or an invalid address, is reported when its workspace is opened, and does not hide the others. */
export function readJournal<T>(dataDirectory: string, name: string, read: (journal: Journal) => T): T | undefined {
  let journal: Journal | undefined;
  try {
    journal = openJournal(join(dataDirectory, 'workspaces', name, JOURNAL_FILE));
    return read(journal);
  } catch (error) {
    if (error instanceof AppFailure && ['file-damaged', 'address-refused'].includes(error.error.code)) return undefined;
    throw error;
  } finally {
    journal?.close();
  }
}
