/** The programs of other makers that stay open while many files are read. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPageBrowser, type PageBrowser } from '#tests/support/exports/page-browser.ts';
import { recalculate } from '#tests/support/exports/office.ts';

export interface ReadingRoom {
  /** Lets LibreOffice calculate many workbooks at once: it takes seconds to start. Their names differ. */
  calculate(paths: readonly string[]): void;
  /** As LibreOffice calculated it, else as it was written. */
  workbook(path: string): Buffer;
  /** Opens HTML files without a network and without scripts. */
  pages(): Promise<PageBrowser>;
  close(): Promise<void>;
}

/** @param hasOffice without LibreOffice workbooks are read as they are written */
export function openReadingRoom({ hasOffice }: { readonly hasOffice: boolean }): ReadingRoom {
  const folder = mkdtempSync(join(tmpdir(), 'reading-'));
  const calculated = new Map<string, Buffer>();
  let browser: Promise<PageBrowser> | undefined;
  return {
    calculate(paths) {
      if (!hasOffice || paths.length === 0) return;
      recalculate(paths, folder).forEach((bytes, at) => calculated.set(paths[at] ?? '', bytes));
    },
    workbook: (path) => calculated.get(path) ?? readFileSync(path),
    pages: () => (browser ??= openPageBrowser()),
    async close() {
      if (browser) await (await browser).close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
