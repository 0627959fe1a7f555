/**
 * A stand-in for the `electron` module, for tests on machines where Electron's runtime cannot be had: it runs the app's real main entry and
 * real preload, each window a page of Chromium. It implements only what this app uses and throws for the rest. It cannot show: fuses, asar,
 * the effect of sandbox switches, structured clone, native modules' ABI, packaging.
 */
import { NotInStandIn, strict } from './strict.ts';

export { app } from './app.ts';
export { ipcMain } from './ipc.ts';
export { net } from './net.ts';
export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export { webContents } from './web-contents.ts';
export { BrowserWindow } from './windows.ts';

/** A test that expects a dialog puts its answer here, as with real Electron. */
export const dialog = strict('dialog', {
  showSaveDialog: (): Promise<never> => Promise.reject(new NotInStandIn('person to answer a save dialog')),
  showOpenDialog: (): Promise<never> => Promise.reject(new NotInStandIn('person to answer an open dialog')),
  showMessageBox: (): Promise<never> => Promise.reject(new NotInStandIn('person to answer a message box')),
  showErrorBox: (title: string, content: string): void => void process.stderr.write(`${title}\n${content}\n`),
});

/** A test that expects an outside link or opened pages puts its own functions here. */
export const shell = strict('shell', {
  openExternal: (): Promise<never> => Promise.reject(new NotInStandIn('outside world to open a link in')),
  openPath: (): Promise<never> => Promise.reject(new NotInStandIn('viewer to open a file in')),
});

interface MenuLike {
  readonly items: unknown[];
}

let applicationMenu: MenuLike | null = null;
export const Menu = strict('Menu', {
  buildFromTemplate: (items: unknown[]): MenuLike => ({ items }),
  setApplicationMenu(menu: MenuLike | null): void {
    applicationMenu = menu;
  },
  getApplicationMenu: (): MenuLike | null => applicationMenu,
});

export const screen = strict('screen', {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
});
