/** `app`: the life cycle of the program, from Chromium's start to its end. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium, type Chromium } from './chromium.ts';
import { CHROMIUM_ENDED } from '#tests/e2e/support/places.ts';
import { claimSingleInstance } from './single-instance.ts';
import { strict } from './strict.ts';

/** An event whose default a listener may prevent. */
export function preventable<T extends object>(details: T) {
  const event = { ...details, defaultPrevented: false, preventDefault: () => {} };
  event.preventDefault = () => {
    event.defaultPrevented = true;
  };
  return event;
}

let folder = '';
let chromium: Chromium | undefined;
let ready = false;
let quitting = false;
let sandboxed = false;
const paths = new Map<string, string>([
  ['temp', tmpdir()],
  ['downloads', tmpdir()],
]);
const becomingReady = Promise.withResolvers<void>();

/** Called when the app ends; windows.ts adds the windows. */
export const openWindows = new Set<{ close(): void; destroy(): void; isDestroyed(): boolean }>();

class App extends EventEmitter {
  isPackaged = false;
  readonly name = 'timelog-reports';

  /** As Chromium reads its switches: with one hyphen or two, with or without a value, up to `--`. */
  readonly commandLine = strict('app.commandLine', {
    hasSwitch(name: string): boolean {
      const end = process.argv.indexOf('--');
      const switches = process.argv.slice(1, end === -1 ? undefined : end);
      return switches.some((argument) => /^--?([^=]+)/.exec(argument)?.[1] === name);
    },
  });

  whenReady(): Promise<void> {
    return becomingReady.promise;
  }

  isReady(): boolean {
    return ready;
  }

  getAppPath(): string {
    return folder;
  }

  getVersion(): string {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  }

  setPath(name: string, path: string): void {
    paths.set(name, path);
  }

  getPath(name: string): string {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`The Electron stand-in knows no path "${name}"`);
    return path;
  }

  /** As in Electron: one instance for each userData directory. */
  requestSingleInstanceLock(): boolean {
    return claimSingleInstance(this.getPath('userData'), (argv) => this.emit('second-instance', {}, argv, '', {}));
  }

  enableSandbox(): void {
    if (ready) throw new Error('app.enableSandbox() can only be called before the app is ready');
    sandboxed = true;
  }

  focus(): void {}

  quit(): void {
    if (quitting) return;
    const event = preventable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    quitting = true;
    for (const window of openWindows) window.close();
    if ([...openWindows].some((window) => !window.isDestroyed())) {
      quitting = false;
      return;
    }
    finishQuitting();
  }

  exit(code = 0): void {
    for (const window of openWindows) window.destroy();
    process.exit(code);
  }
}

export const app = strict('app', new App());

function finishQuitting(): void {
  const event = preventable({});
  app.emit('will-quit', event);
  if (event.defaultPrevented) {
    quitting = false;
    return;
  }
  app.emit('quit', {}, 0);
  process.exit(0);
}

/** Electron quits when the last window closes unless the app listens for it. */
export function windowClosed(): void {
  if (openWindows.size > 0 || quitting) return;
  if (app.listenerCount('window-all-closed') === 0) app.quit();
  else app.emit('window-all-closed');
}

/** @throws before the app is ready: Electron refuses windows and sessions then, too. */
export function runningChromium(): Chromium {
  if (!chromium) throw new Error('Not before the app is ready');
  return chromium;
}

export function isReady(): boolean {
  return ready;
}

/** Every renderer has a sandbox, whatever its window asks for. */
export function isSandboxEnabled(): boolean {
  return sandboxed;
}

/** Known before the main entry runs; Chromium starts after it has chosen its userData directory. @param isPackaged as in the stub */
export function setAppFolder(appFolder: string, isPackaged = false): void {
  folder = appFolder;
  app.isPackaged = isPackaged;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}

export async function becomeReady(): Promise<void> {
  chromium = await startChromium(join(app.getPath('userData'), `stand-in-profile-${process.pid}`));
  chromium.process.on('exit', (code, signal) => {
    process.stderr.write(`Chromium ended by itself: ${String(signal ?? code)}\n`);
    process.exit(CHROMIUM_ENDED);
  });
  ready = true;
  app.emit('ready', {}, {});
  becomingReady.resolve();
}
