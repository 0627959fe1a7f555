/**
 * What runs inside the page before its own scripts: the real preload in an isolated world of its own, and the half of
 * `contextBridge` that stands in the page's world. The worlds share only the DOM, so calls travel as DOM events,
 * which are dispatched synchronously; values are copied, functions and promises become proxies.
 */

interface Port {
  readonly send: (message: object) => void;
  readonly encode: (value: unknown) => unknown;
  readonly decode: (wire: never) => unknown;
}

/** Runs in both worlds, from its source text: it may use nothing from this file. */
function openPort(outgoing: string, incoming: string, onMessage: (message: never, port: Port) => void): Port {
  type Wire =
    | { kind: 'undefined' }
    | { kind: 'plain'; value: unknown }
    | { kind: 'function' | 'promise'; id: number }
    | { kind: 'error'; message: string }
    | { kind: 'list'; items: Wire[] }
    | { kind: 'object'; entries: [string, Wire][] };
  type Message =
    | { type: 'call'; callId: number; id: number; args: Wire[] }
    | { type: 'return' | 'throw'; callId: number; value: Wire }
    | { type: 'resolve' | 'reject'; id: number; value: Wire };

  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>();
  const returns = new Map<number, Message & { type: 'return' | 'throw' }>();
  let lastId = 0;

  const send = (message: object) =>
    window.dispatchEvent(new CustomEvent(outgoing, { detail: JSON.stringify(message) }));

  const encode = (value: unknown): Wire => {
    if (value === undefined) return { kind: 'undefined' };
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return { kind: 'plain', value };
    const id = ++lastId;
    if (typeof value === 'function') {
      functions.set(id, value as () => unknown);
      return { kind: 'function', id };
    }
    if (value instanceof Promise) {
      value.then(
        (settled) => send({ type: 'resolve', id, value: encode(settled) }),
        (reason) => send({ type: 'reject', id, value: encode(reason) }),
      );
      return { kind: 'promise', id };
    }
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'list', items: value.map(encode) };
    const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
    if (prototype === Object.prototype || prototype === null) {
      return { kind: 'object', entries: Object.entries(value).map(([key, each]) => [key, encode(each)]) };
    }
    throw new TypeError(`The stand-in's contextBridge does not carry a ${typeof value} of this kind`);
  };

  const call = (id: number, args: unknown[]): unknown => {
    const callId = ++lastId;
    send({ type: 'call', callId, id, args: args.map(encode) });
    const returned = returns.get(callId);
    returns.delete(callId);
    if (!returned) throw new Error('The other world is gone');
    const value = decode(returned.value);
    if (returned.type === 'throw') throw value;
    return value;
  };

  const decode = (wire: Wire): unknown => {
    switch (wire.kind) {
      case 'undefined':
        return undefined;
      case 'plain':
        return wire.value;
      case 'function':
        return (...args: unknown[]) => call(wire.id, args);
      case 'promise':
        return new Promise((resolve, reject) => promises.set(wire.id, { resolve, reject }));
      case 'error':
        return new Error(wire.message);
      case 'list':
        return wire.items.map(decode);
      case 'object':
        return Object.fromEntries(wire.entries.map(([key, each]) => [key, decode(each)]));
    }
  };

  const port = { send, encode, decode };
  window.addEventListener(incoming, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Message;
    switch (message.type) {
      case 'call':
        try {
          const value = encode(functions.get(message.id)?.(...message.args.map(decode)));
          send({ type: 'return', callId: message.callId, value });
        } catch (error) {
          send({ type: 'throw', callId: message.callId, value: encode(error) });
        }
        break;
      case 'return':
      case 'throw':
        returns.set(message.callId, message);
        break;
      case 'resolve':
        promises.get(message.id)?.resolve(decode(message.value));
        promises.delete(message.id);
        break;
      case 'reject':
        promises.get(message.id)?.reject(decode(message.value));
        promises.delete(message.id);
        break;
      default:
        onMessage(message, port);
    }
  });
  return port;
}

