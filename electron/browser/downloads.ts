/** Holds exports on their way to the browser: each is written to a private folder, can be downloaded once and is then deleted. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EventPayload } from '../../src/contract/events.ts';
import { newSecret } from './sessions.ts';

export const DOWNLOADS = '/api/download/';

/** What the export writes beside each file. */
const MANIFEST = '.manifest.json';
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
  /** Offers a finished file, and its manifest where there is one, each for one download. */
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
    const id = newSecret();
    offered.set(id, { path, until: now() + KEPT_MILLISECONDS, isShown });
    return `${DOWNLOADS}${id}`;
  };

  const forgetOld = async () => {
    for (const [id, { path, until }] of offered) {
      if (now() <= until) continue;
      offered.delete(id);
      await rm(path, { force: true });
    }
  };

  return {
    async place(suggestedName) {
      await forgetOld();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return join(await mkdtemp(join(directory, 'export-')), basename(suggestedName));
    },
    async offer(path) {
      const manifest = `${path}${MANIFEST}`;
      const hasManifest = await stat(manifest).then(
        () => true,
        () => false,
      );
      return {
        name: basename(path),
        url: offerOne(path),
        manifestUrl: hasManifest ? offerOne(manifest) : null,
      };
    },
    offerPages: (path) => offerOne(path, true),
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
          stream.once('close', () => {
            const folder = [...offered.values()].some(({ path }) => dirname(path) === dirname(entry.path));
            void rm(folder ? entry.path : dirname(entry.path), { recursive: true, force: true });
          });
          return stream;
        },
      };
    },
    async clear() {
      offered.clear();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
