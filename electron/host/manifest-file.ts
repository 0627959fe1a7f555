/**
 * Writes a note next to a database that several processes may have open. The note is written after a change is durable, so it may lag behind
 * the database (a process can die between the two) but never runs ahead of it.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';

/** The text is written in place, in one call and always in this size, so that no part of an older text remains. */
const BYTES = 4096;

export function getManifestPath(path: string): string {
  return `${path}.manifest`;
}

/** @param path the path of the database @returns undefined if there is no note */
export function readNote(path: string): string | undefined {
  try {
    return readFileSync(getManifestPath(path), 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

/** Removes the note of a database that was moved away to start over. */
export function removeNote(path: string): void {
  rmSync(getManifestPath(path), { force: true });
}

/** @param path the path of the open database; nothing more is written once that file was replaced. */
export function openNoteFile(path: string) {
  const identity = readIdentity(path);
  let file: number | undefined;
  const openFile = () => (file ??= openOrCreate(getManifestPath(path)));
  return {
    /** A failure here does not fail the change; the note then lags behind. @param isDurable waits until a power cut cannot undo the note */
    note(text: string, isDurable = true): void {
      try {
        if (readIdentity(path) !== identity) return;
        writeSync(openFile(), text.padEnd(BYTES), 0);
        if (isDurable) fsyncSync(openFile());
      } catch {
        // On a full disk the older note stays valid, and only covers fewer changes.
      }
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function readIdentity(path: string): string | undefined {
  const fileStat = statSync(path, { throwIfNoEntry: false });
  return fileStat && `${fileStat.dev}:${fileStat.ino}`;
}

function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch {
    return openSync(path, 'w', 0o600);
  }
}
