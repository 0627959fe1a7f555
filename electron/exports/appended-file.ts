/** Appends a file that is whole already, in pieces, so that one of any length takes little memory and others have their turn. */
import { open } from 'node:fs/promises';
import type { AtomicFile } from './atomic-file.ts';

/** Bytes read at once. */
const READ_BYTES = 2 ** 20;

/** @param onShare how much of it was appended so far, up to 1 */
export async function appendFile(path: string, file: AtomicFile, onShare?: (share: number) => void): Promise<void> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(READ_BYTES);
    for (let done = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return;
      await file.write(buffer.subarray(0, bytesRead));
      done += bytesRead;
      onShare?.(Math.min(1, done / size));
    }
  } finally {
    await handle.close();
  }
}
