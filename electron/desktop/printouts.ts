/** Chooses paths for the desktop's files: a private folder for printable pages, and the save dialog for all others. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { exportFormatLabels, fileTypes, findExportFormat } from '#domain/export-formats.ts';
import type { Paper } from '#electron/host/host.ts';
import { hosts } from '#texts/hosts/hosts.ts';

/**
 * Writes printable pages to a private folder and opens them with the system's viewer, which can print them.
 * @param directory a folder in the data directory that is used for nothing else
 * @param open hands a file to the system. @returns the reason why it could not be opened, or an empty text
 */
export function openPrintouts(
  directory: string,
  open: (path: string) => Promise<string>,
): Paper & { clear(): Promise<void> } {
  return {
    async place(suggestedName) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return { path: join(await mkdtemp(join(directory, 'pages-')), basename(suggestedName)) };
    },
    async open(path) {
      const problem = await open(path);
      if (problem !== '') fail({ code: 'usage', detail: hosts.pagesNotOpened(path) });
    },
    /** Removes every file. Called on exit, and on startup for files that a killed process left behind. */
    clear: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Offers the export format that the suggested name has, or any file if it has none. */
export function toSaveFilters(suggestedName: string): { name: string; extensions: string[] }[] {
  const format = findExportFormat(suggestedName);
  if (format === undefined) return [];
  return [{ name: exportFormatLabels[format].label, extensions: [fileTypes[format].extension] }];
}
