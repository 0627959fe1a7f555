/** Runs the app on the desktop: resolves the data directory, builds the app, and opens the one window. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { url as findInspector } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, net, shell, utilityProcess } from 'electron';
import { describeError } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { setPrintProcessStarter, type StartPrintProcess } from '#electron/exports/formats/pdf.ts';
import { resolveDataDirectory } from '#electron/host/data-directory.ts';
import type { Host } from '#electron/host/host.ts';
import { answerCalls } from './ipc.ts';
import { openSecrets } from '#electron/host/keychain.ts';
import {
  printHelpIfRequested,
  readLaunchOptions,
  refuseWeakeningSwitches,
  type LaunchOptions,
} from '#electron/host/launch-options.ts';
import { createFetch, openOutside } from './outside-page.ts';
import { FILE_HASH, readOpenRequest, type OpenRequest } from './opened.ts';
import { openPrintouts, toSaveFilters } from './printouts.ts';
import { reloadCrashedPage } from './window-state.ts';
import { openPage } from '#electron/host/ui-files.ts';
import { toPrintable } from '#electron/host/printable.ts';
import { appVersion, releaseDay, releasesPage } from '#electron/host/version.ts';
import {
  bringToFront,
  declareScheme,
  loadPage,
  lockDown,
  openWindow,
  servePage,
  setMenu,
  sendToWindows,
} from './window.ts';

interface Directories {
  readonly dataDirectory: string;
  /** The folder of the built page and the preload script. */
  readonly outDirectory: string;
}

/** The request that no window has shown yet, and the saved workspace that the page has not asked for yet. */
const pending: { request: OpenRequest | undefined; file: string | undefined } = { request: undefined, file: undefined };

let isQuitting = false;

function handleOpenRequest(request: OpenRequest | undefined): void {
  pending.file = request?.file ?? pending.file;
  const [window] = BrowserWindow.getAllWindows();
  if (window) bringToFront(window);
  if (!request) return;
  if (window) void loadPage(window, request.hash);
  else pending.request = request;
}

/** Runs before the app is ready, because some of it would have no effect later. */
export function main(outDirectory: string): void {
  const options = readOptionsOrExit();
  const directories: Directories = { dataDirectory: resolveDataDirectory(options.dataDirectory), outDirectory };
  app.setPath('userData', join(directories.dataDirectory, 'electron'));
  app.enableSandbox();
  declareScheme();
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  pending.request = readOpenRequest(process.argv.slice(1), process.cwd());
  pending.file = pending.request?.file;
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('second-instance', (_event, argv, folder) => handleOpenRequest(readOpenRequest(argv.slice(1), folder)));
  // On macOS links and files arrive as events, even before the first window.
  for (const name of ['open-url', 'open-file'] as const)
    (app as NodeJS.EventEmitter).on(name, (event: Event, address: string) => {
      event.preventDefault();
      handleOpenRequest(readOpenRequest([address], '/'));
    });
  app
    .whenReady()
    .then(() => start(options, directories))
    .catch(exitWithError);
}

/** Uses Electron's own kind of process, because the installed program cannot be started as Node. */
const printInUtilityProcess: StartPrintProcess = (program, listener) => {
  const worker = utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'PDF' });
  worker.once('message', listener.answer);
  worker.once('exit', listener.end);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
  return { send: (job) => worker.postMessage(job), kill: () => void worker.kill() };
};

