/** Opens the window and denies its page everything that it does not need. */
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  Menu,
  protocol,
  screen,
  session,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import type { AppEvent } from '#contract/events.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { EVENT } from './channels.ts';
import { isOwnPage, PAGE_HOST, PAGE_SCHEME, PAGE_URL } from './ipc.ts';
import { securityHeaders, type Page } from '#electron/host/ui-files.ts';
import { saveWindowState, fitToDisplay, readWindowState, MIN_SIZE } from './window-state.ts';

/** Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page under the app's own scheme, and nothing else. */
export function servePage(page: Page): void {
  protocol.handle(PAGE_SCHEME, async ({ method, url }) => {
    const { host, pathname } = new URL(url);
    const file = method === 'GET' && host === PAGE_HOST ? await page.file(pathname) : undefined;
    if (!file) return new Response('Not found', { status: 404, headers: { ...securityHeaders } });
    return new Response(file.body, { headers: { ...file.headers } });
  });
}

/** Denies every page permissions, popups, web views, and navigation elsewhere. */
export function lockDown(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}

function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
  });
}

export function openWindow(dataDirectory: string, outDirectory: string): BrowserWindow {
  const windowState = readWindowState(dataDirectory);
  const { x = 0, y = 0, width, height } = windowState.bounds;
  const state = fitToDisplay(windowState, screen.getDisplayMatching({ x, y, width, height }).workArea);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: hosts.productName,
    show: false,
    webPreferences: {
      preload: join(outDirectory, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    saveWindowState(dataDirectory, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  return window;
}

/** @param hash the screen's address from its `#` on; without it the page chooses a screen */
export function loadPage(window: BrowserWindow, hash = ''): Promise<void> {
  return window.loadURL(PAGE_URL + hash);
}

/** Sends the event only to windows that show the app's own page. */
export function sendToWindows(event: AppEvent): void {
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    if (!webContents.isDestroyed() && isOwnPage(webContents.getURL())) webContents.send(EVENT, event);
  }
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The menu's actions beyond Electron's own roles. */
interface MenuActions {
  readonly about: () => void;
  /** Absent if there is no page of releases. */
  readonly updates?: () => void;
}

export function setMenu({ about, updates }: MenuActions): void {
  const zoom: MenuItemConstructorOptions[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }];
  const developerItems: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload' },
    { role: 'toggleDevTools' },
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { role: 'fileMenu' },
      { role: 'editMenu' },
      {
        label: hosts.view,
        submenu: [
          ...zoom,
          { type: 'separator' },
          { role: 'togglefullscreen' },
          ...(app.isPackaged ? [] : developerItems),
        ],
      },
      { role: 'windowMenu' },
      {
        role: 'help',
        label: hosts.help,
        submenu: [
          ...(updates ? [{ label: hosts.updates, click: updates }] : []),
          { label: hosts.about.menu, click: about },
        ],
      },
    ]),
  );
}
