/** Holds exports for the browser to download: each is written to a private folder, can be downloaded once and is then deleted. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EventPayload } from '#contract/events.ts';
import { createSecret } from './sessions.ts';

export const DOWNLOADS = '/api/download/';

const LIFETIME_MILLISECONDS = 10 * 60_000;

export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** True when the browser opens it in a tab instead of saving it. */
  readonly opensInTab: boolean;
  open(): ReadStream;
}

export type Downloads = ReturnType<typeof openDownloads>;

/** @param directory a folder in the data directory that is used for nothing else. */
export function openDownloads(directory: string, now: () => number = Date.now) {
  const offers = new Map<string, { readonly path: string; readonly expiresAt: number; readonly opensInTab: boolean }>();

  const createOffer = (path: string, opensInTab = false): string => {
    const id = createSecret();
    offers.set(id, { path, expiresAt: now() + LIFETIME_MILLISECONDS, opensInTab });
    return `${DOWNLOADS}${id}`;
  };

  /** The creation times of folders from which nothing was offered yet: an export that fails or is cancelled leaves an empty folder. */
  const unofferedFolders = new Map<string, number>();

  /** Removes a file, and with the last file also its folder. */
  const remove = async (path: string) => {
    const folder = dirname(path);
    const isLast = ![...offers.values()].some((download) => dirname(download.path) === folder);
    await rm(isLast ? folder : path, { recursive: true, force: true });
  };

  const removeExpired = async () => {
    for (const [id, { path, expiresAt }] of offers) {
      if (now() <= expiresAt) continue;
      offers.delete(id);
      await remove(path);
    }
    for (const [folder, createdAt] of unofferedFolders) {
      if (now() <= createdAt + LIFETIME_MILLISECONDS) continue;
      // A folder that an export still writes to is not empty, so it stays.
      const isRemoved = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (isRemoved) unofferedFolders.delete(folder);
    }
  };

  return {
    /** @returns an absolute path in a new folder. */
    async place(suggestedName: string): Promise<string> {
      await removeExpired();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(directory, 'export-'));
      unofferedFolders.set(folder, now());
      return join(folder, basename(suggestedName));
    },
    /** Offers a finished file and the files that were written next to it (its manifest, its data package), each for one download. */
    async offer(path: string): Promise<EventPayload<'download.ready'>> {
      const folder = dirname(path);
      unofferedFolders.delete(folder);
      const attachedNames = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`)).toSorted();
      const names = [basename(path), ...attachedNames];
      return { files: names.map((name) => ({ name, url: createOffer(join(folder, name)) })) };
    },
    /** Offers printable pages for a tab, which may read them more than once. @returns their address on the page's origin */
    offerPages(path: string): string {
      unofferedFolders.delete(dirname(path));
      return createOffer(path, true);
    },
    /** @returns undefined for an id that was used, has expired or never existed. */
    async take(id: string): Promise<Download | undefined> {
      await removeExpired();
      const entry = offers.get(id);
      if (!entry) return undefined;
      if (!entry.opensInTab) offers.delete(id);
      const { size } = await stat(entry.path);
      return {
        name: basename(entry.path),
        bytes: size,
        opensInTab: entry.opensInTab,
        open() {
          const stream = createReadStream(entry.path);
          if (entry.opensInTab) return stream;
          stream.once('close', () => void remove(entry.path));
          return stream;
        },
      };
    },
    /** Removes every file. Called on exit, and on startup for files that a killed process left behind. */
    async clear(): Promise<void> {
      offers.clear();
      unofferedFolders.clear();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
