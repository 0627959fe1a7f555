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

/** A folder with the query bench's records as a sample workspace; one that is not kept is removed afterwards. */
export async function withWorkspace(
  { records, folder: kept }: HostJob,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bench-page-'));
  mkdirSync(folder, { recursive: true });
  const job = { folder, records };
  try {
    if (!isFilled(job)) await runChild(import.meta.resolve('../query/data.ts'), job, [HEAP]);
    if (!hasWorkspace(folder)) await runChild(import.meta.resolve('./data.ts'), job, [HEAP]);
    await work(folder);
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param prepare reads what is to be known of the records before the host has them alone */
export async function withHost<Known = undefined>(
  job: HostJob,
  work: (open: MeasuredHost, known: Known) => Promise<void>,
  prepare: (folder: string) => Promise<Known> = () => Promise.resolve(undefined as Known),
): Promise<void> {
  printMachine('before');
  await withWorkspace(job, async (folder) => {
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
  });
}
