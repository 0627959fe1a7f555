/** Writes a file that appears under its final name only when it is complete: temporary file, fsync, rename, directory fsync. */
import { createHash } from 'node:crypto';
import { link, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure, fail } from '#contract/errors.ts';
import { claimName, removeLeftovers } from './leftovers.ts';

export interface AtomicFile {
  /** Appends text as UTF-8, or bytes as they are. */
  write(content: string | Uint8Array): Promise<void>;
}

/** A file with room beside it for parts that must be complete before they are appended. */
export interface FileWithScratch extends AtomicFile {
  /** @returns a private folder beside the file, removed at the end whatever happens. */
  scratch(): Promise<string>;
}

interface PlacementOptions {
  /** False rejects an existing file, even one created in the meantime. Default: true. */
  readonly replace?: boolean;
}

/** A file that is on the disk but does not have its final name yet. */
export interface StagedFile {
  /** The final path, with links resolved. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Gives the file its final name. @throws AppFailure `file-exists`, `write-failed` */
  place(): Promise<void>;
  /** Removes the file if it was not placed. */
  discard(): Promise<void>;
}

/**
 * Writes through `fill`, then puts the file in place; links are followed.
 * @returns the sha256 of the bytes, hex.
 * @throws AppFailure `disk-full`, `write-failed`, `file-exists`, or whatever `fill` throws; nothing is left behind then.
 */
export async function writeAtomically(
  chosenPath: string,
  fill: (file: FileWithScratch) => Promise<void>,
  placement: PlacementOptions = {},
): Promise<string> {
  const staged = await stageFile(chosenPath, fill, placement);
  try {
    await staged.place();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return staged.sha256;
}

/** Writes the file, but does not give it its final name. @throws AppFailure as `writeAtomically`; nothing is left behind then. */
export async function stageFile(
  chosenPath: string,
  fill: (file: FileWithScratch) => Promise<void>,
  { replace = true }: PlacementOptions = {},
): Promise<StagedFile> {
  const path = await resolveReplaceable(chosenPath);
  if (!replace) await refuseExisting(path);
  await removeLeftovers(dirname(path));
  const claim = claimName();
  const temporary = join(dirname(path), `.${basename(path)}.${claim.owner}.part`);
  const discard = async () => {
    // The first failure is the one reported: a name that is too long cannot be removed either.
    await rm(temporary, { force: true }).catch(() => undefined);
    claim.release();
  };
  const scratch = `${temporary}s`;
  const hash = createHash('sha256');
  let length = 0;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await fill({
        async write(content) {
          const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
          hash.update(bytes);
          length += bytes.length;
          await handle.writeFile(bytes);
        },
        async scratch() {
          await mkdir(scratch, { recursive: true, mode: 0o700 });
          return scratch;
        },
      });
      await handle.sync();
    } finally {
      await handle.close();
      await rm(scratch, { recursive: true, force: true });
    }
  } catch (error) {
    await discard();
    throw asFailure(error, path);
  }
  const place = async () => {
    try {
      if (replace) await rename(temporary, path);
      else await linkNewFile(temporary, path);
      claim.release();
      await syncDirectory(dirname(path));
    } catch (error) {
      throw asFailure(error, path);
    }
  };
  return { path, sha256: hash.digest('hex'), bytes: length, place, discard };
}

/** Durably removes a file that no longer belongs to the files beside it. @throws AppFailure `write-failed` */
export async function removeStale(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
    await syncDirectory(dirname(path));
  } catch (error) {
    throw asFailure(error, path);
  }
}

/** Refuses a folder, a device or a pipe, which the rename would replace. */
async function resolveReplaceable(chosenPath: string): Promise<string> {
  const path = await realpath(chosenPath).catch(() => chosenPath);
  const fileStat = await stat(path).catch(() => undefined);
  if (fileStat && !fileStat.isFile()) fail({ code: 'write-failed', detail: chosenPath });
  return path;
}

/** @throws AppFailure `file-exists` */
export async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) fail({ code: 'file-exists', detail: path });
}

/** A link, unlike a rename, never replaces a file. */
async function linkNewFile(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      fail({ code: 'file-exists', detail: path }, cause);
    throw cause;
  }
  await rm(temporary, { force: true });
}

/** Makes renames in the folder durable. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory for syncing; its renames are durable anyway.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function asFailure(error: unknown, path: string): unknown {
  if (error instanceof AppFailure || !(error instanceof Error) || !('code' in error)) return error;
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  return new AppFailure(full ? { code: 'disk-full' } : { code: 'write-failed', detail: path }, { cause: error });
}

const READ_BYTES = 2 ** 20;

/** Appends a complete file in pieces, so that it takes little memory and other work gets its turn. @param onShare called with 0 to 1 */
export async function appendFile(path: string, file: AtomicFile, onShare?: (share: number) => void): Promise<void> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(READ_BYTES);
    for (let appended = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return;
      await file.write(buffer.subarray(0, bytesRead));
      appended += bytesRead;
      onShare?.(Math.min(1, appended / size));
    }
  } finally {
    await handle.close();
  }
}
