/**
 * Recognises a store whose creation was cut short, by a kill or a full disk, before it could hold a record: it is not reported as damaged.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { manifestPath } from './manifest.ts';

/** DuckDB's three header blocks; records come after them. */
const HEADER_BYTES = 3 * 4096;
/** A younger file may be in the making by another process. */
const SETTLED_MS = 1_000;

/** Whether this file, which cannot be opened, never held anything: no log, no manifest, and no room for a record. */
export function isUnfinishedFile(path: string): boolean {
  if (existsSync(`${path}.wal`) || existsSync(manifestPath(path))) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.size < HEADER_BYTES && Date.now() - found.mtimeMs > SETTLED_MS;
}

export function throwAway(path: string): void {
  for (const each of [`${path}.wal`, path, manifestPath(path)]) rmSync(each, { force: true });
}
