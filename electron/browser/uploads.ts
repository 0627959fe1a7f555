/** Holds a file uploaded by the browser, privately, until the next method that opens a file has read it. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Source } from '../host/host.ts';
import { newSecret } from './sessions.ts';

export const UPLOAD = '/api/source';

/** A million records stay well below this; larger files go through the terminal. */
const MOST_BYTES = 2 * 1024 ** 3;
const KEPT_MILLISECONDS = 10 * 60_000;

export interface Uploads {
  /** Stores the bytes as the one waiting file (0600), in place of an earlier one. */
  receive(bytes: AsyncIterable<Buffer>): Promise<'kept' | 'too-large' | 'disk-full'>;
  /** The waiting file, once; undefined: none is waiting, or it waited too long. */
  take(): Promise<Source | undefined>;
  /** Removes what is waiting: at the end, and at the start what a killed predecessor left. */
  clear(): Promise<void>;
}

/** @param directory in the data directory, used for nothing else. */
export function openUploads(
  directory: string,
  { now = Date.now, mostBytes = MOST_BYTES }: { readonly now?: () => number; readonly mostBytes?: number } = {},
): Uploads {
  let waiting: { readonly path: string; readonly until: number } | undefined;

  const drop = async () => {
    const path = waiting?.path;
    waiting = undefined;
    if (path !== undefined) await rm(path, { force: true });
  };

  return {
    async receive(bytes) {
      await drop();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(directory, `${newSecret()}.timelog`);
      try {
        await pipeline(atMost(bytes, mostBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await rm(path, { force: true });
        if (error instanceof TooLarge) return 'too-large';
        if (isFull(error)) return 'disk-full';
        throw error;
      }
      // Of two uploads at once the later one stays.
      await drop();
      waiting = { path, until: now() + KEPT_MILLISECONDS };
      return 'kept';
    },
    async take() {
      const found = waiting;
      if (found && now() > found.until) await drop();
      if (!waiting || !found) return undefined;
      waiting = undefined;
      return { path: found.path, release: () => rm(found.path, { force: true }) };
    },
    async clear() {
      waiting = undefined;
      await rm(directory, { recursive: true, force: true });
    },
  };
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

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
