/** Holds a file uploaded by the browser, with what belongs beside it, privately, until the next method that opens a file has read it. */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from '#electron/features/exports/write.ts';
import type { Source } from '#electron/host/host.ts';
import { createSecret } from './sessions.ts';

export const UPLOAD = '/api/source';

/** A million records stay well below this; larger files go through the terminal. */
const MOST_BYTES = 2 * 1024 ** 3;
const KEPT_MILLISECONDS = 10 * 60_000;
const UNNAMED = 'upload.timelog';
const besideSuffixes = [MANIFEST_SUFFIX, MANIFEST_SUFFIX + SIGNATURE_SUFFIX];

export type Received = 'kept' | 'refused' | 'too-large' | 'disk-full';

export interface Uploads {
  /**
   * Stores the bytes as the one waiting file (0600), in place of an earlier one; or, by a name that belongs to it, beside the waiting file.
   * @param name of the file where it was chosen; refused where it is none of a plain file
   */
  receive(bytes: AsyncIterable<Buffer>, name?: string): Promise<Received>;
  /** The waiting file, once; undefined: none is waiting, or it waited too long. */
  take(): Promise<Source | undefined>;
  /** Removes what is waiting: at the end, and at the start what a killed predecessor left. */
  clear(): Promise<void>;
}

interface Waiting {
  readonly folder: string;
  readonly name: string;
  readonly until: number;
}

/** @param directory in the data directory, used for nothing else. */
export function openUploads(
  directory: string,
  { now = Date.now, mostBytes = MOST_BYTES }: { readonly now?: () => number; readonly mostBytes?: number } = {},
): Uploads {
  let waiting: Waiting | undefined;

  const remove = (folder: string) => rm(folder, { recursive: true, force: true });
  const drop = async () => {
    const folder = waiting?.folder;
    waiting = undefined;
    if (folder !== undefined) await remove(folder);
  };

  const receiveFirst = async (bytes: AsyncIterable<Buffer>, name: string): Promise<Received> => {
    await drop();
    const folder = join(directory, createSecret());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const received = await store(bytes, join(folder, name), mostBytes).catch(async (error: unknown) => {
      await remove(folder);
      throw error;
    });
    if (received !== 'kept') {
      await remove(folder);
      return received;
    }
    // Of two uploads at once the later one stays.
    await drop();
    waiting = { folder, name, until: now() + KEPT_MILLISECONDS };
    return 'kept';
  };

  return {
    async receive(bytes, name = UNNAMED) {
      if (!isPlainName(name)) return 'refused';
      const isBeside = waiting !== undefined && besideSuffixes.some((suffix) => name === waiting?.name + suffix);
      return waiting && isBeside ? store(bytes, join(waiting.folder, name), mostBytes) : receiveFirst(bytes, name);
    },
    async take() {
      const upload = waiting;
      if (upload && now() > upload.until) await drop();
      if (!waiting || !upload) return undefined;
      waiting = undefined;
      return { path: join(upload.folder, upload.name), release: () => remove(upload.folder) };
    },
    async clear() {
      waiting = undefined;
      await remove(directory);
    },
  };
}

/** One that leads nowhere else and that every file system takes. */
function isPlainName(name: string): boolean {
  const isShort = Buffer.byteLength(name) <= 255;
  return isShort && /^[^\p{Cc}/\\:*?"<>|]+$/u.test(name) && !/^\.{1,2}$|[. ]$/.test(name);
}

async function store(bytes: AsyncIterable<Buffer>, path: string, mostBytes: number): Promise<Received> {
  try {
    // Opened before anything is read: a file whose opening is still under way when it proves too large would appear after its removal.
    const file = await open(path, 'wx', 0o600);
    await pipeline(atMost(bytes, mostBytes), file.createWriteStream());
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

async function* atMost(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const piece of bytes) {
    sum += piece.length;
    if (sum > most) throw new TooLarge();
    yield piece;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