/** Runs a command of the terminal in this runtime, without a window; another process may have one open. */
export function runCommand(run: () => Promise<never>): void {
  runOrExit(refuseSwitches);
  const folder = mkdtempSync(join(tmpdir(), 'timelog-reports-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  app.setPath('userData', folder);
  setPrintProcessStarter(printInUtilityProcess);
  // Utility processes, which make PDFs, need an app that is ready.
  void app.whenReady().then(run);
}

async function showAbout({ dataDirectory }: Directories): Promise<void> {
  const { version, detail, licences, data, close } = hosts.about;
  const texts = join(process.resourcesPath, 'licences.txt');
  const buttons = [...(app.isPackaged && existsSync(texts) ? [licences] : []), data, close];
  const { response } = await dialog.showMessageBox({
    type: 'info',
    title: hosts.about.menu,
    message: version(appVersion, releaseDay ?? ''),
    detail: detail(dataDirectory),
    buttons,
    defaultId: buttons.indexOf(close),
    cancelId: buttons.indexOf(close),
  });
  if (buttons[response] === licences) await shell.openPath(texts);
  if (buttons[response] === data) await shell.openPath(dataDirectory);
}

async function start(options: LaunchOptions, directories: Directories): Promise<void> {
  setPrintProcessStarter(printInUtilityProcess);
  lockDown();
  const page = releasesPage;
  setMenu({
    about: () => void showAbout(directories),
    ...(page !== undefined && { updates: () => void openOutside(page, (address) => shell.openExternal(address)) }),
  });
  servePage(openPage(join(directories.outDirectory, 'ui')));
  const printouts = openPrintouts(join(directories.dataDirectory, 'printouts'), (path) => shell.openPath(path));
  await printouts.clear();
  const opening = createApp({
    host: await createDesktopHost(printouts),
    version: appVersion,
    dataDirectory: directories.dataDirectory,
    workspace: options.workspace,
    sampleAsOf: options.sampleAsOf,
  });
  closeBeforeQuitting(opening);
  const timelog = await opening;
  if (isQuitting) return;
  answerCalls(ipcMain, timelog);
  timelog.subscribe(sendToWindows);
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void showWindow(directories);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await showWindow(directories);
}

function showWindow({ dataDirectory, outDirectory }: Directories): Promise<void> {
  const window = openWindow(dataDirectory, outDirectory);
  reloadCrashedPage(window, () => confirmReload(window));
  const { request } = pending;
  pending.request = undefined;
  return loadPage(window, request?.hash);
}

async function confirmReload(window: BrowserWindow): Promise<boolean> {
  const { message, detail, again, close } = hosts.pageGone;
  const buttons = [again, close];
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: hosts.productName,
    message,
    detail,
    buttons,
    defaultId: buttons.indexOf(again),
    cancelId: buttons.indexOf(close),
  });
  return response === buttons.indexOf(again);
}

/** Delays quitting until the stores are closed, even while they are still being opened. */
function closeBeforeQuitting(opening: Promise<App>): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void opening
      .then((timelog) => timelog.close())
      .catch(() => undefined)
      .finally(() => {
        isClosed = true;
        app.quit();
      });
  });
}

async function createDesktopHost(paper: Host['paper']): Promise<Host> {
  return {
    kind: 'desktop',
    fetch: createFetch((input, init) => net.fetch(input, init)),
    secrets: await openSecrets(),
    async chooseDestination(suggestedName) {
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: hosts.exportTitle,
        defaultPath: join(app.getPath('downloads'), suggestedName),
        filters: toSaveFilters(suggestedName),
      });
      return canceled || filePath === '' ? undefined : { path: filePath };
    },
    async chooseFolder(suggestedName) {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: hosts.folderTitle,
        defaultPath: app.getPath('downloads'),
        properties: ['openDirectory', 'createDirectory'],
      });
      const [parent] = filePaths;
      // The pack gets a new folder inside the chosen one, so that it mixes with no other files and replaces no earlier pack.
      return canceled || parent === undefined ? undefined : { path: join(parent, suggestedName), replaces: false };
    },
    async chooseSource() {
      const { file } = pending;
      pending.file = undefined;
      // Meanwhile the user may have left the screen that asks for the file.
      const isStillShown = BrowserWindow.getAllWindows().some(({ webContents }) =>
        webContents.getURL().endsWith(FILE_HASH),
      );
      if (file !== undefined && isStillShown) return { path: file };
      const { canceled, filePaths } = await dialog.showOpenDialog({ title: hosts.openTitle, properties: ['openFile'] });
      const [path] = filePaths;
      return canceled || path === undefined ? undefined : { path };
    },
    // The file is already where the user wants it.
    deliver: async () => undefined,
    ...(paper && { paper }),
    // Only a record's address in the CRM arrives here, built from the user's own setting and never from a page's text.
    openExternal: (url) => openOutside(url, (address) => shell.openExternal(address)),
  };
}

/** Reports a wrong option in the terminal, because there is no window yet. */
function readOptionsOrExit(): LaunchOptions {
  const args = process.argv.slice(1);
  if (printHelpIfRequested(args)) process.exit(0);
  return runOrExit(() => {
    refuseSwitches();
    return readLaunchOptions(args, 'desktop');
  });
}

function refuseSwitches(): void {
  // A fuse keeps the inspector of the installed program closed. Tests drive a copy without that fuse, whose inspector is open by now.
  const isInstalled = app.isPackaged && findInspector() === undefined;
  refuseWeakeningSwitches((name) => app.commandLine.hasSwitch(name), isInstalled);
}

function runOrExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { sentence, action } = describeError(error instanceof AppFailure ? error.error : { code: 'unexpected' });
    process.stderr.write(`${toPrintable(`${sentence} ${action}`)}\n`);
    process.exit(2);
  }
}

function exitWithError(error: unknown): void {
  // A page that was still loading fails when the app quits, which is not an error.
  if (isQuitting) return;
  const { title, sentence, action } = describeError(error instanceof AppFailure ? error.error : { code: 'unexpected' });
  dialog.showErrorBox(title, `${sentence} ${action}`);
  app.exit(1);
}
