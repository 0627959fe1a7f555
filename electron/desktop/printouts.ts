/** Places the files of the desktop: pages to print in a private folder, others where the save dialog puts them. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { exportFormatLabels, fileTypes, findExportFormat } from '#domain/export-formats.ts';
import type { Paper } from '#electron/host/host.ts';
import { hosts } from '#texts/hosts/hosts.ts';

export interface Printouts extends Paper {
  /** Removes every file: at the end, and at the start what a killed predecessor left. */
  clear(): Promise<void>;
}

/**
 * Writes pages to print to a private folder and opens them with the system's viewer, which prints them.
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

/** Offers the kind of file that the suggested name has where it is an export format's, else any. */
export function toSaveFilters(suggestedName: string): { name: string; extensions: string[] }[] {
  const format = findExportFormat(suggestedName);
  if (format === undefined) return [];
  return [{ name: exportFormatLabels[format].label, extensions: [fileTypes[format].extension] }];
}
