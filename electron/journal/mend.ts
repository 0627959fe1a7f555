/** Replaces a damaged journal and sets the damaged file aside unchanged, so that its content can still be recovered. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFile, syncFolder } from './copies.ts';
import { makeDurable } from './database-file.ts';
import { bringUpToDate } from './storage.ts';
import { tables, type MendResult } from './stores.ts';
import { manifestPath } from '#electron/host/manifest-file.ts';
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
  const ready = `${path}${READY}`;
  const part = `${ready}.part`;
  for (const file of [part, ready]) rmSync(file, { force: true });
  try {
    fill(part);
    const database = new DatabaseSync(part);
    makeDurable(database);
    const manifest = bringUpToDate(database, tables, atLeast);
    database.close();
    syncFile(part);
    renameSync(part, ready);
    const aside = toSetAsidePath(path, now);
    const existed = setAside(path, aside);
    finishMending(path);
    const manifestFile = openManifest(path);
    manifestFile.note(manifest);
    manifestFile.close();
    return { setAside: existed ? basename(aside) : null, undo: () => restoreJournal(path, aside) };
  } finally {
    rmSync(part, { force: true });
  }
}

/** Finishes what a process left when it died midway: the damaged file is set aside and the new one is ready. */
export function finishMending(path: string): void {
  if (existsSync(path) || !existsSync(`${path}${READY}`)) return;
  // The old file's log must not be taken for one of the new file.
  for (const log of LOGS) rmSync(`${path}${log}`, { force: true });
  renameSync(`${path}${READY}`, path);
  syncFolder(dirname(path));
}

function toSetAsidePath(path: string, at: number): string {
  const ending = extname(path);
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  return join(dirname(path), `${basename(path, ending)}.set-aside-${stamp}${ending}`);
}

/**
 * The file moves last, because until then it is still recognised as damaged.
 * @returns whether there was one
 */
function setAside(path: string, aside: string): boolean {
  if (existsSync(manifestPath(path))) copyFileSync(manifestPath(path), manifestPath(aside));
  for (const log of LOGS) if (existsSync(`${path}${log}`)) renameSync(`${path}${log}`, `${aside}${log}`);
  if (!existsSync(path)) return false;
  renameSync(path, aside);
  return true;
}

/** The file is removed first: as long as the new file's note is there, the journal is still recognised as damaged. */
function restoreJournal(path: string, aside: string): void {
  if (existsSync(aside)) renameSync(aside, path);
  else rmSync(path, { force: true });
  for (const log of LOGS) if (existsSync(`${aside}${log}`)) renameSync(`${aside}${log}`, `${path}${log}`);
  if (existsSync(manifestPath(aside))) renameSync(manifestPath(aside), manifestPath(path));
  else rmSync(manifestPath(path), { force: true });
  syncFolder(dirname(path));
}
