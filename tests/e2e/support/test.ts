/** The fixtures: a running host with its page, over a copy of the prepared sample or an empty data directory. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, test as base, type Browser, type ElectronApplication, type Page } from 'playwright/test';
import type { Result } from '#contract/errors.ts';
import { startProvingService, type ProvingOptions, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { startBrowserHost, type BrowserProcess } from './browser-process.ts';
import { startDesktopHost } from './desktop-app.ts';
import { chromiumArgs, chromiumPath, preparedData, SAMPLE_AS_OF, shellPath } from './places.ts';
import { shareHost, type ReadingHost, type SharedHost } from './reading.ts';
import { boundWaits } from './waits.ts';

export interface HostOptions {
  hostKind: 'desktop' | 'browser';
  /** In which Chromium the browser host's page is opened: its engine alone, or all of it, as people have it. */
  openedIn: 'shell' | 'whole';
}

/** A host that runs, and the page a person sees. */
export interface HostInUse {
  readonly page: Page;
  /** The desktop host's process; undefined in the browser host. */
  readonly electron?: ElectronApplication;
  /** The browser host's process; undefined in the desktop host. */
  readonly server?: BrowserProcess;
  /** Calls the contract from inside the page, by the way the page itself has. */
  readonly call: (method: string, input: unknown) => Promise<Result<unknown>>;
}

/** One of a test's own. */
export interface RunningHost extends HostInUse {
  /** Ends the host as a person does. */
  stop(): Promise<void>;
}

interface HostStart {
  readonly dataDirectory: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of another build, for the browser host. */
  readonly out?: string;
}

export type StartHost = (options: HostStart) => Promise<RunningHost>;

export type Serve = (options: ProvingOptions) => Promise<ProvingService>;

interface Fixtures {
  /** The screen at which a host opens: Lookup, which asks the host for nothing, where the test names no other. */
  opensAt: string;
  /** A copy of the data directory that holds the whole sample. */
  readonly dataDirectory: string;
  /** A data directory that is not there yet. */
  readonly emptyDirectory: string;
  /** Starts a service of the test's own, which ends with it: with records up to the sample's last day. */
  readonly serve: Serve;
  readonly start: StartHost;
  /** The host over `dataDirectory`. */
  readonly host: RunningHost;
  /** A host that others read, too, with its page as after a start: for a test that leaves nothing behind. One that does fails. */
  readonly reading: ReadingHost;
  /** The same host for a test that changes the sample or connects services: all workspaces are put back after it. */
  readonly changing: ReadingHost;
}

interface WorkerFixtures extends HostOptions {
  readonly chromiumBrowser: Browser;
  readonly sharedHost: SharedHost;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  hostKind: ['desktop', { option: true, scope: 'worker' }],
  openedIn: ['shell', { option: true, scope: 'worker' }],
  opensAt: ['#/lookup', { option: true }],
  chromiumBrowser: [
    async ({ openedIn }, use) => {
      const executablePath = openedIn === 'shell' ? shellPath : chromiumPath;
      const browser = await chromium.launch({ executablePath, args: chromiumArgs });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  sharedHost: [
    async ({ hostKind, chromiumBrowser }, use) => {
      await onCopy(async (dataDirectory) => {
        const host = await startHost(hostKind, chromiumBrowser, { dataDirectory }, '#/lookup');
        await use(await shareHost(host, dataDirectory));
        await host.stop();
      });
    },
    { scope: 'worker' },
  ],
  // Playwright reads a fixture's dependencies from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  dataDirectory: async ({}, use) => onCopy(use),
  // oxlint-disable-next-line no-empty-pattern
  emptyDirectory: async ({}, use) => inFolder((folder) => use(join(folder, 'data'))),
  // oxlint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    const services: ProvingService[] = [];
    await use(async (options) => {
      const service = await startProvingService({ seed: 7, asOf: SAMPLE_AS_OF, ...options });
      services.push(service);
      return service;
    });
    await Promise.all(services.map((service) => service.stop()));
  },
  start: async ({ hostKind, chromiumBrowser, opensAt }, use) => {
    const running = new Set<RunningHost>();
    await use(async (asked) => {
      const host = await startHost(hostKind, chromiumBrowser, asked, opensAt);
      running.add(host);
      return { ...host, stop: () => (running.delete(host) ? host.stop() : Promise.resolve()) };
    });
    for (const host of running) await host.stop();
  },
  host: async ({ start, dataDirectory }, use) => {
    const host = await start({ dataDirectory });
    await use(host);
    await host.stop();
  },
  reading: async ({ sharedHost, opensAt }, use) => {
    await use(await sharedHost.open(opensAt));
    await sharedHost.putBack();
  },
  changing: async ({ sharedHost, opensAt }, use) => {
    await use(await sharedHost.open(opensAt));
    await sharedHost.putSampleBack();
  },
});

