/** A server between the client and the service that answers a chosen request wrongly, and passes on everything else. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readOperation, type HttpFault, type Operation, type Striker } from './faults.ts';
import { withWrongTypes } from './wrong-types.ts';

const RESET = 'x-service-ratelimit-reset';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const quota = { error: 'Daily quota exceeded', details: 'The key has reached its UTC daily request limit.' };
const refused = { error: 'Upstream API Error', details: '{"status":"error","category":"VALIDATION_ERROR"}' };

/** One request and the true answer to it. */
interface Passed {
  readonly operation: Operation;
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In [0, 1): which form of the fault, or where. */
  readonly share: number;
}

interface Wrong {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export class HttpProxy {
  #striker: Striker | undefined;
  #target = '';
  /** Where redirects and foreign links point. */
  readonly #trap: string;
  #previous = new Map<Operation, string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(trap: string) {
    this.#trap = trap;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  aim(url: string, striker?: Striker): void {
    this.#target = url;
    this.#striker = striker;
    this.#previous = new Map();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { method = 'GET', url = '' } = request;
      const operation = readOperation(`${method} ${url.split('?', 1)[0]}`) ?? 'list';
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = { authorization: request.headers.authorization ?? '', ...JSON_TYPE };
      const asked = { method, headers, ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}) };
      const answer = await fetch(`${this.#target}${url}`, asked);
      const body = await answer.text();
      const date = { date: answer.headers.get('date') ?? '' };
      const reset = answer.headers.get(RESET);
      const told = { ...JSON_TYPE, ...date, ...(reset === null ? {} : { [RESET]: reset }) };
      const passed = { operation, url, status: answer.status, headers: told, body, share: 0 };
      const wrong = this.#wrongOf(passed);
      this.#previous.set(operation, body);
      response.writeHead(wrong?.status ?? passed.status, { ...told, ...wrong?.headers });
      response.end(wrong?.body ?? body);
    } catch {
      // The service was stopped, or the client has gone.
      response.destroy();
    }
  }

  #wrongOf(passed: Passed): Wrong | undefined {
    if (!this.#striker?.hits(passed.operation)) return undefined;
    const { fault, share } = this.#striker.strike;
    return this.#wrong(fault as HttpFault, { ...passed, share });
  }

  #wrong(fault: HttpFault, passed: Passed): Wrong {
    const { body, share, headers } = passed;
    const midnight = Math.floor(Date.parse(headers['date'] ?? '') / 86_400_000 + 1) * 86_400_000;
    switch (fault) {
      case '401':
        return { status: 401, body: JSON.stringify({ error: 'Invalid API key' }) };
      case '403':
        return { status: 403, body: JSON.stringify({ error: 'API key has been deactivated' }) };
      case '429 with a good reset':
        return overQuota(new Date(midnight).toISOString());
      case '429 without a reset':
        return overQuota();
      case '429 with a past reset':
        return overQuota('2020-01-01T00:00:00.000Z');
      case '429 with a garbage reset':
        return overQuota('soon');
      case '500':
        return { status: 500, body: JSON.stringify({ error: 'Internal Server Error', details: 'x' }) };
      case '503':
        return { status: 503, body: JSON.stringify({ error: 'Service temporarily busy', details: 'x' }) };
      case 'upstream error':
        return { status: 400, body: JSON.stringify(refused) };
      case 'truncated JSON':
        return { body: body.slice(0, 1 + Math.floor(share * (body.length - 1))) };
      case 'wrong types':
        return { body: withWrongTypes(body, share) };
      case 'bad UTF-8':
        return { body: withBadByte(body, share) };
      case 'cut gzip':
        return cutGzip(body, share);
      case 'redirect':
        return { status: [301, 302, 303, 307, 308][Math.floor(share * 5)] ?? 302, ...this.#toTrap(passed), body: '' };
      case 'foreign next link':
        return { body: withNext(body, { link: `${this.#trap}${passed.url}` }) };
      case 'repeated cursor':
        return { body: this.#repeated(passed) };
      case 'empty body':
        return { body: '' };
    }
  }

  #toTrap({ url }: Passed): Pick<Wrong, 'headers'> {
    return { headers: { location: `${this.#trap}${url}` } };
  }

  /** The cursor that was asked with, as if the page led to itself; or the page before once more. */
  #repeated({ operation, url, body, share }: Passed): string {
    const before = this.#previous.get(operation);
    if (before !== undefined && share < 0.5) return before;
    const asked = new URL(url, this.#trap).searchParams.get('after');
    const [first] = (JSON.parse(body) as { results: { id: string | number }[] }).results;
    return withNext(body, { after: asked ?? String(first?.id ?? 0) });
  }
}

function overQuota(reset?: string): Wrong {
  return { status: 429, headers: reset === undefined ? {} : { [RESET]: reset }, body: JSON.stringify(quota) };
}

/** Inside a text, so that only the encoding is wrong. */
function withBadByte(body: string, share: number): Buffer {
  const bytes = Buffer.from(body);
  const later = bytes.indexOf('":"', Math.floor(share * bytes.length));
  const at = (later < 0 ? bytes.indexOf('":"') : later) + 3;
  const byte = share < 0.5 ? Buffer.from([0xff]) : Buffer.from([0xc3, 0x28]);
  return Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at)]);
}

function cutGzip(body: string, share: number): Wrong {
  const packed = gzipSync(body);
  // The last eight bytes are a checksum: the bytes before them have to be missing.
  const most = packed.length - 12;
  return { headers: { 'content-encoding': 'gzip' }, body: packed.subarray(0, Math.floor(share * most)) };
}

/** The page with another `paging.next`, whether it had one or not. */
function withNext(body: string, next: { readonly link?: string; readonly after?: string }): string {
  const page = JSON.parse(body) as { paging?: { next?: { after?: string } } };
  const merged = { ...page.paging?.next, ...next };
  return `${body.slice(0, -1).replace(/,"paging":\{"next":\{[^}]*\}\}/, '')},"paging":{"next":${JSON.stringify(merged)}}}`;
}
