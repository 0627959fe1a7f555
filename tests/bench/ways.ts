/**
 * Counts the files of the product that run on three ways, by V8's coverage of real runs from the sources: a filter chip to its total on screen,
 * a page of the service to the store, and records to a workbook. What starting and `status` need is left out of the terminal's two.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { createApp } from '#electron/app/app.ts';
import { openDownloads } from '#electron/browser/downloads.ts';
import { startBrowserServer } from '#electron/browser/server.ts';
import { createSecret, createSessions } from '#electron/browser/sessions.ts';
import { openUploads } from '#electron/browser/uploads.ts';
import { openPage } from '#electron/host/ui-files.ts';
import { standBefore } from '#build/dev/front.ts';
import { chromiumArgs, chromiumPath, root } from '#tests/e2e/support/places.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { AS_OF, dataDirectoryOf } from './page/data.ts';
import { withWorkspace } from './page/host.ts';
import { printTable } from './printing.ts';

const DOWNLOAD_MS = 20_000;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** @param isListed prints the files of each way */
export async function benchWays(isListed: boolean): Promise<void> {
  await withWorkspace({ records: 20_000, folder: undefined }, async (folder) => {
    const workspace = ['--workspace', 'sample', '--data-dir', dataDirectoryOf(folder)];
    const status = await runTerminal(['status', ...workspace]);
    const workbook = ['export', '--period', '2026-10', '--format', 'xlsx', '--out', join(folder, 'records.xlsx')];
    const exported = await runTerminal([...workbook, ...workspace]);
    const chip = await tickChip(dataDirectoryOf(folder));
    const empty = ['--workspace', 'sample', '--data-dir', join(folder, 'empty')];
    const downloaded = await runTerminal(['sync', ...empty], DOWNLOAD_MS);
    const ways = [
      { name: 'filter chip to total: the page', files: chip.page },
      { name: 'filter chip to total: the host', files: chip.host },
      { name: 'page of the service to store', files: subtract(downloaded, status) },
      { name: 'export --format xlsx', files: subtract(exported, status) },
    ];
    printTable([['way', 'files'], ...ways.map(({ name, files }) => [name, String(files.size)])]);
    if (isListed) for (const { name, files } of ways) console.log(`\n${name}\n${[...files].toSorted().join('\n')}`);
  });
}

const subtract = (files: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...files].filter((file) => !others.has(file)));

/** The product's files in which a function was called; that a module was loaded does not count. Texts are left out. */
function listCalled(scripts: readonly Script[], toPath: (url: string) => string | undefined): Set<string> {
  const called = new Set<string>();
  for (const { url, functions } of scripts) {
    const path = toPath(url);
    if (path === undefined || !/^(?:src|electron|service)\//.test(path) || path.includes('texts/')) continue;
    const isCalled = functions.some(({ functionName, ranges: [whole] }) =>
      Boolean(whole && whole.count > 0 && !(functionName === '' && whole.startOffset === 0)),
    );
    if (isCalled) called.add(path);
  }
  return called;
}

const toSource = (url: string) => (url.startsWith('file:') ? relative(root, fileURLToPath(url)) : undefined);

/** @param stopAfter milliseconds after which it is ended as Ctrl+C does */
async function runTerminal(args: readonly string[], stopAfter?: number): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'ways-'));
  try {
    const child = spawn(process.execPath, ['electron/cli.ts', ...args], {
      cwd: root,
      env: { ...process.env, NODE_V8_COVERAGE: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    if (stopAfter !== undefined && (await Promise.race([ended, setTimeout(stopAfter, 'running')])) === 'running')
      child.kill('SIGINT');
    const code = await ended;
    if (code !== 0 && stopAfter === undefined) throw new Error(`${args.join(' ')} ended with ${code}`);
    const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return listCalled(
      reports.flatMap((report) => (JSON.parse(report) as { result: Script[] }).result),
      toSource,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ticks a client on the Reports screen of the unbundled page before a host in this process, and waits for the total. */
async function tickChip(dataDirectory: string): Promise<{ page: Set<string>; host: Set<string> }> {
  const app = await createApp({
    host: quietHost({ kind: 'browser' }),
    version: 'ways',
    dataDirectory,
    workspace: 'sample',
    sampleAsOf: AS_OF,
  });
  const sessions = createSessions(() => undefined);
  const built = join(dataDirectory, 'ui');
  mkdirSync(built, { recursive: true });
  const host = await startBrowserServer({
    port: 0,
    app,
    page: openPage(built),
    sessions,
    downloads: openDownloads(join(dataDirectory, 'downloads')),
    uploads: openUploads(join(dataDirectory, 'uploads')),
  });
  const token = createSecret();
  const exchange = await fetch(`${host.origin}/api/session`, {
    method: 'POST',
    headers: { origin: host.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: sessions.createToken() }),
  });
  const session = { origin: host.origin, ...((await exchange.json()) as { secret: string }) };
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    cacheDir: join(dataDirectory, 'vite'),
    logLevel: 'warn',
    plugins: [standBefore({ session: async () => session }, token)],
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await vite.listen();
  const origin = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  const inspector = new Session();
  inspector.connect();
  try {
    const page = await browser.newPage();
    // Vite transforms some hundred modules first.
    page.setDefaultTimeout(180_000);
    await page.goto(`${origin}/?token=${token}#/reports?preset=clients&period=2026-10`);
    const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Client any', exact: true });
    await chip.click();
    const value = page.getByRole('dialog').getByRole('checkbox').first();
    await value.waitFor();
    const isSettled = () =>
      page
        .locator('[aria-busy="true"], [data-pending]')
        .count()
        .then((count) => count === 0);
    while (!(await isSettled())) await setTimeout(100);

    const devtools = await page.context().newCDPSession(page);
    const start = { callCount: true, detailed: false };
    await Promise.all([devtools.send('Profiler.enable'), inspector.post('Profiler.enable')]);
    await devtools.send('Profiler.startPreciseCoverage', start);
    await inspector.post('Profiler.startPreciseCoverage', start);
    const total = page.locator('main tfoot').first();
    const before = await total.textContent();
    await value.click();
    await page.waitForFunction(
      (text) => document.querySelector('main tfoot')?.textContent !== text && !document.querySelector('[data-pending]'),
      before,
    );
    const onPage = await devtools.send('Profiler.takePreciseCoverage');
    const inHost = await inspector.post('Profiler.takePreciseCoverage');
    const uiRoot = vite.config.root;
    const toPagePath = (url: string) => {
      if (!url.startsWith(origin)) return undefined;
      const { pathname } = new URL(url);
      const path = pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : join(uiRoot, pathname);
      return relative(root, path);
    };
    return { page: listCalled(onPage.result, toPagePath), host: listCalled(inHost.result, toSource) };
  } finally {
    inspector.disconnect();
    await browser.close();
    await vite.close();
    await host.close();
    await app.close();
  }
}
