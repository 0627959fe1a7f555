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
  /** Why it is not known whether another workspace is called so: its journal cannot be read. */
  readonly unread?: unknown;
}

export function findTitle(journal: Pick<Journal, 'setting'>, name: string): string {
  return journal.setting(TITLE, z.string()) ?? name;
}

export function keepTitle(journal: Pick<Journal, 'saveSetting'>, { title }: NamedFolder): void {
  if (title !== undefined) journal.saveSetting(TITLE, title);
}

/**
 * @param open the journal of the open workspace, if that is the one
 * @throws AppFailure `usage` for a text that is no title, and for what another workspace is called
 */
export function renameWorkspace(dataDirectory: string, name: string, called: string, open?: Journal): void {
  const title = readWorkspaceTitle(called) ?? fail({ code: 'usage', detail: workspaceTexts.name });
  const { name: owner } = findPlace(dataDirectory, title);
  const taken = [...listFolders(dataDirectory), ...STANDARD];
  const isTaken = taken.some((other) => other !== name && (other === owner || other === foldName(title)));
  if (isTaken) fail({ code: 'usage', detail: workspaceTexts.taken(title) });
  const keep = (journal: Journal) => keepTitle(journal, { name, title });
  if (open) keep(open);
  else withJournal(dataDirectory, name, keep);
}

/** @returns undefined where the workspace is called by its id, or is not there yet */
export function readTitle(dataDirectory: string, name: string): string | undefined {
  if (!listFolders(dataDirectory).includes(name)) return undefined;
  return readJournal(dataDirectory, name, (journal) => journal.setting(TITLE, z.string()));
}

/**
 * Finds the folder of the workspace that people call so, by its id or its title; a new one for what is not called so yet.
 * @throws AppFailure `usage` for a text that is no title; the failure of a journal that cannot be read, where none that can is called so
 */
export function findFolder(dataDirectory: string, called: string): NamedFolder {
  const { unread, ...folder } = findPlace(dataDirectory, called);
  // It may be the one that is meant: an empty one in its place would look like a loss.
  if (unread !== undefined) throw unread;
  return folder;
}

/**
 * As `findFolder`, for a workspace that is to be new: what cannot be read is not in its way.
 * @throws AppFailure `usage` for a text that is no title
 */
export function findPlace(dataDirectory: string, called: string): NamedFolder {
  if (isWorkspaceName(called) && [...listFolders(dataDirectory), ...STANDARD].includes(called)) return { name: called };
  const title = readWorkspaceTitle(called) ?? fail({ code: 'usage', detail: workspaceTexts.name });
  const folded = foldName(title);
  // They are there before their folders are.
  const standard = STANDARD.find((name) => name === folded);
  if (standard !== undefined) return { name: standard };
  let unread: unknown;
  for (const name of listFolders(dataDirectory)) {
    try {
      const ownTitle = withJournal(dataDirectory, name, (journal) => {
        const kept = journal.setting(TITLE, z.string());
        if (kept !== undefined || !journal.damage || journal.damage.isWhole) return kept ?? name;
        // By the folder in its path the workspace can be opened and mended.
        return fail({ code: 'file-damaged', detail: join(dataDirectory, 'workspaces', name, JOURNAL_FILE) });
      });
      if (foldName(ownTitle) === folded) return { name };
    } catch (error) {
      unread ??= error;
    }
  }
  const failure = unread !== undefined && { unread };
  if (isWorkspaceName(called)) return { name: called, ...failure };
  // Also what is no workspace, but has a folder there.
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
