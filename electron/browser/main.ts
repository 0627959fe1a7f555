/** Runs the app on a loopback port for a browser, on machines without Electron's runtime or without a display. */
import { join } from 'node:path';
import { describeError } from '#contract/error-text.ts';
import { AppFailure, fail } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { createApp } from '#electron/app/app.ts';
import { openDownloads, type Downloads } from './downloads.ts';
import { createSessions } from './sessions.ts';
import { startBrowserServer, type BrowserServer } from './server.ts';
import { openUploads, type Uploads } from './uploads.ts';
import { resolveDataDirectory } from '#electron/host/data-directory.ts';
import type { Host } from '#electron/host/host.ts';
import { openSecrets } from '#electron/host/keychain.ts';
import { printHelpIfRequested, readLaunchOptions, type LaunchOptions } from '#electron/host/launch-options.ts';
import { openPage } from '#electron/host/ui-files.ts';
import { toPrintable } from '#electron/host/printable.ts';
import { appVersion } from '#electron/host/version.ts';
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';

/** @param outDirectory the folder of the built page */
export async function main(outDirectory: string): Promise<void> {
  try {
    const args = process.argv.slice(2);
    if (printHelpIfRequested(args)) return;
    await start(readLaunchOptions(args, 'browser'), outDirectory);
  } catch (fault) {
    exitWithError(fault);
  }
}

async function start(options: LaunchOptions, outDirectory: string): Promise<void> {
  const dataDirectory = resolveDataDirectory(options.dataDirectory);
  const page = openPage(join(outDirectory, 'ui'));
  const downloads = openDownloads(join(dataDirectory, 'downloads'));
  const uploads = openUploads(join(dataDirectory, 'uploads'));
  let server: BrowserServer | undefined;
  const sendEvent = (event: AppEvent) => server?.broadcast(event);
  const app = await createApp({
    host: await createBrowserHost({ downloads, uploads }, sendEvent),
    version: appVersion,
    dataDirectory,
    workspace: options.workspace,
    sampleAsOf: options.sampleAsOf,
  });
  await Promise.all([downloads.clear(), uploads.clear()]);
  let openedBrowser: OpenedBrowser | undefined;
  const sessions = createSessions(() => void openedBrowser?.removeFile());
  const runningServer = await startBrowserServer({ port: options.port, app, page, sessions, downloads, uploads });
  server = runningServer;
  app.subscribe(sendEvent);

  const createAddress = () => `${runningServer.origin}/?token=${sessions.createToken()}`;
  const address = createAddress();
  process.stdout.write(`${address}\n`);
  printSentence(hosts.addressForOneTab);
  if (process.stdin.isTTY) {
    printSentence(hosts.pressEnter);
    process.stdin.on('data', () => process.stdout.write(`${createAddress()}\n`));
  }
  closeOnInterrupt(async () => {
    process.stdin.pause();
    await openedBrowser?.removeFile();
    await runningServer.close();
    await app.close();
    await Promise.all([downloads.clear(), uploads.clear()]);
  });
  if (options.open && hasDisplay(process.platform, process.env))
    openedBrowser = await openBrowser(dataDirectory, address);
}

interface Files {
  readonly downloads: Downloads;
  readonly uploads: Uploads;
}

async function createBrowserHost({ downloads, uploads }: Files, sendEvent: (event: AppEvent) => void): Promise<Host> {
  return {
    kind: 'browser',
    fetch: globalThis.fetch,
    secrets: await openSecrets(),
    chooseDestination: async (suggestedName) => ({ path: await downloads.place(suggestedName) }),
    // The page has sent the file before it asks to open it.
    chooseSource: async () => (await uploads.take()) ?? fail({ code: 'usage', detail: hosts.noUpload }),
    async deliver(path) {
      sendEvent({ event: 'download.ready', payload: await downloads.offer(path) });
    },
    paper: {
      place: async (suggestedName) => ({ path: await downloads.place(suggestedName) }),
      async open(path) {
        sendEvent({ event: 'pages.ready', payload: { url: downloads.offerPages(path) } });
      },
    },
    // The browser itself opens the page's links; this host opens none.
    openExternal: async () => fail({ code: 'usage', detail: hosts.noOutsideLinks }),
  };
}

/** The first signal closes everything in order; a second one does not wait. */
function closeOnInterrupt(close: () => Promise<void>): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(130);
      isClosing = true;
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function exitWithError(error: unknown): void {
  const { sentence, action } = describeError(error instanceof AppFailure ? error.error : { code: 'unexpected' });
  printSentence(`${sentence} ${action}`);
  process.exit(error instanceof AppFailure && error.error.code === 'usage' ? 2 : 1);
}

function printSentence(sentence: string): void {
  process.stderr.write(`${toPrintable(sentence)}\n`);
}

/** Other users can list process arguments, so the browser gets this file, which leads to the address with the token. */
const FILE = 'open.html';

export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}

/** Writes a page that leads the browser to the address. The program made the address, so nothing in it needs escaping. */
function writeRedirectPage(address: string): string {
  return `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">\n`;
}

interface OpenedBrowser {
  removeFile(): Promise<void>;
}

/** Tries to open a browser. If there is none, the user opens the printed address. */
export async function openBrowser(dataDirectory: string, address: string): Promise<OpenedBrowser> {
  const path = join(dataDirectory, FILE);
  const removeFile = () => rm(path, { force: true });
  await removeFile();
  await writeFile(path, writeRedirectPage(address), { mode: 0o600, flag: 'wx' });
  const [command, ...args] = chooseOpener(process.platform, path);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => void removeFile());
  child.unref();
  return { removeFile };
}

function chooseOpener(platform: NodeJS.Platform, path: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', path];
  if (platform === 'win32') return ['explorer.exe', path];
  return ['xdg-open', path];
}
