/** The HTTP client of the suite: it counts its requests and keeps the responses. */
import { setTimeout as wait } from 'node:timers/promises';

export const LIST = '/service/v1/timelogs';
export const BATCH = `${LIST}/batch/read`;
export const SEARCH = `${LIST}/search`;

export type Operation = 'list' | 'batch' | 'search';
export const operations: readonly Operation[] = ['list', 'batch', 'search'];

export interface Exchange {
  /** Absent for requests to other paths. */
  readonly operation?: Operation | undefined;
  /** Method and path, for use as evidence. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the response is not JSON. */
  readonly body: unknown;
}

/** The suite cannot run; the message is a sentence for its user. */
export class CouldNotRun extends Error {}

/** The suite has sent as many requests as it may. */
export class BudgetSpent extends Error {}

interface WireOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly mostRequests: number;
}

export interface Request {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the key's header; null sends no Authorization header at all. */
  readonly authorization?: string | null;
}

const TIMEOUT_MILLISECONDS = 60_000;
const BUSY_TRIES = 4;
const MAX_WAIT_SECONDS = 10;

export class ServiceClient {
  readonly exchanges: Exchange[] = [];
  readonly #options: WireOptions;
  #sent = 0;
  #most: number;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#most = options.mostRequests;
  }

  get sent(): number {
    return this.#sent;
  }

  get key(): string {
    return this.#options.key;
  }

  allowMore(requests: number): void {
    this.#most = Math.max(this.#most, this.#sent) + requests;
  }

  list(query: Readonly<Record<string, string>> | string, request: Request = {}): Promise<Exchange> {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return this.sendWithRetry(text === '' ? LIST : `${LIST}?${text}`, request, 'list');
  }

  batch(body: unknown, request: Request = {}): Promise<Exchange> {
    return this.sendWithRetry(BATCH, createPost(body, request), 'batch');
  }

  search(body: unknown, request: Request = {}): Promise<Exchange> {
    return this.sendWithRetry(SEARCH, createPost(body, request), 'search');
  }

  async sendWithRetry(path: string, request: Request, operation?: Operation): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.send(path, request, operation);
      if (exchange.status !== 503 || attempt === BUSY_TRIES) return exchange;
      await wait(Math.min(MAX_WAIT_SECONDS, Number(exchange.headers.get('retry-after') ?? attempt) || 0) * 1000);
    }
  }

  /** @throws BudgetSpent, or CouldNotRun if there is no response. */
  async send(path: string, request: Request, operation?: Operation): Promise<Exchange> {
    if (this.#sent >= this.#most) throw new BudgetSpent();
    this.#sent += 1;
    const { method = 'GET', body, headers, authorization = `Bearer ${this.#options.key}` } = request;
    try {
      const response = await fetch(this.#options.baseUrl + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(authorization === null ? {} : { authorization }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const text = await response.text();
      const { status } = response;
      const exchange = {
        operation,
        target: `${method} ${path}`,
        status,
        headers: response.headers,
        text,
        body: parseJson(text),
      };
      this.exchanges.push(exchange);
      return exchange;
    } catch (cause) {
      throw new CouldNotRun(`${method} ${path} got no answer: ${describeCause(cause)}`, { cause });
    }
  }
}

function createPost(body: unknown, request: Request): Request {
  return { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...request };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeCause(fault: unknown): string {
  const cause = fault instanceof Error ? (fault.cause ?? fault) : fault;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