export { expect } from 'playwright/test';

/** Figures read `1,234.50` and days `30 Oct 2026`, whatever the machine's own are. */
const LOCALE = 'en-GB';

/** A picture that moves is drawn sixty times a second for as long as a test waits; a test of a movement asks for it. */
const still = { reducedMotion: 'reduce' } as const;

interface Start {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly out: string | undefined;
  readonly opensAt: string;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timelog-e2e-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function onCopy(work: (dataDirectory: string) => Promise<void>): Promise<void> {
  return inFolder((folder) => {
    const data = join(folder, 'data');
    cpSync(preparedData, data, { recursive: true });
    return work(data);
  });
}

function startHost(
  kind: HostOptions['hostKind'],
  chromiumBrowser: Browser,
  { dataDirectory, args = [], env = {}, out }: HostStart,
  opensAt: string,
): Promise<RunningHost> {
  const options = {
    args: ['--data-dir', dataDirectory, '--sample-as-of', SAMPLE_AS_OF, ...args],
    // No test asks, or changes, the developer's own keychain: one that needs a keychain brings a session of its own.
    env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...env },
    out,
    opensAt,
  };
  return kind === 'desktop' ? desktop(options) : browser(chromiumBrowser, options);
}

async function desktop({ args, env, opensAt }: Start): Promise<RunningHost> {
  const { electron, page } = await startDesktopHost(args, env, opensAt);
  await page.emulateMedia(still);
  return {
    page,
    electron,
    call: (method, input) => callFromWindow(page, method, input),
    stop: () => electron.close(),
  };
}

async function browser(chromiumBrowser: Browser, { args, env, out, opensAt }: Start): Promise<RunningHost> {
  const server = await startBrowserHost([...args, '--no-open'], env, out);
  const context = await chromiumBrowser.newContext({
    viewport: { width: 1360, height: 900 },
    acceptDownloads: true,
    locale: LOCALE,
    ...still,
  });
  boundWaits(context);
  const page = await context.newPage();
  await page.goto(`${server.address}${opensAt}`);
  await page.waitForFunction(() => sessionStorage.getItem('timelog-session') !== null);
  return {
    page,
    server,
    call: (method, input) => callOverHttp(page, method, input),
    async stop() {
      try {
        await context.close();
      } finally {
        await server.stop();
      }
    },
  };
}

type Call = (method: unknown, input: unknown) => Promise<Result<unknown>>;

export function callFromWindow(page: Page, method: string, input: unknown): Promise<Result<unknown>> {
  return page.evaluate(
    ([method, input]) => (window as unknown as { timelog: { call: Call } }).timelog.call(method, input),
    [method, input],
  );
}

function callOverHttp(page: Page, method: string, input: unknown): Promise<Result<unknown>> {
  return page.evaluate(
    async ([method, input]) => {
      const response = await fetch('/api/call', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timelog-session': sessionStorage.getItem('timelog-session') ?? '',
        },
        body: JSON.stringify({ method, input }),
      });
      return (await response.json()) as Result<unknown>;
    },
    [method, input],
  );
}
