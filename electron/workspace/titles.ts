/** Reads and finds workspaces by title, which may be any text. The folder's name is the id; a different title is stored in the journal. */
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
  /** The title of a new workspace, if it differs from the folder's name. */
  readonly title?: string;
  /** The failure of an unreadable journal, whose workspace may have the title. */
  readonly readFailure?: unknown;
}

export function findTitle(journal: Pick<Journal, 'setting'>, name: string): string {
  return journal.setting(TITLE, z.string()) ?? name;
}

export function saveTitle(journal: Pick<Journal, 'saveSetting'>, { title }: NamedFolder): void {
  if (title !== undefined) journal.saveSetting(TITLE, title);
}

/**
 * @param currentJournal the journal of the open workspace, if that is the one
 * @throws AppFailure `usage` for a text that is not a title, and for the title of another workspace
 */
export function renameWorkspace(dataDirectory: string, name: string, newTitle: string, currentJournal?: Journal): void {
  const title = readWorkspaceTitle(newTitle) ?? fail({ code: 'usage', detail: workspaceTexts.name });
  const { name: owner } = chooseFolder(dataDirectory, title);
  const taken = [...listFolders(dataDirectory), ...STANDARD];
  const isTaken = taken.some((other) => other !== name && (other === owner || other === foldName(title)));
  if (isTaken) fail({ code: 'usage', detail: workspaceTexts.taken(title) });
  const keep = (journal: Journal) => saveTitle(journal, { name, title });
  if (currentJournal) keep(currentJournal);
  else withJournal(dataDirectory, name, keep);
}

/** @returns undefined if the workspace has no title besides its id, or does not exist yet */
export function readTitle(dataDirectory: string, name: string): string | undefined {
  if (!listFolders(dataDirectory).includes(name)) return undefined;
  return readJournal(dataDirectory, name, (journal) => journal.setting(TITLE, z.string()));
}

/**
 * Finds the folder of the workspace with this id or title; a new one if there is none.
 * @throws AppFailure `usage` for a text that is not a title; the failure of an unreadable journal if no readable one has the title
 */
export function findFolder(dataDirectory: string, nameOrTitle: string): NamedFolder {
  const { readFailure, ...folder } = chooseFolder(dataDirectory, nameOrTitle);
  // Its workspace may be the one that is meant, and an empty one in its place would look like a loss.
  if (readFailure !== undefined) throw readFailure;
  return folder;
}

/**
 * Works like `findFolder`, but an unreadable journal does not prevent a new workspace.
 * @throws AppFailure `usage` for a text that is not a title
 */
export function chooseFolder(dataDirectory: string, nameOrTitle: string): NamedFolder {
  if (isWorkspaceName(nameOrTitle) && [...listFolders(dataDirectory), ...STANDARD].includes(nameOrTitle))
    return { name: nameOrTitle };
  const title = readWorkspaceTitle(nameOrTitle) ?? fail({ code: 'usage', detail: workspaceTexts.name });
  const folded = foldName(title);
  // These workspaces exist before their folders do.
  const standard = STANDARD.find((name) => name === folded);
  if (standard !== undefined) return { name: standard };
  let readFailure: unknown;
  for (const name of listFolders(dataDirectory)) {
    try {
      const ownTitle = withJournal(dataDirectory, name, (journal) => {
        const storedTitle = journal.setting(TITLE, z.string());
        if (storedTitle !== undefined || !journal.damage || journal.damage.isWhole) return storedTitle ?? name;
        // The path names the folder by which the workspace can be opened and repaired.
        return fail({ code: 'file-damaged', detail: join(dataDirectory, 'workspaces', name, JOURNAL_FILE) });
      });
      if (foldName(ownTitle) === folded) return { name };
    } catch (error) {
      readFailure ??= error;
    }
  }
  const failure = readFailure !== undefined && { readFailure };
  if (isWorkspaceName(nameOrTitle)) return { name: nameOrTitle, ...failure };
  // The name of any folder is taken, even if it holds no workspace.
  const taken = [...readFolders(dataDirectory), ...STANDARD];
  return { name: toWorkspaceName(title, taken), title, ...failure };
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
  try {
    return withJournal(dataDirectory, name, read);
  } catch (error) {
    if (error instanceof AppFailure && ['file-damaged', 'address-refused'].includes(error.error.code)) return undefined;
    throw error;
  }
}

function withJournal<T>(dataDirectory: string, name: string, read: (journal: Journal) => T): T {
  const journal = openJournal(join(dataDirectory, 'workspaces', name, JOURNAL_FILE));
  try {
    return read(journal);
  } finally {
    journal.close();
  }
}
