/** The browser host: the same app on a loopback port, for machines without Electron's runtime or without a display. */
import { join } from 'node:path';
import { errorText } from '#contract/error-text.ts';
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
import { answerHelp, readLaunchOptions, type LaunchOptions } from '#electron/host/launch-options.ts';
import { openPage } from '#electron/host/ui-files.ts';
import { toPrintable } from '#electron/host/printable.ts';
import { appVersion } from '#electron/host/version.ts';
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';

/** @param outDirectory the folder of the built page */
export async function main(outDirectory: string): Promise<void> {
  try {
    const args = process.argv.slice(2);
    if (answerHelp(args)) return;
    await start(readLaunchOptions(args, 'browser'), outDirectory);
  } catch (fault) {
    stopWith(fault);
  }
}

async function start(options: LaunchOptions, outDirectory: string): Promise<void> {
  const dataDirectory = resolveDataDirectory(options.dataDirectory);
  const page = openPage(join(outDirectory, 'ui'));
  const downloads = openDownloads(join(dataDirectory, 'downloads'));
  const uploads = openUploads(join(dataDirectory, 'uploads'));
  let server: BrowserServer | undefined;
  const tell = (event: AppEvent) => server?.tell(event);
  const app = await createApp({
    host: await createBrowserHost({ downloads, uploads }, tell),
    version: appVersion,
    dataDirectory,
    workspace: options.workspace,
    sampleAsOf: options.sampleAsOf,
  });
  await Promise.all([downloads.clear(), uploads.clear()]);
  let opened: OpenedBrowser | undefined;
  const sessions = createSessions(() => void opened?.forget());
  const listening = await startBrowserServer({ port: options.port, app, page, sessions, downloads, uploads });
  server = listening;
  app.subscribe(tell);

  const freshAddress = () => `${listening.origin}/?token=${sessions.freshToken()}`;
  const address = freshAddress();
  process.stdout.write(`${address}\n`);
  say(hosts.addressForOneTab);
  if (process.stdin.isTTY) {
    say(hosts.pressEnter);
    process.stdin.on('data', () => process.stdout.write(`${freshAddress()}\n`));
  }
  onceInterrupted(async () => {
    process.stdin.pause();
    await opened?.forget();
    await listening.close();
    await app.close();
    await Promise.all([downloads.clear(), uploads.clear()]);
  });
  if (options.open && hasDisplay(process.platform, process.env)) opened = await openBrowser(dataDirectory, address);
}

interface Files {
  readonly downloads: Downloads;
  readonly uploads: Uploads;
}

async function createBrowserHost({ downloads, uploads }: Files, tell: (event: AppEvent) => void): Promise<Host> {
  return {
    kind: 'browser',
    fetch: globalThis.fetch,
    secrets: await openSecrets(),
    chooseDestination: async (suggestedName) => ({ path: await downloads.place(suggestedName) }),
    // The page has sent the file before it asks to open it.
    chooseSource: async () => (await uploads.take()) ?? fail({ code: 'usage', detail: hosts.noUpload }),
    async deliver(path) {
      tell({ event: 'download.ready', payload: await downloads.offer(path) });
    },
    paper: {
      place: async (suggestedName) => ({ path: await downloads.place(suggestedName) }),
      async open(path) {
        tell({ event: 'pages.ready', payload: { url: downloads.offerPages(path) } });
      },
    },
    // The browser itself opens the page's links; this host opens none.
    openExternal: async () => fail({ code: 'usage', detail: hosts.noOutsideLinks }),
  };
}

/** The first signal closes everything in order; a second one does not wait. */
function onceInterrupted(close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(130);
      closing = true;
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function stopWith(error: unknown): void {
  const { sentence, action } = errorText(error instanceof AppFailure ? error.error : { code: 'unexpected' });
  say(`${sentence} ${action}`);
  process.exit(error instanceof AppFailure && error.error.code === 'usage' ? 2 : 1);
}

function say(sentence: string): void {
  process.stderr.write(`${toPrintable(sentence)}\n`);
}

// Opens the user's browser without showing the token to other users of the computer: process arguments can be listed.

const FILE = 'open.html';

/** Whether this machine has a display on which a browser can be seen. */
export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}

/** The page the browser is pointed at; it sends it on to the address. The address is ours: nothing in it needs escaping. */
function redirectPage(address: string): string {
  return `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">\n`;
}

interface OpenedBrowser {
  /** Removes the file that holds the token. */
  forget(): Promise<void>;
}

/** Tries to open one; without a browser the printed address is the way in. */
export async function openBrowser(dataDirectory: string, address: string): Promise<OpenedBrowser> {
  const path = join(dataDirectory, FILE);
  const forget = () => rm(path, { force: true });
  await forget();
  await writeFile(path, redirectPage(address), { mode: 0o600, flag: 'wx' });
  const [command, ...args] = chooseOpener(process.platform, path);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => void forget());
  child.unref();
  return { forget };
}

function chooseOpener(platform: NodeJS.Platform, path: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', path];
  if (platform === 'win32') return ['explorer.exe', path];
  return ['xdg-open', path];
}
