/** What a start costs: a command of the terminal with the code that it reads, and the page from the host's start to its first figures. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { startBrowserHost } from '#tests/e2e/support/browser-process.ts';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';
import { median, printMachine, printTable } from './printing.ts';
import { AS_OF, dataDirectoryOf } from './page/data.ts';
import { withWorkspace, type HostJob } from './page/host.ts';

export interface StartBench extends HostJob {
  readonly rounds: number;
}

/** Kilobytes of JavaScript that the first screen may read before its figures, and seconds of the processor that `status` may take. */
const [MAX_KILOBYTES, MAX_SECONDS] = [900, 0.35];

/** Run first in the measured command, and tell at its end what it took, or what it read: listing that takes time of its own. */
const tellers = {
  seconds: 'const { user, system } = process.cpuUsage(); return (user + system) / 1e6',
  read: 'return read',
} as const;

const toModule = (teller: string, before = '') =>
  `data:text/javascript,${encodeURIComponent(
    `import { writeSync } from 'node:fs'; ${before}
     process.on('exit', () => writeSync(2, '\\n' + JSON.stringify((() => { ${teller} })())));`,
  )}`;
const LISTING = `import { registerHooks } from 'node:module';
  const read = []; registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });`;

export async function benchStart({ rounds, ...job }: StartBench): Promise<void> {
  await withWorkspace(job, async (folder) => {
    const workspace = ['--data-dir', dataDirectoryOf(folder), '--workspace', 'sample'];
    printMachine('before');
    const seconds = Array.from({ length: rounds }, () => Number(runStatus(workspace, toModule(tellers.seconds))));
    const read = runStatus(workspace, toModule(tellers.read, LISTING)) as string[];
    const pages: PageStart[] = [];
    for (let round = 0; round < rounds; round += 1) pages.push(await openPage(workspace));
    printMachine('after');
    const processor = median(seconds);
    const own = read.filter((url) => url.startsWith('file:') && !url.includes('node_modules'));
    const kilobytes = Math.max(...pages.map(({ bytes }) => bytes)) / 1000;
    printTable([
      ['status', 'processor', 'JavaScript', 'source modules'],
      [`${rounds} runs`, `${processor.toFixed(2)} s`, `${kilobytesOf(own).toFixed(0)} kB`, String(countSources(own))],
    ]);
    printTable([
      ['the page, to its first figures', 'after', 'JavaScript', 'files'],
      [
        `${rounds} starts of the host`,
        `${median(pages.map((each) => each.seconds)).toFixed(2)} s`,
        `${kilobytes.toFixed(0)} kB`,
        String(pages[0]?.files),
      ],
    ]);
    if (processor > MAX_SECONDS || kilobytes > MAX_KILOBYTES) process.exitCode = 1;
  });
}

function runStatus(workspace: readonly string[], teller: string): unknown {
  const { stderr } = spawnSync(process.execPath, ['--import', teller, 'out/cli.js', 'status', ...workspace], {
    encoding: 'utf8',
  });
  return JSON.parse(stderr.split('\n').at(-1) ?? '');
}

const kilobytesOf = (urls: readonly string[]) =>
  urls.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0) / 1000;

/** By the maps beside the chunks: the program's own modules and those of packages that are bundled. */
function countSources(urls: readonly string[]): number {
  const maps = urls.map((url) => `${fileURLToPath(url)}.map`).filter(existsSync);
  return new Set(maps.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }).sources))
    .size;
}

interface PageStart {
  readonly seconds: number;
  readonly bytes: number;
  readonly files: number;
}

/** The window is started before: it is there when `npm start` opens the address. */
async function openPage(workspace: readonly string[]): Promise<PageStart> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    // What comes after the figures may end with the window.
    const size = response.body().then(
      ({ length }) => length,
      () => 0,
    );
    sizes.push(size);
  });
  const began = performance.now();
  const host = await startBrowserHost([...workspace, '--sample-as-of', AS_OF, '--no-open']);
  try {
    await page.goto(host.address, { waitUntil: 'commit' });
    await page.locator('[data-testid^="tile-"]:enabled').first().waitFor();
    const seconds = (performance.now() - began) / 1000;
    const read = await Promise.all(sizes);
    return { seconds, bytes: read.reduce((sum, size) => sum + size, 0), files: read.length };
  } finally {
    await browser.close();
    await host.stop();
  }
}