/** The page's half: what the preload exposes becomes a frozen property of `window`. */
function receiveExposed(open: typeof openPort, toPreload: string, toPage: string): void {
  const freeze = (value: unknown) => {
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) freeze(each);
    return Object.freeze(value);
  };
  open(toPreload, toPage, ({ key, value }: { key: string; value: never }, port) => {
    Object.defineProperty(window, key, { value: freeze(port.decode(value)), enumerable: true });
  });
}

/**
 * The page's calls for a window are refused in the page: nothing is opened, as in Electron. A page that Chromium opened
 * and lost again at once could take its opener's process with it.
 */
function refuseWindows(toOpen: string): void {
  const ask = (url: string) => (window as unknown as Record<string, (url: string) => void>)[toOpen]?.(url);
  window.open = (url = '') => {
    ask(new URL(url, document.baseURI).href);
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (link?.target !== '_blank') return;
    event.preventDefault();
    ask(link.href);
  });
}

/** The preload's half: `electron` as a sandboxed preload sees it, and the preload itself. */
function runPreload(
  open: typeof openPort,
  names: { toPreload: string; toPage: string; toMain: string; fromMain: string },
  preload: (require: (name: string) => unknown, module: { exports: object }, exports: object) => void,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  const port = open(names.toPage, names.toPreload, () => {});
  const invoked = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const listeners = new Map<string, Set<Listener>>();
  const worldGlobal = globalThis as unknown as Record<string, (json: string) => void>;
  let lastId = 0;

  const post = (message: object) => worldGlobal[names.toMain]?.(JSON.stringify(message));
  worldGlobal[names.fromMain] = (json) => {
    const message = JSON.parse(json) as { id: number; value: unknown; error?: string } & {
      channel: string;
      args: unknown[];
    };
    if (message.channel) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
      return;
    }
    const waiting = invoked.get(message.id);
    invoked.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.error));
  };

  const throwing = <T extends object>(name: string, object: T) =>
    new Proxy(object, {
      get(target, property) {
        if (property in target || typeof property === 'symbol') return Reflect.get(target, property) as unknown;
        throw new Error(`The Electron stand-in has no ${name}.${property} in a preload`);
      },
    });

  const electron = throwing('electron', {
    contextBridge: throwing('contextBridge', {
      exposeInMainWorld: (key: string, value: unknown) => port.send({ type: 'expose', key, value: port.encode(value) }),
    }),
    ipcRenderer: throwing('ipcRenderer', {
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = ++lastId;
          invoked.set(id, { resolve, reject });
          post({ id, channel, args });
        }),
      on(channel: string, listener: Listener) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      removeListener(channel: string, listener: Listener) {
        listeners.get(channel)?.delete(listener);
      },
    }),
  });

  const module = { exports: {} };
  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`A sandboxed preload cannot require ${name}`);
      return electron;
    },
    module,
    module.exports,
  );
}

export interface WorldNames {
  readonly toPreload: string;
  readonly toPage: string;
  /** The DevTools binding through which the preload's world reaches the main process. */
  readonly toMain: string;
  /** The global of the preload's world that the main process calls. */
  readonly fromMain: string;
  /** The DevTools binding through which the page asks for a window. */
  readonly toOpen: string;
}

/** As in Electron, frames inside the page get no preload. */
const inTopFrame = (source: string) => `if (window === window.top) { ${source} }`;

export function pageWorldScript({ toPreload, toPage, toOpen }: WorldNames): string {
  return inTopFrame(
    `(${String(receiveExposed)})(${String(openPort)}, ${JSON.stringify(toPreload)}, ${JSON.stringify(toPage)});
    (${String(refuseWindows)})(${JSON.stringify(toOpen)});`,
  );
}

export function preloadWorldScript(names: WorldNames, preloadSource: string): string {
  const preload = `function (require, module, exports) { ${preloadSource}\n}`;
  return inTopFrame(`(${String(runPreload)})(${String(openPort)}, ${JSON.stringify(names)}, ${preload});`);
}
