/** Holds exports on their way to the browser: each is written to a private folder, can be downloaded once and is then deleted. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EventPayload } from '#contract/events.ts';
import { createSecret } from './sessions.ts';

export const DOWNLOADS = '/api/download/';

const KEPT_MILLISECONDS = 10 * 60_000;

export interface Download {
  readonly name: string;
  readonly bytes: number;
  /** Opened in a tab, not kept as a file. */
  readonly isShown: boolean;
  open(): ReadStream;
}

export interface Downloads {
  /** @returns an absolute path in a new folder of its own. */
  place(suggestedName: string): Promise<string>;
  /** Offers a finished file, and after it what was written beside it (its manifest, its data package), each for one download. */
  offer(path: string): Promise<EventPayload<'download.ready'>>;
  /** Offers pages to be opened in a tab, which may read them more than once. @returns their address on the page's origin */
  offerPages(path: string): string;
  /** @returns undefined for an id that was taken, is too old or never was. */
  take(id: string): Promise<Download | undefined>;
  /** Removes every file: at the end, and at the start what a killed predecessor left. */
  clear(): Promise<void>;
}

/** @param directory in the data directory, used for nothing else. */
export function openDownloads(directory: string, now: () => number = Date.now): Downloads {
  const offered = new Map<string, { readonly path: string; readonly until: number; readonly isShown: boolean }>();

  const offerOne = (path: string, isShown = false): string => {
    const id = createSecret();
    offered.set(id, { path, until: now() + KEPT_MILLISECONDS, isShown });
    return `${DOWNLOADS}${id}`;
  };

  /** Folders in which nothing was offered yet, by when they were made: an export that failed or was cancelled leaves its own empty. */
  const placed = new Map<string, number>();

  /** The last file takes its folder with it. */
  const remove = async (path: string) => {
    const folder = dirname(path);
    const isLast = ![...offered.values()].some((download) => dirname(download.path) === folder);
    await rm(isLast ? folder : path, { recursive: true, force: true });
  };

  const forgetOld = async () => {
    for (const [id, { path, until }] of offered) {
      if (now() <= until) continue;
      offered.delete(id);
      await remove(path);
    }
    for (const [folder, since] of placed) {
      if (now() <= since + KEPT_MILLISECONDS) continue;
      // One that is still written to is not empty, and stays.
      const isGone = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (isGone) placed.delete(folder);
    }
  };

  return {
    async place(suggestedName) {
      await forgetOld();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(directory, 'export-'));
      placed.set(folder, now());
      return join(folder, basename(suggestedName));
    },
    async offer(path) {
      const folder = dirname(path);
      placed.delete(folder);
      const attachedNames = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`)).toSorted();
      const names = [basename(path), ...attachedNames];
      return { files: names.map((name) => ({ name, url: offerOne(join(folder, name)) })) };
    },
    offerPages(path) {
      placed.delete(dirname(path));
      return offerOne(path, true);
    },
    async take(id) {
      await forgetOld();
      const entry = offered.get(id);
      if (!entry) return undefined;
      if (!entry.isShown) offered.delete(id);
      const { size } = await stat(entry.path);
      return {
        name: basename(entry.path),
        bytes: size,
        isShown: entry.isShown,
        open() {
          const stream = createReadStream(entry.path);
          if (entry.isShown) return stream;
          stream.once('close', () => void remove(entry.path));
          return stream;
        },
      };
    },
    async clear() {
      offered.clear();
      placed.clear();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
