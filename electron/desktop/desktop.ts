/** The desktop host: resolves the data directory, builds the app, opens the one window. */
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, net, shell } from 'electron';
import { errorText } from '../../src/contract/error-text.ts';
import { AppFailure } from '../../src/contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { createApp, type App } from '../app/app.ts';
import { resolveDataDirectory } from '../host/data-directory.ts';
import type { Host } from '../host/host.ts';
import { answerCalls } from './ipc.ts';
import { openSecrets } from '../host/keychain.ts';
import { answered, readLaunchOptions, refuseWeakening, type LaunchOptions } from '../host/launch-options.ts';
import { fetchThrough } from './net-fetch.ts';
import { openOutside } from './outside-page.ts';
import { openPrintouts } from './printouts.ts';
import { toSaveFilters } from './save-filters.ts';
import { keepPage } from './page-keeper.ts';
import { openPage } from '../host/ui-files.ts';
import { toPrintable } from '../host/printable.ts';
import { appVersion } from '../host/version.ts';
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
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window) bringToFront(window);
  });
  app
    .whenReady()
    .then(() => start(options, places))
    .catch(stopWith);
}

async function start(options: LaunchOptions, places: Places): Promise<void> {
  lockDown();
  setMenu();
  servePage(openPage(join(places.outDirectory, 'ui')));
  const printouts = openPrintouts(join(places.dataDirectory, 'printouts'), (path) => shell.openPath(path));
  await printouts.clear();
  const timelog = await createApp({
    host: await desktopHost(printouts),
    version: appVersion,
    dataDirectory: places.dataDirectory,
    workspace: options.workspace,
    sampleAsOf: options.sampleAsOf,
  });
  answerCalls(ipcMain, timelog);
  timelog.subscribe(tellWindows);
  closeBeforeQuitting(timelog);
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
  return loadPage(window);
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

/** Quitting waits until the stores are closed. */
function closeBeforeQuitting(timelog: App): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void timelog.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

async function desktopHost(paper: Host['paper']): Promise<Host> {
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
  try {
    const args = process.argv.slice(1);
    if (answered(args)) process.exit(0);
    refuseWeakening((name) => app.commandLine.hasSwitch(name));
    return readLaunchOptions(args, 'desktop');
  } catch (error) {
    const { sentence, action } = errorText(error instanceof AppFailure ? error.error : { code: 'unexpected' });
    process.stderr.write(`${toPrintable(`${sentence} ${action}`)}\n`);
    process.exit(2);
  }
}

function stopWith(error: unknown): void {
  const { title, sentence, action } = errorText(error instanceof AppFailure ? error.error : { code: 'unexpected' });
  dialog.showErrorBox(title, `${sentence} ${action}`);
  app.exit(1);
}
