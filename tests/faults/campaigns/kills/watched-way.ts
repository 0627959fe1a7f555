/** A relay before a service that reports every request and every answer, at an address that stays while services come and go. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Watcher {
  /** The n-th request is here, from 1. */
  onRequest?(number: number): void;
  /** The n-th answer has gone out. */
  onAnswer?(number: number): void;
}

export class WatchedWay {
  /** Paths and bodies in order of arrival. */
  asked: string[] = [];
  #target = '';
  #watcher: Watcher = {};
  #answered = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Forgets earlier requests. */
  aim(target: string): void {
    this.#target = target;
    this.asked = [];
    this.watch({});
  }

  watch(watcher: Watcher): void {
    this.#watcher = watcher;
    this.#answered = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const { method = 'GET', url = '' } = request;
      this.asked.push(`${url} ${body.toString()}`);
      this.#watcher.onRequest?.(this.asked.length);
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' };
      const answer = await fetch(`${this.#target}${url}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
      const passed = Object.fromEntries(
        ['content-type', 'date', 'x-service-ratelimit-reset'].flatMap((name) => {
          const value = answer.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      response.writeHead(answer.status, passed);
      response.end(Buffer.from(await answer.arrayBuffer()), () => {
        this.#answered += 1;
        this.#watcher.onAnswer?.(this.#answered);
      });
    } catch {
      // The client was killed, or the service has been stopped.
      response.destroy();
    }
  }
}
