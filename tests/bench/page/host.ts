/** The query bench's records as a sample workspace, open in the browser host beside a headless Chromium. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { startBrowserHost, type BrowserProcess } from '#tests/e2e/support/browser-process.ts';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';
import { runChild } from '../child.ts';
import { printMachine } from '../printing.ts';
import { isFilled } from '../query/data.ts';
import { AS_OF, dataDirectoryOf, hasWorkspace } from './data.ts';

export interface HostJob {
  readonly records: number;
  /** Where the records stay for the next run; a temporary one by default. */
  readonly folder: string | undefined;
}

export interface MeasuredHost {
  readonly host: BrowserProcess;
  readonly browser: Browser;
  readonly folder: string;
}

const HEAP = '--max-old-space-size=8000';

/** @param prepare reads what is to be known of the records before the host has them alone */
export async function withHost<Known = undefined>(
  { records, folder: kept }: HostJob,
  work: (open: MeasuredHost, known: Known) => Promise<void>,
  prepare: (folder: string) => Promise<Known> = () => Promise.resolve(undefined as Known),
): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bench-page-'));
  mkdirSync(folder, { recursive: true });
  try {
    printMachine('before');
    const job = { folder, records };
    if (!isFilled(job)) await runChild(import.meta.resolve('../query/data.ts'), job, [HEAP]);
    if (!hasWorkspace(folder)) await runChild(import.meta.resolve('./data.ts'), job, [HEAP]);
    const known = await prepare(folder);
    const workspace = ['--data-dir', dataDirectoryOf(folder), '--workspace', 'sample', '--sample-as-of', AS_OF];
    const host = await startBrowserHost([...workspace, '--no-open']);
    const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
    try {
      await work({ host, browser, folder }, known);
    } finally {
      await browser.close();
      await host.stop();
    }
    printMachine('after');
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
