/** `protocol` and `session`: the app's own scheme, and permissions. */
import { EventEmitter } from 'node:events';
import { app, isReady, runningChromium } from './app.ts';
import { strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type PermissionCheck = (contents: object | null, permission: string, origin: string, details: object) => boolean;
type PermissionRequest = (
  contents: object,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;

/** The scheme names that Chromium does not know; each of their hosts is a secure origin. */
export const schemes = new Set<string>();
const handlers = new Map<string, Handler>();

export function handlerOf(url: string): Handler | undefined {
  return handlers.get(new URL(url).protocol.slice(0, -1));
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(
    list: { scheme: string; privileges?: { standard?: boolean; secure?: boolean; bypassCSP?: boolean } }[],
  ): void {
    if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of list) {
      if (!privileges?.standard || !privileges.secure || privileges.bypassCSP) {
        throw new Error('The stand-in only has standard, secure schemes that obey CSP');
      }
      schemes.add(scheme);
    }
  },
  handle(scheme: string, handler: Handler): void {
    if (!schemes.has(scheme)) throw new Error(`The stand-in only serves schemes of the app's own, not ${scheme}`);
    handlers.set(scheme, handler);
  },
});

type DevicePermission = (details: object) => boolean;

/**
 * Electron's name → the browser's. As in Electron, a page has what the check grants; what it does not grant, the page asks for, and the
 * request is answered. Each grants everything until a handler denies it.
 */
const permissions: readonly (readonly [string, string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['idle-detection', 'idle-detection'],
  ['persistent-storage', 'persistent-storage'],
];

class DefaultSession extends EventEmitter {
  private check: PermissionCheck = () => true;
  private request: PermissionRequest = (_contents, _permission, callback) => callback(true);
  /** Electron remembers which devices a page was given. */
  private device: DevicePermission = () => true;

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.check = handler;
    void this.applyPermissions();
  }

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.request = handler;
    void this.applyPermissions();
  }

  setDevicePermissionHandler(handler: DevicePermission): void {
    this.device = handler;
  }

  /** The stand-in's own, because no device is plugged in: Electron's answer to a page that wants a device it was given before. */
  mayUseDevice(details: object): boolean {
    return this.device(details);
  }

  async applyPermissions(): Promise<void> {
    const { browser } = runningChromium().devTools;
    for (const [permission, name] of permissions) {
      let granted = this.check(null, permission, '', {});
      this.request({}, permission, (answer) => (granted ||= answer), {});
      await browser.send('Browser.setPermission', { permission: { name }, setting: granted ? 'granted' : 'denied' });
    }
  }
}

const defaultSession = strict('session.defaultSession', new DefaultSession());
app.on('ready', () => void defaultSession.applyPermissions());
export const session = strict('session', { defaultSession });
