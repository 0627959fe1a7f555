/** A DevTools protocol connection: one WebSocket to the browser, flat sessions for its pages. */
import { EventEmitter } from 'node:events';

export type Params = Record<string, unknown>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

interface Waiting {
  readonly method: string;
  resolve(result: Params): void;
  reject(error: Error): void;
}

/** Emits each protocol event by its method name. */
export class Session extends EventEmitter {
  readonly id: string | undefined;
  readonly #connection: DevTools;

  constructor(connection: DevTools, id: string | undefined) {
    super();
    this.#connection = connection;
    this.id = id;
  }

  send(method: string, params: Params = {}): Promise<Params> {
    return this.#connection.send(method, params, this.id);
  }
}

export class DevTools {
  readonly browser: Session = new Session(this, undefined);
  readonly #socket: WebSocket;
  readonly #sessions = new Map<string, Session>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const each of this.#waiting.values()) each.reject(new Error(`${each.method}: the browser is gone`));
      this.#waiting.clear();
    });
  }

  static connect(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new DevTools(socket)), { once: true });
      socket.addEventListener('error', () => reject(new Error(`No DevTools connection to ${url}`)), { once: true });
    });
  }

  session(id: string): Session {
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = new Session(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  send(method: string, params: Params, sessionId: string | undefined): Promise<Params> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return reject(new Error(`${method}: the browser is gone`));
      this.#waiting.set(id, { method, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    });
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      const target = message.sessionId ? this.session(message.sessionId) : this.browser;
      if (message.method) target.emit(message.method, message.params ?? {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result ?? {});
  }
}
