/** Names bulk copies next to the store's temporary files, and removes those that a killed program left when the store is opened. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'export-';

/**
 * @param folder the store's own folder.
 * @returns the path of a file that does not exist yet.
 */
export async function nameBulkFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${PREFIX}${randomUUID()}`);
}

/** Only its owner opens a store, so no copy that it finds there is still being written. */
export async function removeBulkFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(PREFIX)) await rm(join(folder, name), { recursive: true, force: true });
}
