/** Replaces a damaged journal and sets the damaged file aside unchanged, so that its content can still be recovered. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFile, syncFolder } from './copies.ts';
import { makeDurable } from './database-file.ts';
import { bringUpToDate } from './storage.ts';
import { tables, type MendResult } from './stores.ts';
import { getManifestPath } from '#electron/host/manifest-file.ts';
import { openManifest } from './manifest.ts';

const READY = '.mending';
/** The files that an open change, or an older version, leaves next to the journal. */
export const LOGS = ['-journal', '-wal', '-shm'];

export interface Replacement {
  /** Writes the new content into a file that does not exist yet. */
  readonly fill: (target: string) => void;
  /** The new file continues counting changes from here, beyond all that the damaged one had taken. */
  readonly atLeast: number;
  readonly now: number;
}

export function replaceJournal(
  path: string,
  { fill, atLeast, now }: Replacement,
): Pick<MendResult, 'setAside' | 'undo'> {
  const readyPath = `${path}${READY}`;
  const partPath = `${readyPath}.part`;
  for (const file of [partPath, readyPath]) rmSync(file, { force: true });
  try {
    fill(partPath);
    const database = new DatabaseSync(partPath);
    makeDurable(database);
    const manifest = bringUpToDate(database, tables, atLeast);
    database.close();
    syncFile(partPath);
    renameSync(partPath, readyPath);
    const asidePath = toSetAsidePath(path, now);
    const hasExisted = setAside(path, asidePath);
    finishMending(path);
    const manifestFile = openManifest(path);
    manifestFile.note(manifest);
    manifestFile.close();
    return { setAside: hasExisted ? basename(asidePath) : null, undo: () => restoreJournal(path, asidePath) };
  } finally {
    rmSync(partPath, { force: true });
  }
}

/** Finishes a replacement whose process died after it had set the damaged file aside. */
export function finishMending(path: string): void {
  if (existsSync(path) || !existsSync(`${path}${READY}`)) return;
  // The old file's log must not be mistaken for the new file's.
  for (const log of LOGS) rmSync(`${path}${log}`, { force: true });
  renameSync(`${path}${READY}`, path);
  syncFolder(dirname(path));
}

function toSetAsidePath(path: string, now: number): string {
  const extension = extname(path);
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  return join(dirname(path), `${basename(path, extension)}.set-aside-${stamp}${extension}`);
}

/** Moves the file last, because until then it is still recognised as damaged. @returns whether there was a file */
function setAside(path: string, aside: string): boolean {
  if (existsSync(getManifestPath(path))) copyFileSync(getManifestPath(path), getManifestPath(aside));
  for (const log of LOGS) if (existsSync(`${path}${log}`)) renameSync(`${path}${log}`, `${aside}${log}`);
  if (!existsSync(path)) return false;
  renameSync(path, aside);
  return true;
}

/** Puts the file back before its note: while the new file's note is there, the journal is still recognised as damaged. */
function restoreJournal(path: string, aside: string): void {
  if (existsSync(aside)) renameSync(aside, path);
  else rmSync(path, { force: true });
  for (const log of LOGS) if (existsSync(`${aside}${log}`)) renameSync(`${aside}${log}`, `${path}${log}`);
  if (existsSync(getManifestPath(aside))) renameSync(getManifestPath(aside), getManifestPath(path));
  else rmSync(getManifestPath(path), { force: true });
  syncFolder(dirname(path));
}
