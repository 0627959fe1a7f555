/** `BrowserWindow`: each one a page of Chromium; only sandboxed, isolated windows without Node exist here. */
import { EventEmitter } from 'node:events';
import { isSandboxEnabled, openWindows, preventable, runningChromium, windowClosed } from './app.ts';
import type { Params, Session } from './devtools.ts';
import { NotInStandIn, strict } from './strict.ts';
import { createWebContents, type WebContents, type WebPreferences } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly openerId?: string;
}

interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean;
  readonly webPreferences?: WebPreferences;
  readonly [other: string]: unknown;
}

const windows = new Set<BrowserWindow>();
const sessions = new Map<string, PromiseWithResolvers<Session>>();
let attaching: Promise<void> | undefined;

function sessionOf(targetId: string): PromiseWithResolvers<Session> {
  const known = sessions.get(targetId) ?? Promise.withResolvers<Session>();
  sessions.set(targetId, known);
  return known;
}

/** Every page is attached to before it runs; a page that was opened by another is closed unseen. */
async function attachToPages(): Promise<void> {
  const { devTools } = runningChromium();
  const { browser } = devTools;
  browser.on('Target.attachedToTarget', (params: Params) => {
    const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo };
    const session = devTools.session(sessionId);
    if (targetInfo.type !== 'page') return void session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    if (targetInfo.openerId === undefined) return sessionOf(targetInfo.targetId).resolve(session);
    void browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
    // It shares its opener's process: while it waited for a debugger, the opener could wait with it for ever.
    void session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  });
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    for (const window of windows) if (window.webContents.targetId === targetId) window.gone();
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}

async function openPage(contents: WebContents, { width, height }: Bounds): Promise<void> {
  await (attaching ??= attachToPages());
  const { browser } = runningChromium().devTools;
  const created = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, width, height });
  const targetId = String(created['targetId']);
  await contents.takeOver(await sessionOf(targetId).promise, targetId);
}

function refuseUnsafe({ sandbox, contextIsolation, nodeIntegration, webSecurity }: WebPreferences): void {
  if (
    (sandbox === false && !isSandboxEnabled()) ||
    contextIsolation === false ||
    nodeIntegration ||
    webSecurity === false
  ) {
    throw new NotInStandIn('windows without sandbox, context isolation or web security');
  }
}

export class BrowserWindow extends EventEmitter {
  webContents: WebContents;
  private readonly opening: Promise<void>;
  private bounds: Bounds;
  private shown: boolean;
  private destroyed = false;
  private minimized = false;

  constructor(options: WindowOptions = {}) {
    super();
    refuseUnsafe(options.webPreferences ?? {});
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    this.shown = options.show ?? true;
    const proxy = strict('BrowserWindow', this);
    this.webContents = createWebContents(options.webPreferences ?? {});
    this.webContents.close = () => proxy.close();
    this.opening = openPage(this.webContents, this.bounds);
    windows.add(proxy);
    openWindows.add(proxy);
    // Electron passes the object itself out: everything must see the strict one.
    // oxlint-disable-next-line no-constructor-return
    return proxy;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    await this.opening;
    await this.webContents.loadURL(url);
    this.emit('ready-to-show');
  }

  show(): void {
    this.shown = true;
    void this.opening.then(() => this.webContents.bringToFront());
  }

  focus(): void {
    this.emit('focus');
  }

  isVisible(): boolean {
    return this.shown;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  minimize(): void {
    this.minimized = true;
  }

  restore(): void {
    this.minimized = false;
  }

  isMaximized(): boolean {
    return false;
  }

  getBounds(): Bounds {
    return { ...this.bounds };
  }

  getNormalBounds(): Bounds {
    return { ...this.bounds };
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  close(): void {
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    const { targetId } = this.webContents;
    this.gone();
    if (targetId === undefined) return;
    void runningChromium()
      .devTools.browser.send('Target.closeTarget', { targetId })
      .catch(() => undefined);
  }

  /** The page is closed, by the app or by itself. */
  gone(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    windows.delete(this);
    openWindows.delete(this);
    this.webContents.destroyed();
    this.emit('closed');
    windowClosed();
  }
}
