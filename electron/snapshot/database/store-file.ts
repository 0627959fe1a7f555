/** Renames a store that cannot be used and never deletes it, so that its content can still be recovered. */
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { AppFailure, replaceableStore } from '#contract/errors.ts';
import { openSnapshot, type Snapshot, type SnapshotOptions } from '../snapshot.ts';
import { readManifest, getManifestPath } from './manifest.ts';

export type StoreFile = Awaited<ReturnType<typeof openStoreFile>>;

/**
 * Opens a workspace's store. While its file is damaged or of a later format, every use fails with that error, until the user requests a new
 * file.
 * @throws AppFailure as `openSnapshot`, except `store-damaged` and `store-format`.
 */
export async function openStoreFile(path: string, now: () => number, options: SnapshotOptions = {}) {
  let snapshotOrFailure = await openOrCatchDamage(path, options);
  const close = async () => {
    if (!(snapshotOrFailure instanceof AppFailure)) await snapshotOrFailure.close();
  };
  return {
    /** @throws AppFailure `store-damaged`, `store-format`. */
    get snapshot(): Snapshot {
      if (snapshotOrFailure instanceof AppFailure)
        throw new AppFailure(snapshotOrFailure.error, { cause: snapshotOrFailure });
      return snapshotOrFailure;
    },
    /** Sets the file aside unchanged and starts an empty one. @returns the new name of the old file; null if there was none */
    async rebuild() {
      await close();
      snapshotOrFailure = new AppFailure({ code: 'store-damaged' });
      const name = setFileAside(path, now());
      snapshotOrFailure = await openSnapshot(path, { log: options.log });
      return name;
    },
    /** Returns the number of records when the store was last closed, from its manifest; null if unknown. */
    recordsNoted: () => readManifest(path)?.figures?.held.records ?? null,
    close,
  };
}

async function openOrCatchDamage(path: string, options: SnapshotOptions): Promise<Snapshot | AppFailure> {
  try {
    return await openSnapshot(path, options);
  } catch (cause) {
    if (cause instanceof AppFailure && replaceableStore.has(cause.error.code)) return cause;
    throw cause;
  }
}

/** Moves the log first and the manifest last, so that a process that dies in between leaves a file that is still recognised as damaged. */
function setFileAside(path: string, at: number): string | null {
  const ending = extname(path);
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dirname(path), `${basename(path, ending)}.set-aside-${stamp}${ending}`);
  const exists = existsSync(path);
  const moves = [
    [`${path}.wal`, `${aside}.wal`],
    [path, aside],
    [getManifestPath(path), getManifestPath(aside)],
  ] as const;
  for (const [from, to] of moves) if (existsSync(from)) renameSync(from, to);
  return exists ? basename(aside) : null;
}
