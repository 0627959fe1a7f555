/** `webContents`: one page over DevTools, with the real preload in its isolated world. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app, preventable } from './app.ts';
import type { Params, Session } from './devtools.ts';
import { answerInvoke } from './ipc.ts';
import { handlerOf, schemes } from './session.ts';
import { NotInStandIn, strict } from './strict.ts';
import { fromPageUrl, toPageUrl } from './urls.ts';
import { pageWorldScript, preloadWorldScript, type WorldNames } from './worlds.ts';

export interface WebPreferences {
  readonly preload?: string;
  readonly sandbox?: boolean;
  readonly contextIsolation?: boolean;
  readonly nodeIntegration?: boolean;
  readonly webSecurity?: boolean;
  readonly [other: string]: unknown;
}

export interface Frame {
  url: string;
  readonly origin: string;
  readonly parent: Frame | null;
  readonly top: Frame;
}

type OpenHandler = (details: { url: string; frameName: string; disposition: string }) => { action: 'allow' | 'deny' };

const PRELOAD_WORLD = 'electron stand-in preload';
const all = new Map<string, WebContents>();
let lastId = 0;

export function webContentsOfTarget(targetId: string): WebContents | undefined {
  return all.get(targetId);
}

export const webContents = strict('webContents', {
  fromDevToolsTargetId: webContentsOfTarget,
  getAllWebContents: () => [...all.values()],
});

export class WebContents extends EventEmitter {
  readonly id: number = ++lastId;
  readonly preferences: WebPreferences;
  /** The window decides what closing means. */
  close: (options?: { waitForBeforeUnload?: boolean }) => void = () => {
    throw new NotInStandIn('webContents.close() without a window');
  };
  private attached: { readonly page: Session; readonly targetId: string } | undefined;
  private readonly names: WorldNames;
  private readonly frames = new Map<string, Frame>();
  private readonly preloadContexts = new Map<number, string>();
  private mainFrameId = '';
  private loading: string | undefined;
  private openHandler: OpenHandler = () => ({ action: 'allow' });
  private gone = false;

  constructor(preferences: WebPreferences) {
    super();
    this.preferences = preferences;
    const secret = randomUUID().replaceAll('-', '');
    this.names = {
      toPreload: `stand-in-a-${secret}`,
      toPage: `stand-in-b-${secret}`,
      toMain: `standInToMain${secret}`,
      fromMain: `standInFromMain${secret}`,
      toOpen: `standInToOpen${secret}`,
    };
  }

  /** Undefined while Chromium is still making the page. */
  get targetId(): string | undefined {
    return this.attached?.targetId;
  }

  private get page(): Session {
    if (!this.attached) throw new Error('The page is not there yet');
    return this.attached.page;
  }

  get mainFrame(): Frame {
    return this.frame(this.mainFrameId);
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  getLastWebPreferences(): WebPreferences {
    return this.preferences;
  }

  isDestroyed(): boolean {
    return this.gone;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  /** A popup was requested; the stand-in supports only apps that deny them all. */
  private askToOpen(url: string): void {
    const { action } = this.openHandler({ url: fromPageUrl(url, schemes), frameName: '', disposition: 'new-window' });
    if (action === 'allow') throw new NotInStandIn('windows opened by pages');
  }

  /** Takes the page over before its first script runs. */
  async takeOver(page: Session, targetId: string): Promise<void> {
    this.attached = { page, targetId };
    all.set(targetId, this);
    page.on('Page.frameAttached', ({ frameId, parentFrameId }) => this.attach(String(frameId), String(parentFrameId)));
    page.on('Page.frameNavigated', ({ frame }: { frame: { id: string; url: string } }) => {
      this.frame(frame.id).url = fromPageUrl(frame.url, schemes);
    });
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      this.frame(String(frameId)).url = fromPageUrl(String(url), schemes);
    });
    page.on('Runtime.executionContextCreated', (params: Params) => this.contextCreated(params));
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.preloadContexts.delete(executionContextId as number),
    );
    page.on('Runtime.executionContextsCleared', () => this.preloadContexts.clear());
    page.on('Runtime.bindingCalled', (params: Params) => void this.invoked(params));
    page.on('Page.windowOpen', ({ url }) => this.askToOpen(String(url)));
    page.on('Fetch.requestPaused', (params: Params) => void this.requested(params));

    const frameTree = page.send('Page.getFrameTree');
    const script = (source: string, worldName?: string) =>
      page.send('Page.addScriptToEvaluateOnNewDocument', { source, ...(worldName && { worldName }) });
    const steps = [
      frameTree,
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      page.send('Runtime.addBinding', { name: this.names.toMain, executionContextName: PRELOAD_WORLD }),
      page.send('Runtime.addBinding', { name: this.names.toOpen }),
      script(pageWorldScript(this.names)),
    ];
    if (this.preferences.preload) {
      const preload = readFileSync(this.preferences.preload, 'utf8');
      steps.push(script(preloadWorldScript(this.names, preload), PRELOAD_WORLD));
    }
    steps.push(page.send('Runtime.runIfWaitingForDebugger'));
    await Promise.all(steps);
    const { frame } = (await frameTree)['frameTree'] as { frame: { id: string; url: string } };
    this.mainFrameId = frame.id;
    this.frame(frame.id).url = frame.url;
  }

  async loadURL(url: string): Promise<void> {
    const target = toPageUrl(url, schemes);
    this.loading = target;
    const loaded = new Promise((resolve) => this.page.once('Page.loadEventFired', resolve));
    const { errorText } = await this.page.send('Page.navigate', { url: target });
    if (typeof errorText === 'string') throw new Error(`${errorText} loading '${url}'`);
    await loaded;
    this.emit('did-finish-load');
  }

  bringToFront(): void {
    void this.page.send('Page.bringToFront').catch(() => undefined);
  }

  reload(): void {
    this.loading = toPageUrl(this.getURL(), schemes);
    void this.page.send('Page.reload');
  }

  send(channel: string, ...args: unknown[]): void {
    for (const [contextId, frameId] of this.preloadContexts) {
      if (frameId === this.mainFrameId) void this.tellPreload(contextId, { channel, args });
    }
  }

  destroyed(): void {
    this.gone = true;
    if (this.targetId !== undefined) all.delete(this.targetId);
    this.emit('destroyed');
  }

  private frame(id: string): Frame {
    return this.frames.get(id) ?? this.attach(id, undefined);
  }

  private attach(id: string, parentId: string | undefined): Frame {
    const parent = parentId === undefined ? null : this.frame(parentId);
    const frame: Frame = {
      url: 'about:blank',
      get origin() {
        const { protocol, host } = new URL(this.url);
        return host ? `${protocol}//${host}` : 'null';
      },
      parent,
      get top() {
        return parent?.top ?? this;
      },
    };
    this.frames.set(id, frame);
    return frame;
  }

  private contextCreated(params: Params): void {
    const { id, name, auxData } = params['context'] as { id: number; name: string; auxData: { frameId: string } };
    if (name === PRELOAD_WORLD) this.preloadContexts.set(id, auxData.frameId);
  }

  private tellPreload(contextId: number, message: object): Promise<void> {
    // JSON text is not quite JavaScript text: written as a string literal, it is.
    const expression = `${this.names.fromMain}(${JSON.stringify(JSON.stringify(message))})`;
    return this.page.send('Runtime.evaluate', { expression, contextId }).then(
      () => undefined,
      // The page went away while the answer was on its way: Electron drops it, too.
      () => undefined,
    );
  }

  private async invoked(params: Params): Promise<void> {
    if (params['name'] === this.names.toOpen) return this.askToOpen(String(params['payload']));
    if (params['name'] !== this.names.toMain) return;
    const contextId = params['executionContextId'] as number;
    const { id, channel, args } = JSON.parse(String(params['payload'])) as {
      id: number;
      channel: string;
      args: unknown[];
    };
    const senderFrame = this.frame(this.preloadContexts.get(contextId) ?? this.mainFrameId);
    const answer = await answerInvoke(channel, { sender: this, senderFrame, processId: 0, frameId: 0 }, args);
    await this.tellPreload(contextId, { id, ...answer });
  }

  private async requested(params: Params): Promise<void> {
    const { requestId, request, resourceType, frameId } = params as {
      requestId: string;
      request: { url: string; method: string; headers: Record<string, string> };
      resourceType: string;
      frameId: string;
    };
    const url = fromPageUrl(request.url, schemes);
    const refuse = (errorReason: string) => this.page.send('Fetch.failRequest', { requestId, errorReason });
    try {
      if (resourceType === 'Document' && this.navigationPrevented(frameId, request.url))
        return void (await refuse('Aborted'));
      const handler = handlerOf(url);
      if (!handler) return void (await this.page.send('Fetch.continueRequest', { requestId }));
      const response = await handler(new Request(url, { method: request.method, headers: request.headers }));
      await this.page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    } catch {
      await refuse('Failed').catch(() => undefined);
    }
  }

  /** Electron asks only about navigations that the page itself began. */
  private navigationPrevented(frameId: string, pageUrl: string): boolean {
    const isMainFrame = frameId === this.mainFrameId;
    if (isMainFrame && this.loading?.split('#')[0] === pageUrl.split('#')[0]) {
      this.loading = undefined;
      return false;
    }
    const url = fromPageUrl(pageUrl, schemes);
    const event = preventable({ url, isMainFrame, frame: this.frame(frameId) });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url);
    return event.defaultPrevented;
  }
}

export function createWebContents(preferences: WebPreferences): WebContents {
  const contents = strict('webContents', new WebContents(preferences));
  app.emit('web-contents-created', {}, contents);
  return contents;
}
