/** Holds a file that the browser uploaded, and the files that belong to it, until the next method that opens a file has read it. */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from '#electron/features/exports/write.ts';
import type { Source } from '#electron/host/host.ts';
import { createSecret } from './sessions.ts';

export const UPLOAD = '/api/source';

/** A million records stay well below this; larger files go through the terminal. */
const MAX_BYTES = 2 * 1024 ** 3;
const LIFETIME_MILLISECONDS = 10 * 60_000;
const UNNAMED = 'upload.timelog';
const companionSuffixes = [MANIFEST_SUFFIX, MANIFEST_SUFFIX + SIGNATURE_SUFFIX];

export type UploadOutcome = 'kept' | 'refused' | 'too-large' | 'disk-full';

export type Uploads = ReturnType<typeof openUploads>;

/** @param directory a folder in the data directory that is used for nothing else. */
export function openUploads(
  directory: string,
  { now = Date.now, maxBytes = MAX_BYTES }: { readonly now?: () => number; readonly maxBytes?: number } = {},
) {
  let pending: { readonly folder: string; readonly name: string; readonly expiresAt: number } | undefined;

  const remove = (folder: string) => rm(folder, { recursive: true, force: true });
  const drop = async () => {
    const folder = pending?.folder;
    pending = undefined;
    if (folder !== undefined) await remove(folder);
  };

  const receiveFirst = async (bytes: AsyncIterable<Buffer>, name: string): Promise<UploadOutcome> => {
    await drop();
    const folder = join(directory, createSecret());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const outcome = await store(bytes, join(folder, name), maxBytes).catch(async (error: unknown) => {
      await remove(folder);
      throw error;
    });
    if (outcome !== 'kept') {
      await remove(folder);
      return outcome;
    }
    // Of two simultaneous uploads, the one that ends later stays.
    await drop();
    pending = { folder, name, expiresAt: now() + LIFETIME_MILLISECONDS };
    return 'kept';
  };

  return {
    /**
     * Stores the bytes as the one pending file (0600), in place of an earlier one. A file whose name marks it as the pending file's manifest
     * or signature is stored next to that.
     * @param name the name of the chosen file; anything but a plain file name is refused
     */
    async receive(bytes: AsyncIterable<Buffer>, name = UNNAMED): Promise<UploadOutcome> {
      if (!isPlainName(name)) return 'refused';
      const isCompanion = pending !== undefined && companionSuffixes.some((suffix) => name === pending?.name + suffix);
      return pending && isCompanion ? store(bytes, join(pending.folder, name), maxBytes) : receiveFirst(bytes, name);
    },
    /** Returns the pending file, once. @returns undefined if there is none, or it has expired */
    async take(): Promise<Source | undefined> {
      const upload = pending;
      if (upload && now() > upload.expiresAt) await drop();
      if (!pending || !upload) return undefined;
      pending = undefined;
      return { path: join(upload.folder, upload.name), release: () => remove(upload.folder) };
    },
    /** Removes every file. Called on exit, and on startup for files that a killed process left behind. */
    async clear(): Promise<void> {
      pending = undefined;
      await remove(directory);
    },
  };
}

/** True for a name that stays in its folder and that every file system accepts. */
function isPlainName(name: string): boolean {
  const isShort = Buffer.byteLength(name) <= 255;
  return isShort && /^[^\p{Cc}/\\:*?"<>|]+$/u.test(name) && !/^\.{1,2}$|[. ]$/.test(name);
}

async function store(bytes: AsyncIterable<Buffer>, path: string, maxBytes: number): Promise<UploadOutcome> {
  try {
    // The file is opened before anything is read. Otherwise it could be created after a body that is too large was given up.
    const file = await open(path, 'wx', 0o600);
    await pipeline(limitBytes(bytes, maxBytes), file.createWriteStream());
    return 'kept';
  } catch (error) {
    if (isCode(error, 'EEXIST')) return 'refused';
    await rm(path, { force: true });
    if (error instanceof TooLarge) return 'too-large';
    if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return 'disk-full';
    throw error;
  }
}

class TooLarge extends Error {}

async function* limitBytes(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const piece of bytes) {
    total += piece.length;
    if (total > maxBytes) throw new TooLarge();
    yield piece;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
