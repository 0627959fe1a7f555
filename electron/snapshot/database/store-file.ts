/** Sets a store that cannot be used aside under another name and never deletes it, so that its content can still be recovered. */
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { AppFailure } from '../../../src/contract/errors.ts';
import { openSnapshot, type Snapshot } from '../snapshot.ts';
import { readManifest, manifestPath } from './manifest.ts';

/** A workspace's store, which may turn out damaged: then it answers with that failure until the user asks for a new one. */
export interface StoreFile {
  /** @throws AppFailure `store-damaged`. */
  readonly snapshot: Snapshot;
  /** Sets the file aside as it is and begins an empty one. @returns its new name; null: there was none. */
  rebuild(): Promise<string | null>;
  /** How many records it held when it was last closed, as its manifest says; null: unknown. */
  recordsNoted(): number | null;
  close(): Promise<void>;
}

/** @throws AppFailure as `openSnapshot`, except `store-damaged`. */
export async function openStoreFile(path: string, now: () => number): Promise<StoreFile> {
  let held = await openOrDamage(path);
  const close = async () => {
    if (!(held instanceof AppFailure)) await held.close();
  };
  return {
    get snapshot() {
      if (held instanceof AppFailure) throw new AppFailure(held.error, { cause: held });
      return held;
    },
    async rebuild() {
      await close();
      held = new AppFailure({ code: 'store-damaged' });
      const name = setAside(path, now());
      held = await openSnapshot(path);
      return name;
    },
    recordsNoted: () => readManifest(path)?.figures?.held.records ?? null,
    close,
  };
}

async function openOrDamage(path: string): Promise<Snapshot | AppFailure> {
  try {
    return await openSnapshot(path);
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'store-damaged') return cause;
    throw cause;
  }
}

/** The log goes first and the manifest last: a process that dies in between leaves a file that is still known to be damaged. */
function setAside(path: string, at: number): string | null {
  const ending = extname(path);
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dirname(path), `${basename(path, ending)}.set-aside-${stamp}${ending}`);
  const found = existsSync(path);
  const moves = [
    [`${path}.wal`, `${aside}.wal`],
    [path, aside],
    [manifestPath(path), manifestPath(aside)],
  ] as const;
  for (const [from, to] of moves) if (existsSync(from)) renameSync(from, to);
  return found ? basename(aside) : null;
}
