/** What the tests of a file begin with: made once, and copied for each. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NearService } from '../hosts/proving-service.ts';

export interface PreparedFolder {
  /** Takes the service back to when the folder was made. @returns a copy of the folder, which is the caller's to remove */
  copy(): string;
  remove(): void;
}

/** @param make fills the folder and closes what it opened there */
export async function prepareFolder(
  service: NearService,
  make: (folder: string) => Promise<void>,
): Promise<PreparedFolder> {
  const original = mkdtempSync(join(tmpdir(), 'prepared-'));
  await make(original);
  const goBack = service.remember();
  return {
    copy() {
      goBack();
      const folder = mkdtempSync(join(tmpdir(), 'copied-'));
      cpSync(original, folder, { recursive: true });
      return folder;
    },
    remove: () => rmSync(original, { recursive: true, force: true }),
  };
}
