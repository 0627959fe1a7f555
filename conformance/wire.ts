/** Speaks to the service as any caller would, counts what it sends and remembers what came back. */
import { setTimeout as wait } from 'node:timers/promises';

export const LIST = '/service/v1/timelogs';
export const BATCH = `${LIST}/batch/read`;
export const SEARCH = `${LIST}/search`;

export type Operation = 'list' | 'batch' | 'search';
export const operations: readonly Operation[] = ['list', 'batch', 'search'];

export interface Exchange {
  /** Absent where the request was none of the three operations. */
  readonly operation?: Operation | undefined;
  /** Method and address without the base, as evidence names it. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

/** What keeps the suite from measuring at all, in a sentence. */
export class CouldNotRun extends Error {}

/** The requests that the suite may send are used up. */
export class BudgetSpent extends Error {}

interface WireOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly mostRequests: number;
}

export interface Request {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the key; null sends no Authorization at all. */
  readonly authorization?: string | null;
}

const TIMEOUT_MILLISECONDS = 60_000;
const BUSY_TRIES = 4;
const MOST_WAIT_SECONDS = 10;

export class Wire {
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

  /** Allows so many requests more. */
  extend(requests: number): void {
    this.#most = Math.max(this.#most, this.#sent) + requests;
  }

  list(query: Readonly<Record<string, string>> | string, request: Request = {}): Promise<Exchange> {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return this.ask(text === '' ? LIST : `${LIST}?${text}`, request, 'list');
  }

  batch(body: unknown, request: Request = {}): Promise<Exchange> {
    return this.ask(BATCH, posted(body, request), 'batch');
  }

  search(body: unknown, request: Request = {}): Promise<Exchange> {
    return this.ask(SEARCH, posted(body, request), 'search');
  }

  /** Sends a request, again where the service says that it is busy. */
  async ask(path: string, request: Request, operation?: Operation): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.send(path, request, operation);
      if (exchange.status !== 503 || attempt === BUSY_TRIES) return exchange;
      await wait(Math.min(MOST_WAIT_SECONDS, Number(exchange.headers.get('retry-after') ?? attempt) || 0) * 1000);
    }
  }

  /** @throws BudgetSpent @throws CouldNotRun if there is no answer. */
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
        body: parse(text),
      };
      this.exchanges.push(exchange);
      return exchange;
    } catch (cause) {
      throw new CouldNotRun(`${method} ${path} got no answer: ${reason(cause)}`, { cause });
    }
  }
}

function posted(body: unknown, request: Request): Request {
  return { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...request };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reason(fault: unknown): string {
  const cause = fault instanceof Error ? (fault.cause ?? fault) : fault;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
