/** The desktop host: resolves the data directory, builds the app, opens the one window. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { url as findInspector } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, net, shell, utilityProcess } from 'electron';
import { errorText } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { startPrintProcessesBy, type StartPrintProcess } from '#electron/exports/formats/pdf.ts';
import { resolveDataDirectory } from '#electron/host/data-directory.ts';
import type { Host } from '#electron/host/host.ts';
import { answerCalls } from './ipc.ts';
import { openSecrets } from '#electron/host/keychain.ts';
import { answerHelp, readLaunchOptions, refuseWeakening, type LaunchOptions } from '#electron/host/launch-options.ts';
import { fetchThrough, openOutside } from './outside-page.ts';
import { FILE_HASH, readOpened, type Opened } from './opened.ts';
import { openPrintouts, toSaveFilters } from './printouts.ts';
import { keepPage } from './window-state.ts';
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
  tellWindows,
} from './window.ts';

interface Places {
  readonly dataDirectory: string;
  /** The folder of the built page and the preload script. */
  readonly outDirectory: string;
}

/** What the system handed over and no window has shown yet, and the saved workspace that the page has not asked for yet. */
const handed: { opened: Opened | undefined; file: string | undefined } = { opened: undefined, file: undefined };

let isQuitting = false;

function open(opened: Opened | undefined): void {
  handed.file = opened?.file ?? handed.file;
  const [window] = BrowserWindow.getAllWindows();
  if (window) bringToFront(window);
  if (!opened) return;
  if (window) void loadPage(window, opened.hash);
  else handed.opened = opened;
}

/** Runs before the app is ready: afterwards is too late for some of it. */
export function main(outDirectory: string): void {
  const options = launchOptions();
  const places: Places = { dataDirectory: resolveDataDirectory(options.dataDirectory), outDirectory };
  app.setPath('userData', join(places.dataDirectory, 'electron'));
  app.enableSandbox();
  declareScheme();
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  handed.opened = readOpened(process.argv.slice(1), process.cwd());
  handed.file = handed.opened?.file;
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('second-instance', (_event, argv, folder) => open(readOpened(argv.slice(1), folder)));
  // On macOS links and files come as events, before the first window, too.
  for (const event of ['open-url', 'open-file'] as const)
    (app as NodeJS.EventEmitter).on(event, (happened: Event, what: string) => {
      happened.preventDefault();
      open(readOpened([what], '/'));
    });
  app
    .whenReady()
    .then(() => start(options, places))
    .catch(stopWith);
}

/** By Electron's own kind of process: what is installed cannot be started as Node, so nothing can be forked. */
const printInUtilityProcess: StartPrintProcess = (program, listener) => {
  const worker = utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'PDF' });
  worker.once('message', listener.answer);
  worker.once('exit', listener.end);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process is of no origin
  return { send: (job) => worker.postMessage(job), kill: () => void worker.kill() };
};

/** Runs a command of the terminal in this runtime, without a window and beside one that may be open. */
export function runCommand(run: () => Promise<never>): void {
  orStop(refuseSwitches);
  const folder = mkdtempSync(join(tmpdir(), 'timelog-reports-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  app.setPath('userData', folder);
  startPrintProcessesBy(printInUtilityProcess);
  // Before that it has no processes of its own for PDFs.
  void app.whenReady().then(run);
}

async function showAbout({ dataDirectory }: Places): Promise<void> {
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

async function start(options: LaunchOptions, places: Places): Promise<void> {
  startPrintProcessesBy(printInUtilityProcess);
  lockDown();
  const page = releasesPage;
  setMenu({
    about: () => void showAbout(places),
    ...(page !== undefined && { updates: () => void openOutside(page, (address) => shell.openExternal(address)) }),
  });
  servePage(openPage(join(places.outDirectory, 'ui')));
  const printouts = openPrintouts(join(places.dataDirectory, 'printouts'), (path) => shell.openPath(path));
  await printouts.clear();
  const opening = createApp({
    host: await createDesktopHost(printouts),
    version: appVersion,
    dataDirectory: places.dataDirectory,
    workspace: options.workspace,
    sampleAsOf: options.sampleAsOf,
  });
  closeBeforeQuitting(opening);
  const timelog = await opening;
  if (isQuitting) return;
  answerCalls(ipcMain, timelog);
  timelog.subscribe(tellWindows);
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void showWindow(places);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await showWindow(places);
}

function showWindow({ dataDirectory, outDirectory }: Places): Promise<void> {
  const window = openWindow(dataDirectory, outDirectory);
  keepPage(window, () => wantsPageAgain(window));
  const { opened } = handed;
  handed.opened = undefined;
  return loadPage(window, opened?.hash);
}

async function wantsPageAgain(window: BrowserWindow): Promise<boolean> {
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

/** Quitting waits until the stores are closed, and before that until they are open. */
function closeBeforeQuitting(opening: Promise<App>): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void opening
      .then((timelog) => timelog.close())
      .catch(() => undefined)
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

async function createDesktopHost(paper: Host['paper']): Promise<Host> {
  return {
    kind: 'desktop',
    fetch: fetchThrough((input, init) => net.fetch(input, init)),
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
      // A new folder inside the chosen one: what is in there already stays apart, and an earlier pack of this name too.
      return canceled || parent === undefined ? undefined : { path: join(parent, suggestedName), replaces: false };
    },
    async chooseSource() {
      const { file } = handed;
      handed.file = undefined;
      // Meanwhile the person may have closed what asked for it.
      const isWanted = BrowserWindow.getAllWindows().some(({ webContents }) =>
        webContents.getURL().endsWith(FILE_HASH),
      );
      if (file !== undefined && isWanted) return { path: file };
      const { canceled, filePaths } = await dialog.showOpenDialog({ title: hosts.openTitle, properties: ['openFile'] });
      const [path] = filePaths;
      return canceled || path === undefined ? undefined : { path };
    },
    // The file is already at the place the user chose.
    deliver: async () => undefined,
    ...(paper && { paper }),
    // Only a record's address in the CRM arrives here, built from the setting the user wrote; never what a page asks for.
    openExternal: (url) => openOutside(url, (address) => shell.openExternal(address)),
  };
}

/** Before there is a window, a wrong option is reported in the terminal. */
function launchOptions(): LaunchOptions {
  const args = process.argv.slice(1);
  if (answerHelp(args)) process.exit(0);
  return orStop(() => {
    refuseSwitches();
    return readLaunchOptions(args, 'desktop');
  });
}

function refuseSwitches(): void {
  // In what people install a fuse keeps the inspector shut, whatever the command line says; in the copy that tests drive it opens by then.
  const isInstalled = app.isPackaged && findInspector() === undefined;
  refuseWeakening((name) => app.commandLine.hasSwitch(name), isInstalled);
}

function orStop<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { sentence, action } = errorText(error instanceof AppFailure ? error.error : { code: 'unexpected' });
    process.stderr.write(`${toPrintable(`${sentence} ${action}`)}\n`);
    process.exit(2);
  }
}

function stopWith(error: unknown): void {
  // A page that was loading then fails, and is no fault.
  if (isQuitting) return;
  const { title, sentence, action } = errorText(error instanceof AppFailure ? error.error : { code: 'unexpected' });
  dialog.showErrorBox(title, `${sentence} ${action}`);
  app.exit(1);
}
