/** Writes a file that appears under its final name only when it is complete: temporary file, fsync, rename, directory fsync. */
import { createHash, randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure, fail } from '../../src/contract/errors.ts';

export interface AtomicFile {
  /** Appends text as UTF-8, or bytes as they are. */
  write(content: string | Uint8Array): Promise<void>;
}

/**
 * Writes through `fill`, then puts the file in place; a link is followed.
 * @param replaces runs right before the rename, when only the rename can still fail.
 * @returns the sha256 of the bytes, hex.
 * @throws AppFailure `disk-full`, `write-failed`, or whatever `fill` throws; nothing is left behind then.
 */
export async function writeAtomically(
  asked: string,
  fill: (file: AtomicFile) => Promise<void>,
  replaces?: () => Promise<void>,
): Promise<string> {
  const path = await replaceable(asked);
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const hash = createHash('sha256');
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await fill({
        async write(content) {
          const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
          hash.update(bytes);
          await handle.writeFile(bytes);
        },
      });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaces?.();
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    // The first failure is the one reported: a name that is too long cannot be removed either.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw asFailure(error, path);
  }
  return hash.digest('hex');
}

/** The rename would replace a folder, a device or a pipe. */
async function replaceable(asked: string): Promise<string> {
  const path = await realpath(asked).catch(() => asked);
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) fail({ code: 'write-failed', detail: asked });
  return path;
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory for syncing; its rename is durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function asFailure(error: unknown, path: string): unknown {
  if (error instanceof AppFailure || !(error instanceof Error) || !('code' in error)) return error;
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  return new AppFailure(full ? { code: 'disk-full' } : { code: 'write-failed', detail: path }, { cause: error });
}
