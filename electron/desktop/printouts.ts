/** Pages to print: written to a private folder and opened with the system's viewer, which prints them. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import type { Paper } from '#electron/host/host.ts';

export interface Printouts extends Paper {
  /** Removes every file: at the end, and at the start what a killed predecessor left. */
  clear(): Promise<void>;
}

/**
 * @param directory in the data directory, used for nothing else
 * @param open hands a file to the system. @returns why it could not be opened; empty: it was
 */
export function openPrintouts(directory: string, open: (path: string) => Promise<string>): Printouts {
  return {
    async place(suggestedName) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return { path: join(await mkdtemp(join(directory, 'pages-')), basename(suggestedName)) };
    },
    async open(path) {
      const refused = await open(path);
      if (refused !== '') fail({ code: 'usage', detail: hosts.pagesNotOpened(path) });
    },
    clear: () => rm(directory, { recursive: true, force: true }),
  };
}
